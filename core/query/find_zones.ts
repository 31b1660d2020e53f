import { present } from "../text/present.ts";
import {
  boilerplateSection,
  headingWords,
  isEnvironmentLine,
  isTemplateLine,
  type SectionKind,
} from "./boilerplate.ts";
import { logPrefixLength } from "./headed_lines.ts";
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

/** A line with its zone and, by zone, the frame, diagnostic, test or error that it reports. */
export interface ZonedLine extends QueryLine {
  readonly zone: Zone;
  /** Whether it stands between fences. */
  readonly fenced: boolean;
  readonly frame?: ParsedFrame;
  readonly diagnostic?: ParsedDiagnostic;
  readonly test?: ParsedTestFailure;
  readonly error?: ParsedError;
}

/** Opening and closing of blocks in Markdown, Trac and Jira. */
const FENCE_REGEXP =
  /^[\s>]*(?:(?<ticks>`{3,})(?<info>[^`]*)|(?<tildes>~{3,})(?<other>.*)|(?<trac>\{\{\{)\s*(?:#!\w+)?\s*$|(?<jira>\{(?:code|noformat)(?:[:|][^}]*)?\})\s*$)/;
/** A fence that names its file: ```6:8:src/a.ts, ```ts title="src/a.ts". */
const NAMED_FENCE_REGEXP = /[\w)\]]\.[A-Za-z]/;
const TRAC_END_REGEXP = /^\s*\}\}\}\s*$/;
const JIRA_END_REGEXP = /^\s*\{(?:code|noformat)\}\s*$/;

const LOG_LANGUAGE_REGEXP =
  /^\s*(?:log|logs|text|txt|console|shell-session|output|plaintext|terminal)\b/i;
const DIFF_START_REGEXP =
  /^(?:diff --git |Index: |--- (?:a\/|[\w./]+\s)|\+\+\+ (?:b\/)?[\w./]+|@@ -\d)/;
const DIFF_LINE_REGEXP =
  /^(?:[ +\-\t\\@]|index [\da-f]+|diff |deleted |new file|rename |similarity )/;
