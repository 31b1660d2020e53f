import type { Omission, PassageCandidate, PassageSource } from "@dossier/core";
import {
  type BestBlocksOptions,
  chooseBestBlocks,
  findSignature,
  type Part,
  type RankedPart,
} from "@dossier/core/part";
import { formatPath, joinRanges } from "@dossier/core/fragment";
import { omitLines } from "@dossier/core/pack";
import { omitUndefined } from "@dossier/core/text";
import type { FoundParts, LoadedFile } from "../../search/mod.ts";
import { outlineRange } from "./read_passages.ts";

/** Candidates for a bundle from parts of files. */
export interface ProposedParts {
  /** Candidates, best first. */
  readonly candidates: readonly PassageCandidate[];
  /** Best part of each file, only by its name, best file first. */
  readonly names: readonly PassageCandidate[];
  /** Files that have changed since they were indexed. */
  readonly omitted: readonly Omission[];
}

/** Maximum number of parts that are candidates for a bundle. */
const MAX_PARTS = 60;

/** Share of the lines of a part that are shown when not all fit; .3 or .7 were no better. */
const SHOWN_SHARE = 0.5;

/**
 * Minimum probability of a part that is shown with some lines: others would displace parts that
 * fit. For 81 questions, seven budgets around 1,000 tokens and six around 2,000 showed .398 and
 * .573 of the needed lines with outlines only, .410 and .571 with some lines from .25 on, and .414
 * and .565 with some lines of all.
 */
const MIN_SHOWN_WORTH = 0.25;

const REFERENCE = { replacement: { form: "reference", text: "" } } as const;

/** Source of a file that is not read: its name needs no lines. */
const UNREAD: PassageSource = { lines: [] };

/**
 * Returns the candidates for a bundle from found parts.
 *
 * @param terms Terms of the query, which select the lines of a part that does not fit.
 */
export function proposeParts(
  { ranked, read, changed, further }: FoundParts,
  terms: BestBlocksOptions["terms"],
): ProposedParts {
  const files = [...read.values()];
  const isByMeaning = files.some(({ file }) => file.byMeaning);
  return {
    candidates: ranked.slice(0, isByMeaning ? files.length : MAX_PARTS)
      .map((part) => toCandidate(part, read.get(formatPath(part.file))!, terms)),
    names: [
      ...files.flatMap((one) => nameFile(one, ranked)),
      ...further.flatMap((file) => nameBestChunk({ file, source: UNREAD })),
    ],
    // All indexed lines: the relevant ones are unknown after the change.
    omitted: changed.map((file) => {
      const endLine = file.chunks.at(-1)?.endLine ?? 1;
      const lines = { path: formatPath(file), startLine: 1, endLine };
      return omitLines(lines, { tokens: 0, reason: "changed" });
    }),
  };
}

function toCandidate(
  { file, part, score, needProbability, explanation }: RankedPart,
  { file: found, source }: LoadedFile,
  terms: BestBlocksOptions["terms"],
): PassageCandidate {
  const { language, kind } = found;
  const { startLine, endLine, symbol, container } = part;
  const signatureOf = () => {
    const found = findSignature(part, file);
    return found === undefined ? [] : [found];
  };
  return {
    path: formatPath(found),
    kind,
    language,
    score,
    needProbability,
    document: source,
    ...joinRanges([...isPiece(part, file.parts) ? signatureOf() : [], part], source),
    ...omitUndefined({ symbol, explanation }),
    ...(container !== "" && container !== symbol && { container }),
    cheaper: [
      // Both are computed only for a candidate that does not fit.
      {
        form: "snippet",
        text: "",
        get ranges() {
          if (needProbability < MIN_SHOWN_WORTH) return undefined;
          return chooseBestBlocks(part, {
            lines: source.lines,
            terms,
            share: SHOWN_SHARE,
            signature: signatureOf()[0],
          });
        },
      },
      {
        form: "outline",
        get text() {
          return outlineRange(source, { startLine, endLine, language });
        },
      },
    ],
  };
}

/** Returns true when a part is a piece of a long definition. */
function isPiece(part: Part, parts: readonly Part[]): boolean {
  return part.isContinuation || parts[parts.indexOf(part) + 1]?.isContinuation === true;
}

/** Returns the name of the best part of a file, or of its best chunk when it was not cut. */
function nameFile(read: LoadedFile, ranked: readonly RankedPart[]): PassageCandidate[] {
  const key = formatPath(read.file);
  const part = ranked.find(({ file }) => formatPath(file) === key);
  if (part === undefined) {
    return nameBestChunk(read).filter(({ endLine }) => endLine <= read.source.lines.length);
  }
  const { cheaper: _, ranges: __, ...candidate } = toCandidate(part, read, []);
  // The lines of the piece only: there may be hundreds of others from the signature on.
  const { startLine, endLine } = part.part;
  // The file may be needed for any of its parts.
  const worth = ranked.reduce(
    (sum, { file, needProbability }) => file === part.file ? sum + needProbability : sum,
    0,
  );
  return [{ ...candidate, startLine, endLine, needProbability: worth, ...REFERENCE }];
}

function nameBestChunk(
  { file, source }: LoadedFile,
): PassageCandidate[] {
  const { language, kind, score, chunks } = file;
  const path = formatPath(file);
  const [best] = chunks.toSorted((a, b) => b.words + b.cosine - a.words - a.cosine);
  if (best === undefined) return [];
  const { startLine, endLine } = best;
  return [{ path, kind, language, startLine, endLine, score, document: source, ...REFERENCE }];
}
