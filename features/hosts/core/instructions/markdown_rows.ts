import { scanMarkdownHeadings } from "@dossier/core/markdown-headings";
import { findCodeSpans } from "@dossier/core/code-spans";
import { type LineTable, splitLines } from "@dossier/core/split-lines";

const FENCE_REGEXP = /^(?:[-+*]\s+|\d{1,9}[.)]\s+)?(?:`{3,}|~{3,})/;

/** Columns from which a line is indented code and no comment. */
const CODE_INDENT = 4;

/** Longer lines, in UTF-16 code units, are not written by hand. */
const MAX_ROW = 10_000;

/** A line of Markdown prose, outside fences, comments and metadata. */
interface ProseRow {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Returns the lines of prose of a Markdown text, in order, without those that are too long. */
export function listProse(text: string): readonly ProseRow[] {
  const lines = splitLines(text);
  const { verbatim } = scanMarkdownHeadings(text, lines);
  const rows: ProseRow[] = [];
  for (let row = 0; row < lines.count; row++) {
    const [start = 0, end = 0] = [lines.starts[row], lines.starts[row + 1]];
    if (end - start > MAX_ROW) continue;
    const written = text.slice(start, end).trimEnd();
    const isOpening = FENCE_REGEXP.test(written.trimStart()) || opensComment(text, lines, row);
    if (written !== "" && verbatim[row] !== 1 && !isOpening) {
      rows.push({ line: row + 1, text: written });
    }
  }
  return rows;
}

/** Returns a text without certain characters at its end. */
export function trimMarks(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && marks.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** Returns a line with its code spans replaced by blanks, so that offsets stay. */
export function blankCode(line: string): string {
  let blanked = "";
  for (const { start, end } of findCodeSpans(line, 0)) {
    blanked += line.slice(blanked.length, start) + " ".repeat(end - start);
  }
  return blanked + line.slice(blanked.length);
}

/** Returns a text without HTML comments that are blocks. A comment that is not closed stays. */
export function removeComments(text: string): string {
  if (!text.includes("<!--")) return text;
  const lines = splitLines(text);
  const { verbatim } = scanMarkdownHeadings(text, lines);
  let kept = "";
  let from = 0;
  const lastEnd = text.lastIndexOf("-->");
  for (let row = 0; row < lines.count; row++) {
    const start = lines.starts[row]!;
    if (start > lastEnd) break;
    if (start < from || verbatim[row] === 1 || !opensComment(text, lines, row)) continue;
    let end = text.indexOf("-->", start) + "-->".length;
    kept += text.slice(from, start);
    // A line with nothing else is removed with the comment.
    while (text[end] === " " || text[end] === "\t") end++;
    if (text[end] === "\n") end++;
    from = end;
  }
  return kept + text.slice(from);
}

function opensComment(text: string, lines: LineTable, row: number): boolean {
  return text.startsWith("<!--", lines.contentStarts[row]) &&
    (lines.indents[row] ?? 0) < CODE_INDENT;
}

/** An import in a text. */
interface WrittenImport {
  /** The text up to the next blank, without the `@`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** An import that is not followed. */
export interface RejectedImport extends WrittenImport {
  /** The file that contains it. */
  readonly from: string;
  readonly reason: "depth" | "cycle" | "unread";
  /** Half a sentence. */
  readonly message: string;
}

/** `@path` at the start, after white space or within emphasis; `a@b.c` is not an import. */
const IMPORT_REGEXP = /(?<=^|[\s*])@((?:\.{0,2}\/|~\/)?[\w.-][^\s`*]*)/g;

/** Returns the imports of a Markdown text, in order; code is ignored. */
export function findImports(text: string): readonly WrittenImport[] {
  if (!text.includes("@")) return [];
  return listProse(text).flatMap(({ line, text: row }) =>
    [...blankCode(row).matchAll(IMPORT_REGEXP)].map(([, path = ""]) => ({ path, line }))
  );
}

/** Returns true for a text of imports alone. */
export function isOnlyImports(text: string): boolean {
  return findImports(text).length > 0 &&
    text.split("\n").every((line) => /^\s*(?:[-*]\s+)?(?:@\S+\s*)?$/.test(line));
}

/** A file whose imports are followed; its path is unique. */
interface ImportingFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the files that a file imports, directly and indirectly, in reading order; each once.
 *
 * @param options.open Returns the file of an import; half a sentence when it cannot be read;
 * undefined when it is not an import at all, such as `@param`.
 * @param options.depth Most imports in a chain to a file.
 */
