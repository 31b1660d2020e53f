import type { Candidate, PassageCandidate, PassageSource } from "@dossier/core";
import { outlineSymbols } from "@dossier/core/outline";
import { renderOutline, sliceLines } from "@dossier/core/fragment";
import { readSources, type SourceTree } from "../../tree/mod.ts";

/**
 * Returns the candidates with the text of their files, read from the current tree.
 *
 * The index has no text: the text always comes from the file. A file that has changed since it was
 * ranked is excluded, because its line numbers may have another meaning. Lines and text are always
 * of the same state, even if the file and the index change in the meantime.
 *
 * @param candidates Best first.
 */
export async function readPassages(
  candidates: readonly Candidate[],
  tree: SourceTree,
): Promise<readonly PassageCandidate[]> {
  const allowed = candidates.filter(({ path }) => tree.visibility.isVisible(path));
  const sources = await readSources(allowed, tree);
  return allowed.flatMap((candidate): readonly PassageCandidate[] => {
    const document = sources.get(candidate.path);
    if (document === undefined || document.lines.length < candidate.endLine) return [];
    return [{
      ...candidate,
      document,
      cheaper: [{
        form: "outline",
        // Computed only for a candidate that does not fit.
        get text() {
          return outlineRange(document, candidate);
        },
      }],
    }];
  });
}

/** Returns the signatures of the definitions in the range, each with its line number. */
export function outlineRange(
  source: PassageSource,
  { startLine, endLine, language }: Pick<Candidate, "startLine" | "endLine" | "language">,
): string {
  // Only the range is parsed: chunks begin at definitions, and parsing the whole files of fifty
  // candidates would take longer than everything else in an answer.
  const symbols = outlineSymbols(sliceLines(source, { startLine, endLine }), language);
  return renderOutline(
    symbols.map(({ startLine: line, signature }) => ({
      line: startLine + line - 1,
      text: signature,
    })),
  );
}
