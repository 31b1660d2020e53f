import type { ToolOutput } from "@dossier/core/conversation";
import {
  findGrepFault,
  formatMatches,
  type GrepCall,
  grepLimit,
  type LineMatch,
} from "@dossier/core/gather";
import { compilePattern, MAX_TEXT_CHARACTERS } from "../machine/mod.ts";
import { maskValue } from "../secrets/mod.ts";
import {
  listFiles,
  openGlobs,
  placesOf,
  readDocument,
  statDocument,
  toTreePath,
} from "../tree/mod.ts";
import { cutOutput, type GatherOptions } from "./gather_file.ts";
import type { GatherTree } from "./gather_tree.ts";

/** How a search goes. */
export interface GrepOptions extends GatherOptions {
  /** How long it may take, in milliseconds. @default 30000, Codex's */
  readonly timeLimitMs?: number | undefined;
}

const TIME_LIMIT_MS = 30_000;

/** What may match a line, but not within the text that the line stands in. */
const WHOLE_TEXT_REGEXP = /\\[AzZ]|\(\?[a-zA-Z]*-/;

/** A file that may be looked into. */
interface SearchedFile {
  readonly path: string;
  readonly modified: number;
}

/**
 * Answers a model's call of `grep_files`: files newest first in the style of Codex, lines by path in that of the seed.
 * Only what may be seen is looked into; secrets match nothing, nor do lines of more than 65,536 characters.
 */
export async function gatherMatches(
  call: GrepCall,
  tree: GatherTree,
  { style, truncation, timeLimitMs = TIME_LIMIT_MS }: GrepOptions,
): Promise<ToolOutput> {
  const deadline = performance.now() + timeLimitMs;
  const goOn = () => {
    if (performance.now() <= deadline) return;
    throw new Error(`grep_files timed out after ${timeLimitMs / 1000} seconds`);
  };
  const fault = findGrepFault(call);
  if (fault !== undefined) return { content: fault, success: false };
  try {
    const search = await openSearch(call.pattern);
    const files = await listSearched(call, tree);
    files.sort(style === "codex" ? compareNewest : comparePath);
    const limit = grepLimit(call);
    const found: string[] = [];
    const lines: LineMatch[] = [];
    for (const { path } of files) {
      const matching = await searchFile(path, tree, { ...search, goOn });
      if (matching.length > 0) found.push(`${tree.root}/${path}`);
      for (const match of matching) lines.push({ path, ...match });
      if (style === "codex" ? found.length >= limit : lines.length > limit) break;
    }
    const isCut = lines.length > limit;
    const output = formatMatches({ files: found, lines: lines.slice(0, limit), isCut }, style);
    return cutOutput(output, truncation);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { content: error.message, success: false };
  }
}

function compareNewest(a: SearchedFile, b: SearchedFile): number {
  return b.modified - a.modified || comparePath(a, b);
}

function comparePath(a: SearchedFile, b: SearchedFile): number {
  return a.path < b.path ? -1 : 1;
}

/** How a text is searched: quickly as a whole, and then by lines. */
interface TextSearch {
  readonly mayHold: (text: string, goOn: () => void) => boolean;
  readonly matchesLine: (line: string) => boolean;
}

/** @throws {SyntaxError} When the pattern is none, or cannot be asked in bounded time. */
async function openSearch(pattern: string): Promise<TextSearch> {
  const matchesLine = await compilePattern(pattern).catch((error) => {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(`the pattern is no regular expression: ${error.message}`);
  });
  if (/^[\w/: -]+$/.test(pattern)) {
    return { mayHold: (text) => text.includes(pattern), matchesLine };
  }
  if (WHOLE_TEXT_REGEXP.test(pattern)) return { mayHold: () => true, matchesLine };
  const matchesText = await compilePattern(`(?m)${pattern}`);
  const mayHold = (text: string, goOn: () => void) =>
    listChunks(text).some((chunk) => {
      goOn();
      return matchesText(chunk);
    });
  return { mayHold, matchesLine };
}

/** Returns a text in pieces of whole lines that a pattern may be asked of, as far as the lines are short enough. */
function listChunks(text: string): readonly string[] {
  const chunks: string[] = [];
  for (let start = 0; start < text.length;) {
    const last = start + MAX_TEXT_CHARACTERS;
    const end = last >= text.length ? text.length : text.lastIndexOf("\n", last - 1) + 1;
    const next = end > start ? end : text.indexOf("\n", last) + 1 || text.length;
    chunks.push(text.slice(start, next));
    start = next;
  }
  return chunks;
}

/** Returns the files that a call asks of and that may be seen. */
async function listSearched(
  { path = "", include }: GrepCall,
  { root, visibility, maxFiles }: GatherTree,
): Promise<SearchedFile[]> {
  const below = toTreePath(path, root);
  if (below === undefined) throw new Error(`"${path}" is outside the root`);
  const matches = include === undefined ? () => true : await openGlobs([include], placesOf(root));
  const { paths } = await listFiles(root, visibility, { maxFiles });
  const named = paths.filter((one) => below === "" || one === below || one.startsWith(`${below}/`));
  if (named.length === 0 && below !== "") throw new Error(`there is nothing to see at "${path}"`);
  return named.filter(matches).flatMap((one) => {
    const found = statDocument(root, one, visibility);
    return found.kind === "file" ? [{ path: one, modified: found.modified }] : [];
  });
}

/** Returns the lines of a file that match, as it is shown: a secret matches nothing. */
async function searchFile(
  path: string,
  { root, visibility }: GatherTree,
  { mayHold, matchesLine, goOn }: TextSearch & {
    /** Throws when the time is up. */
    readonly goOn: () => void;
  },
): Promise<readonly Omit<LineMatch, "path">[]> {
  goOn();
  const read = readDocument(root, path, visibility);
  if (read.kind === "skipped") return [];
  // The end of a line is one for a pattern that is asked of the whole text as well.
  const text = read.text.replaceAll("\r\n", "\n");
  if (!mayHold(text, goOn)) return [];
  const shown = await maskValue(text, path);
  const lines = shown.split("\n");
  // As with grep, a newline ends a line: none begins after the last one.
  if (lines.at(-1) === "") lines.pop();
  return lines.flatMap((content, at) => {
    goOn();
    return matchesLine(content) ? [{ line: at + 1, content }] : [];
  });
}