export async function followImports<File extends ImportingFile>(
  start: File,
  { open, depth }: {
    readonly open: (written: string, from: File) => Promise<File | string | undefined>;
    readonly depth: number;
  },
): Promise<{ readonly files: readonly File[]; readonly refused: readonly RejectedImport[] }> {
  const files: File[] = [];
  const refused: RejectedImport[] = [];
  const seen = new Set<string>();
  const follow = async (from: File, above: readonly string[]) => {
    for (const { path, line } of findImports(from.text)) {
      const refuse = (reason: RejectedImport["reason"], message: string) =>
        refused.push({ path, line, from: from.path, reason, message });
      const file = await open(path, from);
      if (file === undefined) continue;
      if (typeof file === "string") refuse("unread", file);
      else if (above.includes(file.path)) {
        refuse("cycle", "it is one of the files that lead to this import");
      } else if (above.length > depth) {
        refuse("depth", `more than ${depth} imports lead to it`);
      } else if (!seen.has(file.path)) {
        seen.add(file.path);
        files.push(file);
        await follow(file, [...above, file.path]);
      }
    }
  };
  await follow(start, [start.path]);
  return { files, refused };
}

/** A file or folder that a text names. */
export interface NamedPath {
  /** As written, without a suffix such as `#L10`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** `link` is relative to the folder of the text; `code` only looks like a path. */
  readonly form: "link" | "code";
  /** True when the line states that it exists, and not that it should or may. */
  readonly isStated: boolean;
}

const LINK_REGEXP = /\]\(\s*<?([^()\s<>]+(?:\([^()\s<>]*\)[^()\s<>]*)?)>?(?:\s+"[^"]*")?\s*\)/g;
const SCHEME_REGEXP = /^(?:[a-z][a-z\d+.-]*:|\/\/|#|mailto)/i;
const ANCHOR_REGEXP = /(?:[?#].*|:\d+(?:[-:]\d+)?)$/;

/**
 * Names separated by slashes, with an extension or a slash at the end: no package, no route and no
 * pattern.
 */
const PATH_REGEXP = /^(?:\.{1,2}\/)*(?:[\w.+-]+\/)+(?:[\w.+-]*\.[A-Za-z]\w{0,9})?$/;

/** Placeholder names. */
const PLACEHOLDERS = String.raw`x{2,}|y{2,}|foo\w*|bar|baz|your\w*|my\w*|example\w*|path|to` +
  String.raw`|some\w*|n{2,}|name|id`;
const PLACEHOLDER_REGEXP = new RegExp(`(?:^|[/_.-])(?:${PLACEHOLDERS})(?:[/_.-]|$)`, "i");

/** Words of a line about a path that is missing, or not meant. */
const UNTRUE = "removed?|deleted?|no longer|legacy|formerly|old|deprecated|renamed?|moved?" +
  String.raw`|replac\w+|instead of|never|not|don't`;
const UNTRUE_REGEXP = new RegExp(String.raw`\b(?:${UNTRUE})\b`, "i");

/** Words of a line about a path that should or may exist. */
const WISHED = String.raw`examples?|samples?|new|add\w*|would|could|if|when|optional\w*|may|might` +
  String.raw`|should|put|place|write|name|creat\w+|generat\w+|outputs?|temporary|migrat\w+`;
const WISHED_REGEXP = new RegExp(String.raw`\b(?:${WISHED})\b`, "i");

/**
 * Returns the files and folders that a Markdown text names in links and in code spans. Code spans
 * count only in lines about existing paths.
 */
export function findNamedPaths(text: string): readonly NamedPath[] {
  return listProse(text).flatMap(({ line, text: row }) => {
    // Names of files are not statements.
    const prose = blankCode(row);
    const isStated = !WISHED_REGEXP.test(prose);
    return [
      ...[...prose.matchAll(LINK_REGEXP)]
        .flatMap(([, target = ""]) => {
          const path = readLink(target);
          return path === "" ? [] : [{ path, line, form: "link" as const, isStated }];
        }),
      ...(UNTRUE_REGEXP.test(prose) ? [] : findCodeSpans(row, 0)).flatMap(({ start, end }) => {
        const path = row.slice(start, end).trim().replace(ANCHOR_REGEXP, "");
        const isPath = PATH_REGEXP.test(path) && !PLACEHOLDER_REGEXP.test(path);
        return isPath ? [{ path, line, form: "code" as const, isStated }] : [];
      }),
    ];
  });
}

/** Returns the path of a link; empty for an address, an anchor and a template. */
function readLink(target: string): string {
  if (SCHEME_REGEXP.test(target) || /[{}$*|]|\.\.\./.test(target)) return "";
  const path = target.replace(ANCHOR_REGEXP, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
