import type { Omission, PassageCandidate, PassageSource } from "@dossier/core";
import {
  cutParts,
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
  const options = {
    query: { text: asked.query.text, ...query, ...queryTraits(query) },
    phrase: await openPhrases(parted, phrases),
    disabled: new Set(disabled),
  };
  const first = rankParts(parted, options);
  const headMeaning = await embedHeads(first.slice(0, MAX_EMBEDDED), { asked, embedder });
  const ranked = rankParts(parted, { ...options, headMeaning, explain });
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
    names: parted.map((file): PassageCandidate => {
      const { cheaper: _, ...candidate } = toCandidate(best.get(file)![0]!);
      return { ...candidate, instead: { form: "reference", text: "" } };
    }),
    omitted,
  };
}

function partsOf(source: PassageSource, { path, language, kind }: FoundFile): readonly Part[] {
  const known = PARTS.get(source);
  if (known !== undefined) return known;
  const text = source.lines.join("\n");
  const parts = cutParts(text.length > MAX_CUT_CHARACTERS ? "" : text, { path, language, kind });
  PARTS.set(source, parts);
  return parts;
}

/** Returns what says how strongly a part holds a phrase; undefined without phrases. */
async function openPhrases(
  files: readonly PartedFile[],
  phrases: FoundFiles["phrases"],
): Promise<((file: PartedFile, part: Part) => number) | undefined> {
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
  ranked: readonly RankedPart[],
  { asked: { vector }, embedder }: Pick<ProposePartsOptions, "asked" | "embedder">,
): Promise<((part: Part) => number) | undefined> {
  if (vector === undefined || embedder?.isFast !== true) return undefined;
  const texts = ranked.map(({ file: { path }, part: { symbol = "", head } }) =>
    [path.replaceAll("/", " "), symbol, head].join("\n")
  );
  const rows = await embedder.embedPassages(texts);
  const cosines = new Map(ranked.map(({ part }, i) => [part, cosine(rows[i]!, vector.numbers)]));
  return (part) => cosines.get(part) ?? 0;
}

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
