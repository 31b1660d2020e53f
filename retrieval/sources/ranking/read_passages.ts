import type { Candidate, PassageCandidate, PassageSource } from "@dossier/core";
import { outlineSymbols } from "@dossier/core/outline";
import { renderOutline, sliceLines } from "@dossier/core/fragment";
import { readSources, type SourceTree } from "../../tree/mod.ts";

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
        // Worked out only for a candidate that does not fit.
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