const LOG_REGEXP =
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\w{3} +\d{1,2} \d\d:\d\d:\d\d|\[?(?:INFO|DEBUG|TRACE|WARN|WARNING|NOTICE|VERBOSE)\]?[\s:]|(?:\(\w+\) )?[➜❯] )/;
const MARKED_HEADING_REGEXP =
  /^ {0,3}(?:#{1,6} +\S|(?:\*\*|__)[^*_]{1,80}(?:\*\*|__):?\s*$|h[1-6]\. \S|={1,5} .{1,80} ={1,5}\s*$)/;
/** A heading of the first level, or below a line of code a comment. */
const COMMENT_REGEXP = /^\s*# /;
const UNDERLINE_REGEXP = /^\s{0,3}(?:={3,}|-{3,}|~{3,})\s*$/;
const MAIL_QUOTE_REGEXP = /^\s{0,3}>(?!>>)/;
const SIGNATURE_REGEXP = /^-- ?$/;

/** Longest line that describes a machine, in UTF-16 code units. A longer one is a sentence. */
const MAX_ENTRY_LENGTH = 160;

/** A signature is no longer than this many lines (RFC 3676 speaks of four). */
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
    const behind = prefix === 0 ? undefined : this.#classifyReport(text.slice(prefix));
    // An error message behind a time is a line of a log.
    const isPlaced = behind?.error === undefined || behind.frame !== undefined;
    return (isPlaced ? behind : undefined) ?? found;
  }

  /** Classifies a line of a report, without what loggers print before it. */
  #classifyReport(text: string): Found | undefined {
    const frame = parseFrame(text);
    if (frame?.isThrow) {
      return { zone: "error", frame, ...present({ error: parseErrorLine(text) }) };
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
    const section = boilerplateSection(words);
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

  /** Tells a comment between lines of code from a heading of the first level. */
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

/** The zone of a line and its details. */
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

/** Line starts that never begin a sentence, such as `name = value`, `"key": value` and `a.b(c)`. */
const CERTAIN_START_REGEXP =
  /^\s*(?:>>> |\.\.\. |\$ \S|In \[\d*\]:|Out\[\d*\]:|#include\b|#define\b|#!|from [\w.]+ import |# \w+(?:\/\w+)*\.\w{1,4}\s*$|[A-Za-z_][\w.]* ?= ?[\w"'([{]|(["'])[\w$-]+\1 ?: ?\S|\w+(?:\.\w+)*\([^()]*\)\s*(?:#|\/\/|[;.]?$))/;

/** Line starts that hardly ever begin a sentence. */
const CODE_START_REGEXP =
  /^\s*(?:% \S|@\w+[\w.]*(?:\(.*)?$|(?:import [\w.{*"']+(?:;|\s*$| as | from |,))|(?:async )?def \w+\s*\(|class \w+\s*(?:[(:{]|extends |implements |$)|(?:pub(?:\([^)]*\))? )?(?:fn|struct|enum|trait|impl|mod)\b.*[{;(<]|func [\w(]|package [\w.]+;?\s*$|namespace [\w.\\]+|using [\w.]+;|(?:export |public |private |protected |static |final |abstract |const |let |var |val )+[\w<>[\]$]+.*[=({;]|(?:if|for|while|switch|catch|elif|else if)\s*\(.*|(?:if|for|while|with|try|except|elif|else)\b.*:\s*$|return\b.*[;()[\]_.]|raise \w+|throw new |(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|FROM|WHERE|LEFT|INNER|ON|ORDER BY|GROUP BY|VALUES|RETURNING|BEGIN|COMMIT)\b.*["`(;=]|<\/?[a-zA-Z][\w-]*(?:\s[^>]*)?>|\{%|\{\{|end\s*$|do\s*$|(?:python|pip|npm|npx|yarn|cargo|go|git|docker|mvn|bundle|mix|deno|node|php|curl|sudo|cd|make|zig|gradle|\.\/\S+) [\w./-]+(?:\s+\S+)*$)/;

/** Line ends that never end a sentence. */
const CODE_END_REGEXP = /[{};]\s*$|\):?\s*$|[[({,]\s*$|=>\s*$|\\\s*$|^\s*[)\]}]+[;,]?\s*$/;

/** `name = value`, `name: value,`, `a.b(c)`, `+ line`. */
const STATEMENT_REGEXP =
  /^\s*[+-]?\s*(?:[\w$.[\]'"]+\s*(?::=|[+\-*/|&^]?=(?!=))\s*\S|["']?[\w$-]+["']?\s*:\s*[\w["'({][^ ]*,?\s*$|[\w$]+(?:(?:\.|::|->)[\w$]+)+(?:\(|$)|[\w$]+\([^)]*\)\s*$)/;

/** A word of prose with the punctuation around it. */
const WORD_REGEXP = /^["'(“‘*_]*[a-zA-Z\u00c0-\uffff][a-zA-Z\u00c0-\uffff'’-]*[.,:;!?)"'”’*_]*$/;

/** Fewest words by which a line can count as prose. */
const MIN_PROSE_WORDS = 4;

/** Least share of plain words that makes a line prose, whatever its end. */
const PROSE_SHARE = 0.7;

/**
 * Returns whether a line outside of any fence reads like program text, a command or markup.
 *
 * @param after Whether the line before is code: then an indented line needs less to count as code.
 */
function looksLikeCode(line: string, after: boolean): boolean {
  const words = line.trim().split(/\s+/);
  const plain = words.reduce((count, word) => count + (WORD_REGEXP.test(word) ? 1 : 0), 0);
  const prose = words.length >= MIN_PROSE_WORDS && plain >= words.length * PROSE_SHARE;
  if (CERTAIN_START_REGEXP.test(line)) return true;
  if (CODE_START_REGEXP.test(line)) return !prose;
  if (prose) return false;
  if (STATEMENT_REGEXP.test(line)) return true;
  if (CODE_END_REGEXP.test(line)) return plain < words.length * PROSE_SHARE / 2 || after;
  return after && /^(?:\t| {2,})/.test(line);
}
