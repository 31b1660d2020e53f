import type { WorkManifest } from "../issue/issue.ts";

/** Options of {@link findManifests}. */
export interface FindManifestsOptions {
  /** Issue of the manifests; a block that names another issue is ignored. */
  readonly id?: string;
}

type ListName = "primary" | "read" | "forbidden";
type Lists = Readonly<Record<ListName, readonly string[]>>;

const LIST_NAMES: readonly ListName[] = ["primary", "read", "forbidden"];
const NO_FILES: Lists = { primary: [], read: [], forbidden: [] };

/** Comment by the planner of noface. */
const MANIFEST_LINE_REGEXP = /^\s*MANIFEST:\s*(?<lists>.*)$/;
const INLINE_HEAD_REGEXP = /\b(?<name>primary|read|forbidden)=\[/g;
/** A bracket in a path, as in `app/[id]/page.tsx`, does not end the list. */
const INLINE_LIST_REGEXP = /^(?<paths>.*?)\](?=\s|$)/;

/** Head of a list in a block by the planner of noface. */
const LIST_HEAD_REGEXP =
  /^\s*(?:#{1,6}\s+|\*\*)?(?<name>PRIMARY|READ|FORBIDDEN)_FILES(?:\*\*)?\s*:?(?:\*\*)?\s*(?<paths>.*)$/;
const BLOCK_ISSUE_REGEXP = /^\s*ISSUE:\s*(?<id>\S+)\s*$/;
const ITEM_REGEXP = /^\s*[-*+]\s+\S/;
const BRACKETS_REGEXP = /^\[(?<inner>.*)\]$/;

/** Info string of the fence around a block. */
const MANIFEST_FENCE = "manifest";

/**
 * Returns the manifests in a text, in order, numbered from version 1. The last one applies. Both
 * forms of noface are supported: the line `MANIFEST: primary=[a,b] read=[c] forbidden=[]`, and the
 * lists `PRIMARY_FILES:`, `READ_FILES:` and `FORBIDDEN_FILES:` of lines `- path`, bare or in a
 * fence with the info `manifest`. Manifests in other fences, in the middle of a line, or without a
 * file do not count.
 */
export function findManifests(
  text: string,
  { id }: FindManifestsOptions = {},
): readonly WorkManifest[] {
  const found: WorkManifest[] = [];
  const keep = (lists: Lists) => {
    const isEmpty = LIST_NAMES.every((name) => lists[name].length === 0);
    if (!isEmpty) found.push({ ...lists, version: found.length + 1 });
  };
  const lines = listLines(text)
    .filter(({ info }) => info === undefined || info === MANIFEST_FENCE);
  for (let row = 0; row < lines.length; row++) {
    const line = MANIFEST_LINE_REGEXP.exec(lines[row]!.text)?.groups;
    if (line !== undefined) keep(readInline(line["lists"] ?? ""));
    const block = readBlock(lines, row);
    if (block === undefined) continue;
    if (id === undefined || block.issue === undefined || block.issue === id) keep(block.lists);
    row = block.last;
  }
  return found;
}

function readInline(text: string): Lists {
  const lists: Record<ListName, readonly string[]> = { ...NO_FILES };
  const heads = [...text.matchAll(INLINE_HEAD_REGEXP)];
  for (const [at, { 0: head, index, groups }] of heads.entries()) {
    const rest = text.slice(index + head.length, heads[at + 1]?.index);
    const paths = INLINE_LIST_REGEXP.exec(rest)?.groups?.["paths"];
    lists[groups!["name"] as ListName] = toManifestPaths(paths);
  }
  return lists;
}

/** Returns the lists, the issue and the last row of the block that begins in a row. */
function readBlock(
  lines: readonly MarkdownLine[],
  start: number,
): { readonly lists: Lists; readonly issue?: string; readonly last: number } | undefined {
  const issue = BLOCK_ISSUE_REGEXP.exec(lines[start]!.text)?.groups?.["id"];
  const lists: Record<ListName, readonly string[]> = { ...NO_FILES };
  const seen = new Set<ListName>();
  let current: ListName | undefined;
  let row = issue === undefined ? start : start + 1;
  for (; row < lines.length && lines[row]!.info === lines[start]!.info; row++) {
    const { text } = lines[row]!;
    const head = LIST_HEAD_REGEXP.exec(text)?.groups;
    const name = head?.["name"]?.toLowerCase() as ListName | undefined;
    if (name !== undefined) {
      // A list that comes twice begins the next block.
      if (seen.has(name)) break;
      seen.add(name);
      current = name;
      const paths = head?.["paths"]?.trim() ?? "";
      lists[name] = toManifestPaths(BRACKETS_REGEXP.exec(paths)?.groups?.["inner"] ?? paths);
    } else if (current !== undefined && ITEM_REGEXP.test(text)) {
      lists[current] = [...new Set([...lists[current], ...toItemPath(text)])];
    } else if (text.trim() !== "") break;
  }
  if (current === undefined) return undefined;
  return { lists, ...(issue === undefined ? {} : { issue }), last: row - 1 };
}

/** Line of Markdown. */
interface MarkdownLine {
  /** Text of the line without its end. */
  readonly text: string;
  /** Info string of the fence around it, such as `manifest`; undefined outside of fences. */
  readonly info: string | undefined;
}

const LINE_END_REGEXP = /\r\n|\r|\n/;
const FENCE_REGEXP = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})[ \t]*(.*)$/;

