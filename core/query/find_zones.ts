import { anyOf, raw } from "../text/match_at.ts";
import { looksLikeCode } from "./looks_like_code.ts";
import { omitUndefined } from "../text/omit_undefined.ts";
import {
  classifyBoilerplateHeading,
  headingWords,
  isEnvironmentLine,
  isTemplateLine,
  type SectionKind,
} from "./boilerplate.ts";
import { logPrefixLength } from "./report_rows.ts";
import {
  type ParsedDiagnostic,
  parseDiagnostic,
  type ParsedTestFailure,
  parseTestFailure,
} from "./diagnostic_lines.ts";
import { type ParsedError, parseErrorLine } from "./parse_error_message.ts";
import { type ParsedFrame, parseFrame } from "./parse_frame.ts";
import type { QueryLine } from "./query_line.ts";
import type { Zone } from "./zones.ts";

/** Line with its zone and, depending on the zone, its frame, diagnostic, test or error. */
export interface ZonedLine extends QueryLine {
  readonly zone: Zone;
  /** True when it is between fences. */
  readonly fenced: boolean;
  readonly frame?: ParsedFrame;
  readonly diagnostic?: ParsedDiagnostic;
  readonly test?: ParsedTestFailure;
  readonly error?: ParsedError;
}

/** Start and end of blocks in Markdown, Trac and Jira. */
const FENCE_REGEXP = new RegExp(
  raw`^[\s>]*` + anyOf(
    "(?<ticks>`{3,})(?<info>[^`]*)",
    raw`(?<tildes>~{3,})(?<other>.*)`,
    raw`(?<trac>\{\{\{)\s*(?:#!\w+)?\s*$`,
    raw`(?<jira>\{(?:code|noformat)(?:[:|][^}]*)?\})\s*$`,
  ),
);
/** Fence with the name of a file: ```6:8:src/a.ts, ```ts title="src/a.ts". */
const NAMED_FENCE_REGEXP = /[\w)\]]\.[A-Za-z]/;
const TRAC_END_REGEXP = /^\s*\}\}\}\s*$/;
const JIRA_END_REGEXP = /^\s*\{(?:code|noformat)\}\s*$/;

const LOG_LANGUAGE_REGEXP =
  /^\s*(?:log|logs|text|txt|console|shell-session|output|plaintext|terminal)\b/i;
const DIFF_START_REGEXP =
  /^(?:diff --git |Index: |--- (?:a\/|[\w./]+\s)|\+\+\+ (?:b\/)?[\w./]+|@@ -\d)/;
const DIFF_LINE_REGEXP =
  /^(?:[ +\-\t\\@]|index [\da-f]+|diff |deleted |new file|rename |similarity )/;
/** Starts of lines of logs. */
const LOG_REGEXP = new RegExp(
  raw`^\s*` + anyOf(
    raw`\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d`, // 2026-11-28 23:48
    raw`\[?\d\d:\d\d:\d\d`, // [23:48:01
    raw`\w{3} +\d{1,2} \d\d:\d\d:\d\d`, // Nov 28 23:48:01
    raw`\[?(?:INFO|DEBUG|TRACE|WARN|WARNING|NOTICE|VERBOSE)\]?[\s:]`, // [INFO]:
    raw`(?:\(\w+\) )?[➜❯] `, // (env) ➜
  ),
);
/** Headings with marks. */
const MARKED_HEADING_REGEXP = new RegExp(
  "^ {0,3}" + anyOf(
    raw`#{1,6} +\S`, // ## Steps
    raw`(?:\*\*|__)[^*_]{1,80}(?:\*\*|__):?\s*$`, // **Steps**:
    raw`h[1-6]\. \S`, // h2. Steps
    raw`={1,5} .{1,80} ={1,5}\s*$`, // == Steps ==
  ),
);
/** Heading of the first level, or a comment below a line of code. */
const COMMENT_REGEXP = /^\s*# /;
const UNDERLINE_REGEXP = /^\s{0,3}(?:={3,}|-{3,}|~{3,})\s*$/;
const MAIL_QUOTE_REGEXP = /^\s{0,3}>(?!>>)/;
const SIGNATURE_REGEXP = /^-- ?$/;

/**
 * Maximum length of a line that describes a machine, in UTF-16 code units. A longer one is a
 * sentence.
 */
const MAX_ENTRY_LENGTH = 160;

/** Maximum number of lines of a signature (RFC 3676 mentions four). */
const MAX_SIGNATURE_LINES = 6;

/** Returns each line with its zone, in order. */
export function findZones(lines: readonly QueryLine[]): ZonedLine[] {
  const finder = new ZoneFinder(lines);
  return lines.map((line, index) => finder.next(line, index));
}

class ZoneFinder {
  readonly #lines: readonly QueryLine[];
  #fence: Fence | undefined;
  #comment = false;
  #diff = false;
  #signature = false;
  #section: SectionKind = "content";
  #titled = false;
  #previous: Zone = "prose";
  #pythonFrame = false;

  constructor(lines: readonly QueryLine[]) {
    this.#lines = lines;
  }

  next(line: QueryLine, index: number): ZonedLine {
    const fenced = this.#fence !== undefined;
    const found = this.#classify(line, index);
    const zoned = { ...line, fenced, ...found };
    this.#pythonFrame = zoned.frame?.order === "innermost-last";
    if (line.text.trim() !== "") {
      this.#previous = zoned.zone;
      this.#titled = true;
    }
    return zoned;
  }

