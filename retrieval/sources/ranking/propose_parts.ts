import type { Omission, PassageCandidate, PassageSource } from "@dossier/core";
import {
  addHeadMeaning,
  cutParts,
  gatherPartEvidence,
  type Part,
  type PartedFile,
  type RankedPart,
  rankParts,
} from "@dossier/core/part";
import { omitLines } from "@dossier/core/pack";
import { queryTraits } from "@dossier/core/rank";
import type { Embedder } from "../../embed/mod.ts";
import type { AskedQuery, FoundFile, FoundFiles } from "../../search/mod.ts";
import { readSources, type SourceTree } from "../../tree/mod.ts";
import { outlineRange } from "./read_passages.ts";

/** What {@link proposeParts} goes by. */
export interface ProposePartsOptions extends SourceTree {
  readonly asked: AskedQuery;
  /** Embeds what parts say of themselves. */
  readonly embedder: Embedder | undefined;
  readonly disabled?: readonly string[] | undefined;
  readonly explain?: boolean | undefined;
}

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

/** Parts whose names and signatures are embedded: the best by all else. */
const MAX_EMBEDDED = 150;

/** UTF-16 units of a file up to which it is cut into parts, as what is longer is data. */
const MAX_CUT_CHARACTERS = 1_000_000;

/** The parts of texts that were cut before; a shelf of sources gives the same object for the same text. */
const PARTS = new WeakMap<PassageSource, readonly Part[]>();

/** The vectors of parts by the model that made them; each lasts as long as its part. */
const HEADS = new WeakMap<Embedder, WeakMap<Part, Float32Array>>();

/** The step that reads them. */
const HEAD_MEANING = "part-head-meaning";

/** Returns the parts of the best files for a query, best first, read from the tree as it is now. */
export async function proposeParts(
  { files, query, phrases }: FoundFiles,
  { asked, embedder, disabled = [], explain = false, ...tree }: ProposePartsOptions,
): Promise<ProposedParts> {
  const allowed = files.filter(({ path }) => tree.visibility.shows(path));
  const sources = await readSources(allowed, tree);
  const omitted: Omission[] = [];
  const found = new Map<string, { readonly file: FoundFile; readonly source: PassageSource }>();
  const parted = allowed.flatMap((file): PartedFile[] => {
    const source = sources.get(file.path);
    if (source === undefined) {
      omitted.push(
        omitLines({ path: file.path, startLine: 1, endLine: 1 }, { tokens: 0, reason: "changed" }),
      );
      return [];
    }
    found.set(file.path, { file, source });
    const { path, kind, kinds, score, chunks } = file;
    const parts = partsOf(source, file);
    return [{
      ...{ path, kinds, score, chunks, parts },
      lines: source.lines,
      isDocument: kind === "document",
    }];
  });
  const partQuery = { text: asked.query.text, ...query, ...queryTraits(query) };
  const options = { query: partQuery, disabled: new Set(disabled) };
  const known = gatherPartEvidence(parted, partQuery, await openPhrases(parted, phrases));
  const cosines = options.disabled.has(HEAD_MEANING) ? undefined : await embedHeads(
    () => rankParts(known, options).slice(0, MAX_EMBEDDED),
    { asked, embedder },
  );
  const ranked = rankParts(cosines ? addHeadMeaning(known, cosines) : known, {
    ...options,
    explain,
  });
  const byMeaning = files.some((file) => file.byMeaning);
  const toCandidate = (
    { file: { path }, part, score, worth, explanation }: RankedPart,
  ): PassageCandidate => {
    const { file: { language, kind }, source } = found.get(path)!;
    const { startLine, endLine, symbol } = part;
    return {
      ...{ path, kind, language, startLine, endLine, score, worth, document: source },
      ...(symbol === undefined ? {} : { symbol }),
      ...(explanation === undefined ? {} : { explanation }),
      cheaper: [{
        form: "outline",
        get text() {
          return outlineRange(source, { startLine, endLine, language });
        },
      }],
    };
  };
  const best = Map.groupBy(ranked, ({ file }) => file);
  return {
    candidates: ranked.slice(0, byMeaning ? allowed.length : MAX_PARTS).map(toCandidate),
    names: parted.flatMap((file): PassageCandidate[] => {
      const [first] = best.get(file) ?? [];
      if (first === undefined) return [];
      const { cheaper: _, ...candidate } = toCandidate(first);
      return [{ ...candidate, instead: { form: "reference", text: "" } }];
    }),
    omitted,
  };
}

/** Returns the parts of a text; of one that is too long, its chunks. */
function partsOf(source: PassageSource, file: FoundFile): readonly Part[] {
  const known = PARTS.get(source);
  if (known !== undefined) return known;
  const text = source.lines.join("\n");
  const parts = text.length > MAX_CUT_CHARACTERS
    ? file.chunks.map(({ startLine, endLine }): Part => ({
      ...{ startLine, endLine, kind: "block", names: [], container: "", head: "", isRest: false },
    }))
    : cutParts(text, file);
  PARTS.set(source, parts);
  return parts;
}

/** Returns what says how strongly a part holds a phrase; undefined without phrases. */
async function openPhrases(
  files: readonly PartedFile[],
  phrases: FoundFiles["phrases"],
): Promise<Parameters<typeof gatherPartEvidence>[2]> {
  if (phrases.length === 0) return undefined;
  const { findPhrase } = await import("@dossier/core/query");
  const places = new Map(files.map((file) => [
    file,
    phrases.flatMap(({ text, weight }) =>
      findPhrase(text, file.lines).map((row) => ({ line: row + 1, weight }))
    ),
  ]));
  return (file, { startLine, endLine }) =>
    places.get(file)!.filter(({ line }) => startLine <= line && line <= endLine)
      .reduce((best, { weight }) => Math.max(best, weight), 0);
}

/** Returns the cosines of what some parts say of themselves; undefined without a model that is fast. */
async function embedHeads(
  listRanked: () => readonly RankedPart[],
  { asked: { vector }, embedder }: Pick<ProposePartsOptions, "asked" | "embedder">,
): Promise<ReadonlyMap<Part, number> | undefined> {
  if (vector === undefined || embedder?.isFast !== true) return undefined;
  const ranked = listRanked();
  const rows = HEADS.get(embedder) ?? new WeakMap<Part, Float32Array>();
  HEADS.set(embedder, rows);
  const unknown = ranked.filter(({ part }) => !rows.has(part));
  const texts = unknown.map(({ file: { path }, part: { symbol = "", head } }) =>
    [path.replaceAll("/", " "), symbol, head].join("\n")
  );
  const embedded = texts.length === 0 ? [] : await embedder.embedPassages(texts);
  unknown.forEach(({ part }, i) => rows.set(part, embedded[i]!));
  return new Map(ranked.map(({ part }) => [part, cosine(rows.get(part)!, vector.numbers)]));
}

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
