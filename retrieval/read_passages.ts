import type { Candidate, Omission, PassageCandidate, PassageSource } from "@dossier/core";
import { outlineSymbols } from "@dossier/core/chunk";
import { decideExclusion, type Exclusions } from "@dossier/core/exclude";
import { sliceLines } from "@dossier/core/pack";
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
  const files = new Map<string, PassageSource | undefined>();
  const found: PassageCandidate[] = [];
  const omitted: Omission[] = [];
  for (const candidate of candidates) {
    const { path, startLine, endLine } = candidate;
    if (decideExclusion({ path }, exclusions) !== undefined) continue;
    if (!files.has(path)) files.set(path, readUnchanged(path, { root, store, exclusions }));
    const source = files.get(path);
    if (source === undefined || source.lines.length < endLine) {
      omitted.push({ path, startLine, endLine, tokens: 0, reason: "changed" });
    } else found.push(toPassageCandidate(candidate, source));
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
): PassageSource | undefined {
  const indexed = findDocumentByPath(store, path);
  const read = readDocument(root, path, exclusions);
  if (indexed === undefined || read.kind !== "text") return undefined;
  if (indexed.size !== read.size || indexed.modified !== read.modified) return undefined;
  const lines = read.text.includes("\r")
    ? read.text.split(LINE_BREAK_REGEXP)
    : read.text.split("\n");
  // A line break at the very end opens no further line.
  if (lines.at(-1) === "") lines.pop();
  return { lines };
}

const LINE_BREAK_REGEXP = /\r?\n/;

function toPassageCandidate(candidate: Candidate, source: PassageSource): PassageCandidate {
  return {
    ...candidate,
    document: source,
    // Worked out only for a candidate that does not fit.
    get outline() {
      return outlineRange(source, candidate);
    },
  };
}

/** Returns the signatures of the definitions in the range, each with its line number. */
function outlineRange(
  source: PassageSource,
  { startLine, endLine, language }: Candidate,
): string {
  // The range is outlined on its own: chunks begin where definitions do, and the whole file of each
  // of fifty candidates would take longer than all the rest of an answer.
  return outlineSymbols(sliceLines(source, { startLine, endLine }), language)
    .map((symbol) => `${startLine + symbol.startLine - 1}: ${symbol.signature}`)
    .join("\n");
}