  #classify({ text }: QueryLine, index: number): Found {
    if (this.#fence !== undefined) return this.#classifyFenced(text, this.#fence);
    if (this.#comment) {
      this.#comment = !text.includes("-->");
      return { zone: "template" };
    }
    const fence = openFence(text);
    if (fence !== undefined) {
      this.#fence = fence;
      return { zone: NAMED_FENCE_REGEXP.test(text) ? "heading" : "template" };
    }
    if (text.trim() === "") {
      this.#diff = this.#diff && this.#lines[index + 1]?.text.startsWith("@@") === true;
      return { zone: "prose" };
    }
    const opening = text.indexOf("<!--");
    if (opening >= 0 && text.slice(0, opening).trim() === "") {
      this.#comment = !text.includes("-->", opening);
      return { zone: "template" };
    }
    if (this.#opensSignature(text, index)) this.#signature = true;
    if (this.#signature) return { zone: "template" };
    return this.#classifyOutput(text) ?? { zone: this.#classifyText(text, index) };
  }

  #classifyFenced(text: string, fence: Fence): Found {
    if (fence.closes(text)) {
      this.#fence = undefined;
      this.#diff = false;
      return { zone: "template" };
    }
    if (text.trim() === "") return { zone: "code" };
    return this.#classifyOutput(text) ?? { zone: fence.log ? "log" : "code" };
  }

  /** Classifies output of compilers, test runners and crashing programs. */
  #classifyOutput(text: string): Found | undefined {
    if (DIFF_START_REGEXP.test(text)) this.#diff = true;
    else if (this.#diff && !DIFF_LINE_REGEXP.test(text)) this.#diff = false;
    if (this.#diff) return { zone: "diff" };

    const found = this.#classifyReport(text);
    if (found !== undefined && !/\s/.test(found.diagnostic?.path ?? "")) return found;
    const prefix = logPrefixLength(text);
    const rest = prefix === 0 ? undefined : this.#classifyReport(text.slice(prefix));
    // An error message after a time is a line of a log.
    const isReport = rest?.error === undefined || rest.frame !== undefined;
    return (isReport ? rest : undefined) ?? found;
  }

  /** Classifies a line of a report, without the prefix of loggers. */
  #classifyReport(text: string): Found | undefined {
    const frame = parseFrame(text);
    if (frame?.isThrow) {
      return { zone: "error", frame, ...omitUndefined({ error: parseErrorLine(text) }) };
    }
    if (frame !== undefined) return { zone: "frame", frame };
    const test = parseTestFailure(text);
    if (test !== undefined) return { zone: "test", test };
    const diagnostic = parseDiagnostic(text);
    if (diagnostic !== undefined) return { zone: "diagnostic", diagnostic };
    const error = parseErrorLine(text);
    if (error !== undefined) return { zone: "error", error };
    if (this.#pythonFrame && /^\s/.test(text)) return { zone: "trace" };
    return undefined;
  }

  #classifyText(text: string, index: number): Zone {
    const isTitle = !this.#titled && this.#hasMore(index);
    // The only line of a query is never boilerplate.
    if (!this.#titled && !isTitle) return "prose";
    const words = headingWords(text);
    const marked = MARKED_HEADING_REGEXP.test(text) || this.#isUnderlined(index);
    const section = classifyBoilerplateHeading(words);
    if (section !== undefined && (marked || this.#titled)) {
      this.#section = section;
      return "template";
    }
    const after = this.#previous === "code" || this.#previous === "trace";
    const isCode = looksLikeCode(text, after) || this.#isComment(text, { after, index });
    if (marked && this.#titled && !isCode) {
      this.#section = "content";
      return "heading";
    }
    if (isTemplateLine(text)) return "template";
    if (isTitle) return "title";
    if (this.#section === "template") return "template";
    if (this.#section === "environment" && text.length <= MAX_ENTRY_LENGTH) return "environment";
    if (isEnvironmentLine(text)) return "environment";
    if (MAIL_QUOTE_REGEXP.test(text)) return "quote";
    if (LOG_REGEXP.test(text)) return "log";
    return isCode ? "code" : "prose";
  }

  /**
   * Returns true for a comment between lines of code, and false for a heading of the first level.
   */
  #isComment(text: string, { after, index }: { readonly after: boolean; readonly index: number }) {
    if (!COMMENT_REGEXP.test(text)) return false;
    return after || looksLikeCode(this.#lines[index + 1]?.text ?? "", false);
  }

  #isUnderlined(index: number): boolean {
    return UNDERLINE_REGEXP.test(this.#lines[index + 1]?.text ?? "");
  }

  #hasMore(index: number): boolean {
    return this.#lines.slice(index + 1).some(({ text }) => text.trim() !== "");
  }

  #opensSignature(text: string, index: number): boolean {
    return SIGNATURE_REGEXP.test(text) && this.#lines.length - index <= MAX_SIGNATURE_LINES;
  }
}

/** Zone of a line with its details. */
type Found = Omit<ZonedLine, keyof QueryLine | "fenced">;

interface Fence {
  readonly closes: (line: string) => boolean;
  readonly log: boolean;
}

function openFence(line: string): Fence | undefined {
  const groups = FENCE_REGEXP.exec(line)?.groups;
  if (groups === undefined) return undefined;
  const { ticks, tildes, info = "", other = "", trac } = groups;
  const marks = ticks ?? tildes;
  const end = trac === undefined ? JIRA_END_REGEXP : TRAC_END_REGEXP;
  return {
    log: LOG_LANGUAGE_REGEXP.test(info + other),
    closes: (text) => marks === undefined ? end.test(text) : isClosingFence(text, marks),
  };
}

function isClosingFence(line: string, marks: string): boolean {
  const trimmed = line.replace(/^[\s>]+/, "").trimEnd();
  return trimmed.length >= marks.length && trimmed === marks.charAt(0).repeat(trimmed.length);
}
