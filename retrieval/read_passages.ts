import {
  type Candidate,
  decideExclusion,
  type Exclusions,
  type Omission,
  outlineSymbols,
  type PassageCandidate,
  type PassageSource,
} from "@dossier/core";
import { readDocument } from "./scan/read_document.ts";
import { findDocumentByPath } from "./store/documents.ts";
import type { Store } from "./store/open_store.ts";

/** What {@link readPassages} found for the candidates. */
export interface ReadPassages {
  /** Candidates with the text of their files. */
  readonly candidates: readonly PassageCandidate[];
  /** Candidates whose files are no longer what was indexed. */
  readonly omitted: readonly Omission[];
}

/** A file's text as read for all of its candidates. */
interface ReadFile {
  readonly source: PassageSource;
  readonly text: string;
}

/**
 * Returns the candidates with the text of their files, read from the tree as it is now.
 *
 * The index holds no text: what is served is what the file says. A file whose size or time of change
 * is no longer the indexed one is not served, as its line numbers may mean something else by now. The
 * rules are applied once more, so that a rule added since keeps a file in even when the index has it.
 *
 * @param candidates Best first.
 */
export function readPassages(
  candidates: readonly Candidate[],
  { root, store, exclusions }: {
    readonly root: string;
    readonly store: Store;
    readonly exclusions: Exclusions;
  },
): ReadPassages {
  const files = new Map<string, ReadFile | undefined>();
  const found: PassageCandidate[] = [];
  const omitted: Omission[] = [];
  for (const candidate of candidates) {
    const { path, startLine, endLine } = candidate;
    if (decideExclusion({ path }, exclusions) !== undefined) continue;
    if (!files.has(path)) files.set(path, readUnchanged(path, { root, store, exclusions }));
    const file = files.get(path);
    if (file === undefined || file.source.lines.length < endLine) {
      omitted.push({ path, startLine, endLine, tokens: 0, reason: "changed" });
    } else found.push(toPassageCandidate(candidate, file));
  }
  return { candidates: found, omitted };
}

function readUnchanged(
  path: string,
  { root, store, exclusions }: {
    readonly root: string;
    readonly store: Store;
    readonly exclusions: Exclusions;
  },
): ReadFile | undefined {
  const indexed = findDocumentByPath(store, path);
  const read = readDocument(root, path, exclusions);
  if (indexed === undefined || read.kind !== "text") return undefined;
  if (indexed.size !== read.size || indexed.modified !== read.modified) return undefined;
  const lines = read.text.split(LINE_BREAK_REGEXP);
  // A line break at the very end opens no further line.
  if (lines.at(-1) === "") lines.pop();
  return { source: { lines }, text: read.text };
}

const LINE_BREAK_REGEXP = /\r?\n/;

function toPassageCandidate(candidate: Candidate, { source, text }: ReadFile): PassageCandidate {
  const { startLine, endLine, language } = candidate;
  return {
    ...candidate,
    document: source,
    // Worked out only for a candidate that does not fit: it takes a walk over the whole file.
    get outline() {
      return outlineOf(text, { language, startLine, endLine });
    },
  };
}

/** Returns the signatures of the definitions that start in the range, each with its line number. */
function outlineOf(
  text: string,
  { language, startLine, endLine }: {
    readonly language: string;
    readonly startLine: number;
    readonly endLine: number;
  },
): string {
  return outlineSymbols(text, language)
    .filter((symbol) => symbol.startLine >= startLine && symbol.startLine <= endLine)
    .map((symbol) => `${symbol.startLine}: ${symbol.signature}`)
    .join("\n");
}
