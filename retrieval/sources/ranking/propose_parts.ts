import type { Omission, PassageCandidate } from "@dossier/core";
import type { RankedPart } from "@dossier/core/part";
import { omitLines } from "@dossier/core/pack";
import { present } from "@dossier/core/text";
import type { FoundParts, ReadFile } from "../../search/mod.ts";
import { outlineRange } from "./read_passages.ts";

/** The parts of files that a bundle is chosen from. */
export interface ProposedParts {
  /** Best first. */
  readonly candidates: readonly PassageCandidate[];
  /** The best part of each file, only by its name, best file first. */
  readonly names: readonly PassageCandidate[];
  /** Files that are no longer what was indexed. */
  readonly omitted: readonly Omission[];
}

/** Parts that a bundle is chosen from. */
const MAX_PARTS = 60;

/** Returns found parts as what a bundle is chosen from. */
export function proposeParts({ ranked, read, changed }: FoundParts): ProposedParts {
  const files = [...read.values()];
  const isByMeaning = files.some(({ file }) => file.byMeaning);
  return {
    candidates: ranked.slice(0, isByMeaning ? files.length : MAX_PARTS)
      .map((part) => toCandidate(part, read.get(part.file.path)!)),
    names: files.flatMap((one) => nameFile(one, ranked)),
    // All lines that were indexed: which of them are asked for can not be told any more.
    omitted: changed.map(({ path, chunks }) => {
      const endLine = chunks.at(-1)?.endLine ?? 1;
      return omitLines({ path, startLine: 1, endLine }, { tokens: 0, reason: "changed" });
    }),
  };
}

function toCandidate(
  { part: { startLine, endLine, symbol }, score, worth, explanation }: RankedPart,
  { file: { path, language, kind }, source }: ReadFile,
): PassageCandidate {
  return {
    ...{ path, kind, language, startLine, endLine, score, worth, document: source },
    ...present({ symbol, explanation }),
    cheaper: [{
      form: "outline",
      // Worked out only for a candidate that does not fit.
      get text() {
        return outlineRange(source, { startLine, endLine, language });
      },
    }],
  };
}

/** Returns the name of a file's best part; of a file that was not cut, of its best chunk. */
function nameFile(
  read: ReadFile,
  ranked: readonly RankedPart[],
): PassageCandidate[] {
  const { file: { path, language, kind, score, chunks }, source } = read;
  const reference = { instead: { form: "reference", text: "" } } as const;
  const part = ranked.find(({ file }) => file.path === path);
  if (part !== undefined) {
    const { cheaper: _, ...candidate } = toCandidate(part, read);
    return [{ ...candidate, ...reference }];
  }
  const [best] = chunks.toSorted((a, b) => b.words + b.cosine - a.words - a.cosine);
  if (best === undefined || best.endLine > source.lines.length) return [];
  const { startLine, endLine } = best;
  return [{ path, kind, language, startLine, endLine, score, document: source, ...reference }];
}
