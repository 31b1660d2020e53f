import type { Omission, PassageCandidate, PassageSource } from "@dossier/core";
import {
  bestBlocks,
  type BestBlocksOptions,
  findSignature,
  type Part,
  type RankedPart,
} from "@dossier/core/part";
import { formatPath, joinRanges } from "@dossier/core/fragment";
import { omitLines } from "@dossier/core/pack";
import { present } from "@dossier/core/text";
import type { FoundParts, LoadedFile } from "../../search/mod.ts";
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

/** Share of the lines of a part that are shown when not all fit; with .3 or .7 it was no better. */
const SHOWN_SHARE = 0.5;

/**
 * The least chance of such a part: others would take the room of what fits. Of 81 questions, seven budgets
 * around 1,000 tokens and six around 2,000 showed .398 and .573 of the needed lines with outlines alone, .410
 * and .571 with some lines from .25 on, .414 and .565 with some lines of all.
 */
const MIN_SHOWN_WORTH = 0.25;

const REFERENCE = { instead: { form: "reference", text: "" } } as const;

/** Of a file that is not read no lines are known, as its name needs none. */
const UNREAD: PassageSource = { lines: [] };

/**
 * Returns found parts as what a bundle is chosen from.
 *
 * @param terms Those of the query, by which lines are chosen of a part that does not fit.
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
    // All lines that were indexed: which of them are asked for can not be told any more.
    omitted: changed.map((file) => {
      const endLine = file.chunks.at(-1)?.endLine ?? 1;
      const lines = { path: formatPath(file), startLine: 1, endLine };
      return omitLines(lines, { tokens: 0, reason: "changed" });
    }),
  };
}

function toCandidate(
  { file, part, score, worth, explanation }: RankedPart,
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
    worth,
    document: source,
    ...joinRanges([...isPiece(part, file.parts) ? signatureOf() : [], part], source),
    ...present({ symbol, explanation }),
    ...(container !== "" && container !== symbol && { container }),
    cheaper: [
      // Both are worked out only for a candidate that does not fit.
      {
        form: "snippet",
        text: "",
        get ranges() {
          if (worth < MIN_SHOWN_WORTH) return undefined;
          return bestBlocks(part, {
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

/** Returns whether a part is a piece of a definition that is too long. */
function isPiece(part: Part, parts: readonly Part[]): boolean {
  return part.isRest || parts[parts.indexOf(part) + 1]?.isRest === true;
}

/** Returns the name of a file's best part; of a file that was not cut, of its best chunk. */
function nameFile(read: LoadedFile, ranked: readonly RankedPart[]): PassageCandidate[] {
  const key = formatPath(read.file);
  const part = ranked.find(({ file }) => formatPath(file) === key);
  if (part === undefined) {
    return nameBestChunk(read).filter(({ endLine }) => endLine <= read.source.lines.length);
  }
  const { cheaper: _, ranges: __, ...candidate } = toCandidate(part, read, []);
  // Of a piece its own lines: those from the signature on may be hundreds of others.
  const { startLine, endLine } = part.part;
  // The file is needed for any of its parts.
  const worth = ranked.reduce((sum, { file, worth }) => file === part.file ? sum + worth : sum, 0);
  return [{ ...candidate, startLine, endLine, worth, ...REFERENCE }];
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
