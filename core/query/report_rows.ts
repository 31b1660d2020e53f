import type { FoundPath } from "./find_paths.ts";
import { type Groups, matchFirstPattern } from "./match_patterns.ts";
import type { QueryLine } from "./query_line.ts";

/** Line of a report below the file that it is about. */
export interface ReportRow {
  readonly path: string;
  /** Line of the file, 1-based. */
  readonly line: number;
}

/** Rows below a path on a separate line: `6:9  error  message`, and `6:text` of ripgrep. */
const ROWS_BELOW_PATH: readonly RegExp[] = [
  /^\s*(?<line>\d{1,9}):\d{1,9}\s+(?:error|warning|info|suggestion|[✖⚠×✘])/,
  // Guile and rich: `      6:9  1 (drain 1)`
  /^\s{2,}(?<line>\d{1,9}):\d{1,9}\s+\d/,
  /^(?<line>\d{1,9}):(?!\d)/,
];

/** Rows below a line that ends with a path: `6 | ERROR`, `6| code`, and `Line: 6`. */
const ROWS_BELOW_LINE: readonly RegExp[] = [
  // The marked one of several: `> 6 |`, `----> 6 code`
  /^\s*(?:-{2,8}>|>{1,3}|[➜→❯])\s{0,4}(?<line>\d{1,9})(?:\s|[|│▕┆])/,
  /^\s*(?<line>\d{1,9})\s?[|│┆▕]/,
  /^\s*[Ll]ine(?: number)?\s*:?\s+(?<line>\d{1,9}):?\s*$/,
  // The next lines of JSON and XML: `"startLine": 6`, `<error line="6"`
  /^\s*(?:[{,]\s*|<\w+\s)?"?(?:start_?)?line(?:_?(?:number|start))?(?:"?\s*:|=)\s*"?(?<line>\d{1,9})\b/i,
  // SQLFluff: `L:   6 | P:   9`; LaTeX: `l.6 \foo`; CodeRabbit: `6-9`:; pest: --> 6:9
  /^L:\s{1,8}(?<line>\d{1,9}) \| P:/,
  /^l\.(?<line>\d{1,9})(?:\s|$)/,
  /^\s*`(?<line>\d{1,9})(?:-\d{1,9})?`:/,
  /^\s*--> (?<line>\d{1,9}):\d{1,9}\s*$/,
];

/** Rows of a table whose header is `Line   src/a.php`. */
const ROWS_BELOW_TABLE: readonly RegExp[] = [/^\s{1,4}(?<line>\d{1,9})\s{3,}\S/];
const TABLE_REGEXP = /^\s*Line\s{2,}/;

/** Optional text before the path of a heading. */
const HEAD_REGEXP = /^\s*In $/;

/** Optional text after the path of a heading. */
const AFTER_PATH_REGEXP =
  /^["'`*_):\s─,>}\]-]*(?:(?:in [\w.<>]{1,80}(?:\([^)]*\))?|FAIL|\(\d{1,4}\)\**|\/?>)\s*)?$/;

/** Maximum number of lines between a heading, or a row, and the next row. */
const MAX_GAP_LINES = 8;

/** Reader of the lines of a text in order, which remembers the file of the rows below a heading. */
export class ReportRowReader {
  #path: string | undefined;
  #forms: readonly RegExp[] = [];
  #gap = 0;

  /**
   * Returns the file and line of a row; undefined for other lines.
   *
   * @param line Line of the text.
   * @param named Last path in the line, with offsets into the same text; undefined without any.
   */
  next(line: QueryLine, named: FoundPath | undefined): ReportRow | undefined {
    const text = line.text.slice(logPrefixLength(line.text));
    const row: Groups = this.#path === undefined ? {} : matchFirstPattern(this.#forms, text) ?? {};
    // The message of a row may look like a path.
    if (named !== undefined && (row.line === undefined || named.line !== undefined)) {
      this.#open(line, named);
      return undefined;
    }
    if (this.#path === undefined || text.trim() === "") return undefined;
    this.#gap = row.line === undefined ? this.#gap + 1 : 0;
    if (this.#gap > MAX_GAP_LINES) this.#path = undefined;
    return row.line === undefined ? undefined : { path: this.#path!, line: Number(row.line) };
  }

  /** Forgets the file, as another one is named in full. */
  close(): void {
    this.#path = undefined;
  }

  #open({ text, start }: QueryLine, { path, line, folder, ...range }: FoundPath): void {
    this.#gap = 0;
    const isHeading = line === undefined && !folder &&
      AFTER_PATH_REGEXP.test(text.slice(range.end - start));
    this.#path = isHeading ? path : undefined;
    const prefix = logPrefixLength(text);
    const isAlone = range.start - start - prefix === text.slice(prefix).search(/\S/) ||
      HEAD_REGEXP.test(text.slice(0, range.start - start));
    this.#forms = [
      ...isAlone ? ROWS_BELOW_PATH : [],
      ...ROWS_BELOW_LINE,
      ...TABLE_REGEXP.test(text) ? ROWS_BELOW_TABLE : [],
    ];
  }
}

/** Prefix of each line of an output: times, labels, and names of containers, jobs and programs. */
const PREFIX_REGEXP = new RegExp(
  `^(?:${
    [
      // GitHub's client: job, step, and then a time
      "[^\\t]{1,80}\\t[^\\t]{1,80}\\t(?=\\d{4}-)",
      // 2026-01-02T03:04:05.678Z, [2026-01-02 03:04:05,678]
      "\\[?\\d{4}[-/]\\d\\d[-/]\\d\\d[T ,]{1,2}\\d\\d:\\d\\d:\\d\\d[.,\\d]*(?:Z|[+-]\\d\\d:?\\d\\d)?\\]?[ \\t]",
      // Android: 01-02 03:04:05.678  1234  1234 E AndroidRuntime: , E/flutter ( 1234):
      "\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d+ +\\d+ +\\d+ [A-Z] [\\w.-]{1,60} *: ",
      "[A-Z]\\/[\\w.-]{1,60} *\\( *\\d+\\): ",
      // journald: Jan 02 03:04:05 host web[123]: ; Heroku: app[web.1]:
      "[A-Z][a-z]{2} +\\d{1,2} \\d\\d:\\d\\d:\\d\\d [\\w.-]{1,80} ",
      "[\\w./-]{1,80}\\[[\\w.-]{1,40}\\]: ",
      // [03:04:05]: , 00:01:23
      "\\[?\\d\\d:\\d\\d:\\d\\d[.,\\d]*\\]?:? ",
      // Docker: web_1  | , #12 3.456
      "[A-Za-z][\\w.-]{0,60} {0,30}\\| ",
      "#\\d{1,4} \\d{1,5}\\.\\d{1,4} ",
      // [web] , [pod/web-1/app] ; @acme/web:build: ; packages/web build:
      "\\[[\\w@./: -]{1,80}\\] ",
      "[\\w@./-]{1,80}:[a-z][\\w-]{0,40}(?::[\\w-]{1,40})?: ",
      "(?:\\.|[\\w@.-]{1,40}\\/[\\w@./-]{1,80}) [a-z][\\w:-]{0,40}: ",
    ].join("|")
  }){1,4}`,
);

/**
 * Returns the length of the prefix that a logger, a container or a job runner printed before a
 * line; 0 without one.
 */
export function logPrefixLength(line: string): number {
  return PREFIX_REGEXP.exec(line)?.[0].length ?? 0;
}
