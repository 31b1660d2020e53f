import type { Candidate, Omission, PassageCandidate, PassageSource } from "@dossier/core";
import { outlineSymbols } from "@dossier/core/outline";
import { renderOutline, sliceLines } from "@dossier/core/fragment";
import { omitLines } from "@dossier/core/pack";
import { readSources, type SourceTree } from "../../tree/mod.ts";

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
 * The index holds no text that is served: what is served is what the file says. A file whose content is no longer the
 * one that was ranked is not served, as its line numbers may mean something else by now. Whatever
 * happens to file and index in the meantime, lines and text are of one state.
 *
 * @param candidates Best first.
 */
export async function readPassages(
  candidates: readonly Candidate[],
  tree: SourceTree,
): Promise<ReadPassages> {
  const allowed = candidates.filter(({ path }) => tree.visibility.shows(path));
  const sources = await readSources(allowed, tree);
  const found: PassageCandidate[] = [];
  const omitted: Omission[] = [];
  for (const candidate of allowed) {
    const source = sources.get(candidate.path);
    if (source === undefined || source.lines.length < candidate.endLine) {
      omitted.push(omitLines(candidate, { tokens: 0, reason: "changed" }));
      continue;
    }
    found.push({
      ...candidate,
      document: source,
      cheaper: [{
        form: "outline",
        // Worked out only for a candidate that does not fit.
        get text() {
          return outlineRange(source, candidate);
        },
      }],
    });
  }
  return { candidates: found, omitted };
}

/** Returns the signatures of the definitions in the range, each with its line number. */
export function outlineRange(
  source: PassageSource,
  { startLine, endLine, language }: Pick<Candidate, "startLine" | "endLine" | "language">,
): string {
  // The range is outlined on its own: chunks begin where definitions do, and the whole file of each
  // of fifty candidates would take longer than all the rest of an answer.
  const symbols = outlineSymbols(sliceLines(source, { startLine, endLine }), language);
  return renderOutline(
    symbols.map(({ startLine: line, signature }) => ({
      line: startLine + line - 1,
      text: signature,
    })),
  );
}
