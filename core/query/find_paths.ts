import { isFileName } from "./file_name.ts";
import type { TextRange } from "./query_line.ts";
import { parseFileUrl } from "./parse_file_url.ts";

/** A place in a file that a text names. */
export interface FoundPath extends TextRange {
  /** The path as written, or what a URL says it is. */
  readonly path: string;
  /** 1-based first line. */
  readonly line?: number;
  /** 1-based last line, where the text names a range. */
  readonly endLine?: number;
  /** 1-based column. */
  readonly column?: number;
  /** Whether it is a folder, as far as the text tells. */
  readonly folder: boolean;
  /** Whether the text names it by the URL of a page. */
  readonly url: boolean;
}

/** Longest path, in UTF-16 code units. */
const MAX_PATH_LENGTH = 400;

/** Runs of what paths and URLs are written in. */
const WORD_REGEXP = /[^\s"'`<>|()[\]{},;“”‘’«»]+(?:\(\d{1,15}(?:,\d{1,15})?\)|\[\w*\][\w./-]*)?/g;
const URL_REGEXP = /https?:\/\/[^\s"'`<>|[\]{}“”]+/g;

/** Of line numbers no more digits than are exact: one that no file has is a line all the same. */
const PLACE_REGEXP =
  /(?:[#:]L?(?<line>\d{1,15})(?:[:.]C?(?<column>\d{1,15}))?(?:-L?(?<endLine>\d{1,15}))?|\((?<row>\d{1,15})(?:,(?<col>\d{1,15}))?\)):?$/;
const TRAILING_REGEXP = /[.:!?…*_]+$/;
const URL_TRAILING_REGEXP = /[.,:;!?…*_)]+$/;
const LEADING_REGEXP = /^(?:[*_=:@]+(?=[\w./~])|file:\/\/(?=\/))/;
const LATER_LINE_REGEXP =
  /^["'`)]{0,2},? (?:on |at |in )?(?:line|lines|l\.) ~?(?<line>\d{1,15})(?:\s?[-–]\s?(?<endLine>\d{1,15}))?/;

/** Characters after a path in which its line may follow in words. */
const LATER_LINE_REACH = 40;

/**
 * Returns the paths of a line, in order and without overlap: with an extension or the name of a known
 * file, with a slash at the end or in front (`./`), or with two slashes or more.
 *
 * @param line One line.
 * @param offset Added to the offsets: where the line starts in the text.
 */
export function findPaths(line: string, offset: number): FoundPath[] {
  const found: FoundPath[] = [];
  let urlEnd = 0;
  const urls = line.includes("://") ? [...line.matchAll(URL_REGEXP)] : [];
  for (const { index, 0: url } of urls) {
    const file = parseFileUrl(url.replace(URL_TRAILING_REGEXP, ""));
    if (file === undefined) continue;
    const start = offset + index;
    found.push({ ...file, start, end: start + url.length, folder: false, url: true });
  }
  let next = 0;
  for (const { index, 0: word } of line.matchAll(WORD_REGEXP)) {
    while (urls[next] !== undefined && urls[next]!.index <= index) {
      urlEnd = urls[next]!.index + urls[next]![0].length;
      next++;
    }
    if (index < urlEnd) continue;
    const path = readPath(word);
    if (path === undefined) continue;
    const start = offset + index + path.start;
    const end = offset + index + path.end;
    const rest = line.slice(index + path.end, index + path.end + LATER_LINE_REACH);
    const later = path.line === undefined ? readLaterLine(rest) : {};
    found.push({ ...path, ...later, start, end, url: false });
  }
  return found.sort((a, b) => a.start - b.start);
}

type ReadPath = Omit<FoundPath, "url">;

/** What every path has, apart from the few names of files that have no extension. */
const PATH_MARK_REGEXP = /[./\\]/;

function readPath(word: string): ReadPath | undefined {
  if (!PATH_MARK_REGEXP.test(word) && !isFileName(word.replace(TRAILING_REGEXP, ""))) {
    return undefined;
  }
  if (word.length > MAX_PATH_LENGTH || word.includes("://") && !word.startsWith("file:")) {
    return undefined;
  }
  const lead = LEADING_REGEXP.exec(word)?.[0].length ?? 0;
  const body = word.slice(lead).replace(TRAILING_REGEXP, "");
  const place = PLACE_REGEXP.exec(body);
  const path = place === null ? body : body.slice(0, place.index);
  const kind = kindOf(path);
  if (kind === undefined) return undefined;
  const { line, column, endLine, row, col } = place?.groups ?? {};
  return {
    path,
    start: lead,
    end: lead + body.length,
    ...numbers({ line: line ?? row, column: column ?? col, endLine }),
    folder: kind === "folder",
  };
}

function kindOf(path: string): "file" | "folder" | undefined {
  if (!/\w/.test(path) || !PATH_REGEXP.test(path)) return undefined;
  const segments = path.split(/[/\\]/);
  const last = segments.at(-1) ?? "";
  if (isFileName(last)) return segments.length > 1 || isLoneFile(last) ? "file" : undefined;
  if (segments.length < 2 || path.includes("\\")) return undefined;
  const named = segments.filter((segment) => /\w{2}/.test(segment)).length;
  const marked = last === "" || /^\.{0,2}\/|^~\//.test(path);
  return named >= 3 || (marked && named >= 2) ? "folder" : undefined;
}

/** What a path may be written in; `=` and `?` are for commands and queries. */
const PATH_REGEXP = /^[\w.~@+\-/\\:$%#\u00c0-\uffff ]+$/;

/** A file name on its own is not a chain of names (`self.d`) when its stem is long enough. */
function isLoneFile(name: string): boolean {
  const dot = name.lastIndexOf(".");
  if (dot <= 0) return true;
  const isOneLetter = name.length - dot === 2;
  return dot >= 2 && !(isOneLetter && /^(?:self|this|obj|foo|\w{1,2})$/.test(name.slice(0, dot)));
}

function readLaterLine(rest: string): { readonly line?: number; readonly endLine?: number } {
  const groups = LATER_LINE_REGEXP.exec(rest)?.groups;
  return groups === undefined ? {} : numbers({ line: groups.line, endLine: groups.endLine });
}

function numbers(
  values: Readonly<Record<"line" | "column" | "endLine", string | undefined>> | {
    readonly line: string | undefined;
    readonly endLine: string | undefined;
  },
): { readonly line?: number; readonly column?: number; readonly endLine?: number } {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, Number(value)]]
    ),
  );
}