/** Returns the lines of a Markdown text without the fences themselves. */
function listLines(text: string): readonly MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let open: { readonly marks: string; readonly info: string } | undefined;
  for (const line of text.split(LINE_END_REGEXP)) {
    const [, marks = "", info = ""] = FENCE_REGEXP.exec(line) ?? [];
    if (open === undefined && marks !== "") open = { marks, info: info.trim() };
    else if (open !== undefined && info === "" && marks.startsWith(open.marks)) open = undefined;
    else lines.push({ text: line, info: open?.info });
  }
  return lines;
}

/** Longest path on Linux, in bytes. */
const MAX_PATH_LENGTH = 4096;

const BETWEEN_REGEXP = /[,\r\n]/;

/** Marks of a list item before a path. */
const MARKER_REGEXP = /^(?:[-*+]|\d{1,9}[.)])\s+/;

/** Path in backticks or quotes, with or without a remark; a name may begin with such a pair. */
const QUOTED_REGEXP = /^(?:`([^`]+)`|"([^"]+)"|'([^']+)')(?=$|[\s:,;([])/;

/** Remark after a path. */
const REMARK_REGEXP = /\s+(?:\(|#|-{1,2}\s|[\u2013\u2014]).*$/s;

/** End of most file names, of folders with a slash, and of globs. */
const NAME_END_REGEXP = /(?:\.[a-z]\w*|\/\*{0,2})$/i;

/** Entries of an empty list. */
const NOTHING_REGEXP = /^(?:[-*+.]|\.{3}|\(?none\)?|n\/a)?$/i;

/** `./` in front of a path. */
const HERE_REGEXP = /^(?:\.\/+)+/;

/**
 * Returns the paths of a list, each once, in order, without quotes, `./`, remarks and list marks.
 * Entries that are not text, or that are too long for a path, are ignored.
 *
 * In a list of texts a name keeps the white space around it, as some names have it.
 *
 * @param value A list of texts, or a text with commas or line ends between paths.
 */
export function toManifestPaths(value: unknown): readonly string[] {
  const paths = typeof value === "string"
    ? value.split(BETWEEN_REGEXP).flatMap(toItemPath)
    : Array.isArray(value)
    ? value.filter((item) => typeof item === "string").flatMap(toPath)
    : [];
  return [...new Set(paths)];
}

/** Returns the path of a list item, or nothing. */
function toItemPath(line: string): readonly string[] {
  return toPath(line.trim().replace(MARKER_REGEXP, ""));
}

function toPath(written: string): readonly string[] {
  const text = written.trim();
  if (written.length > MAX_PATH_LENGTH || NOTHING_REGEXP.test(text)) return [];
  const [, ...quoted] = QUOTED_REGEXP.exec(text) ?? [];
  const inner = quoted.find((part) => part !== undefined);
  // A bare name may have white space around it.
  const path = inner ?? withoutRemark(written);
  const named = path.trim().replace(HERE_REGEXP, "");
  if (NOTHING_REGEXP.test(named)) return [];
  return [path === path.trim() ? named : path];
}

/** Returns a path without a remark after it; `a (1).ts` and `notes - draft.md` have none. */
function withoutRemark(text: string): string {
  const before = text.replace(REMARK_REGEXP, "");
  return NAME_END_REGEXP.test(before) || !NAME_END_REGEXP.test(text.trimEnd()) ? before : text;
}
