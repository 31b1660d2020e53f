import type {
  DocumentReason,
  Omission,
  PassageCandidate,
  ScoredDocument,
  TaskPlan,
  TaskSettings,
} from "@dossier/core";
import type { PartQuery } from "@dossier/core/part";
import {
  compareScoredDocuments,
  explainDocument,
  fillDocuments,
  type Freshness,
  measureFreshness,
  OUTDATED_NOTE,
  scoreDocuments,
  splitByRelevance,
} from "@dossier/core/plan";
import { markNearCopies, omitLines } from "@dossier/core/pack";
import { type MaskText, withMasks } from "../../secrets/mod.ts";
import type { Gathered } from "../context_source.ts";
import type { Lease } from "../../lease/mod.ts";
import {
  cutForQuery,
  type DesignDocument,
  maskDocument,
  readDesignDocuments,
} from "./design_document.ts";
import type { DocumentCandidate, FoundDocuments } from "./find_design_documents.ts";
import { readFreshness } from "./read_freshness.ts";

/** Design documents for a bundle. */
export interface GatheredDocuments extends Pick<Required<Gathered>, "omitted"> {
  /** Selected documents as they are shown, best first. */
  readonly candidates: readonly PassageCandidate[];
  /** Paths of omitted near copies, with the paths of their originals. */
  readonly copies: ReadonlyMap<string, string>;
}

interface GatherOptions {
  /** Words of the issue, which may request a version of a document. */
  readonly question: string;
  /** Issue as the query for sections of a document. */
  readonly query: PartQuery;
  readonly settings: TaskSettings;
  readonly plan: TaskPlan;
  /** True when each document has an explanation of its score. */
  readonly explain: boolean;
  /** Returns the number of tokens of a rendered candidate. */
  readonly cost: (candidate: PassageCandidate) => number;
}

/** Options of the selection of documents. */
interface PlaceOptions extends GatherOptions {
  /** Documents by path, without unreadable ones. */
  readonly read: ReadonlyMap<string, DesignDocument>;
}

/** Document that an issue may need, with its freshness. */
interface AssessedDocument extends DocumentCandidate {
  readonly relied: Freshness;
  readonly freshness: number;
  /** Day of its last change as an ISO 8601 date, by the document or a commit. */
  readonly changed?: string;
}

type Scored = ScoredDocument<AssessedDocument>;

/** Texts of the reasons. */
const REASON_WORDS: Readonly<Record<DocumentReason, string>> = {
  linked: "the issue names it",
  bm25: "words of the issue",
  embedding: "near the issue in meaning",
  // deno-lint-ignore camelcase -- the name that noface's records have
  maybe_outdated: "may be outdated",
  // deno-lint-ignore camelcase -- the name that noface's records have
  embeddings_unavailable: "",
};

/** Freshness of a document without evidence against it. */
const FRESH: Freshness = { value: 1, reasons: [] };

/**
 * Returns the documents that fit the plan, each with its freshness, and the omitted ones, best
 * first.
 *
 * Freshness never increases a score. So a document that is not selected with full freshness is
 * never selected. Only the freshness of selected documents must be read; when it lowers their
 * scores, other documents may replace them. The same applies to near copies. Near copies that the
 * issue names are kept.
 */
export async function gatherDocuments(
  { candidates, embedded }: FoundDocuments,
  lease: Lease,
  given: GatherOptions,
): Promise<GatheredDocuments> {
  const { settings, plan } = given;
  const { indexed: { root }, visibility, sources } = lease;
  const paths = candidates.map(({ path }) => path);
  // All at once, because the omitted ones are listed with their lines, too.
  const read = await readDesignDocuments(paths, { root, visibility, sources });
  const options = { ...given, read };
  const weighed = new Map(
    candidates.map((document) => [document.path, toAssessed(document, FRESH)]),
  );
  const assessed = new Set<string>();
  const copies = new Map<string, string>();
  const omitted: Omission[] = [];
  for (;;) {
    const scored = scoreDocuments([...weighed.values()], { settings, embedded });
    const ranked = splitByRelevance(scored, settings);
    // Their cost is known only after reading: at first it counts as 0.
    const { chosen } = fillDocuments(ranked.kept, { plan, cost: () => 0 });
    let unread = new Set(chosen.map(({ document }) => document.path)).difference(
      assessed,
    );
    if (unread.size === 0) {
      const placed = await placeDocuments(ranked, options);
      unread = new Set(placed.candidates.map(({ path }) => path)).difference(assessed);
      if (unread.size === 0) {
        const found = listCopies(placed.candidates, { ...options, weighed });
        if (found.size === 0) {
          return { ...placed, copies, omitted: [...omitted, ...placed.omitted] };
        }
        for (const [path, original] of found) {
          copies.set(path, original);
          weighed.delete(path);
          omitted.push(...omitCopy(placed.candidates, { path, cost: options.cost }));
        }
        continue;
      }
    }
    for (const path of unread) assessed.add(path);
    const unknown = candidates.filter(({ path }) => unread.has(path));
    for (const document of await assessFreshness(unknown, lease, options)) {
      weighed.set(document.path, document);
    }
  }
}

/**
 * Returns the documents that are not named and whose shown text is also in another one, with the
 * path of that one.
 */
function listCopies(
  candidates: readonly PassageCandidate[],
  { question, weighed }: Pick<GatherOptions, "question"> & {
    readonly weighed: ReadonlyMap<string, AssessedDocument>;
  },
): ReadonlyMap<string, string> {
  const marked = Map.groupBy(markNearCopies(candidates, question), ({ path }) => path);
  const isShown = (path: string) => marked.get(path)!.some(({ copyOf }) => copyOf === undefined);
  return new Map(
    [...marked].flatMap(([path, [first]]) =>
      isShown(path) || weighed.get(path)!.linked ? [] : [[path, first!.copyOf!]]
    ),
  );
}

/** Returns the omission of a near copy. */
function omitCopy(
  candidates: readonly PassageCandidate[],
  { path, cost }: Pick<GatherOptions, "cost"> & { readonly path: string },
): Omission[] {
  return candidates.flatMap((candidate) =>
    candidate.path === path
      ? omitLines(candidate, { tokens: cost(candidate), reason: "duplicate" })
      : []
  );
}

/** Returns documents with their freshness, without unreadable ones. */
async function assessFreshness(
  candidates: readonly DocumentCandidate[],
  { indexed: { reader, root, history }, visibility }: Lease,
  { settings: { staleDays }, read }: Pick<PlaceOptions, "settings" | "read">,
): Promise<readonly AssessedDocument[]> {
  const dated = candidates.flatMap(({ id, path }) => {
    const document = read.get(path);
    return document === undefined ? [] : [{ ...document, id }];
  });
  const source = { root, pinned: history };
  const options = { source, visibility, staleDays, now: Date.now };
  const evidence = await readFreshness(reader, dated, options);
  return candidates.flatMap((document) => {
    const found = evidence.get(document.id);
    if (found === undefined) return [];
    const relied = toAssessed(document, measureFreshness(found, staleDays));
    if (found.dated === "file") return relied;
    // The time of a file differs between clones.
    const [changed = ""] = new Date(found.lastUpdated).toISOString().split("T");
    return { ...relied, changed };
  });
}

function toAssessed(document: DocumentCandidate, relied: Freshness): AssessedDocument {
  return { ...document, relied, freshness: relied.value };
}

/** Selects the documents that fit the plan. */
function placeDocuments(
  { kept, dropped }: { readonly kept: readonly Scored[]; readonly dropped: readonly Scored[] },
  { plan, cost, ...options }: PlaceOptions,
): Promise<Omit<GatheredDocuments, "copies">> {
  return withMasks((mask) => {
    const opened = new Map<string, readonly PassageCandidate[]>();
    const candidatesOf = (document: Scored) =>
      opened.getOrInsertComputed(
        document.document.path,
        () => toCandidates(document, { ...options, mask }),
      );
    const costOf = (document: Scored) =>
      candidatesOf(document).reduce((sum, candidate) => sum + cost(candidate), 0);
    const filled = fillDocuments(kept, {
      plan,
      // An unreadable document is not selected.
      cost: (document) => candidatesOf(document).length === 0 ? Infinity : costOf(document),
    });
    const omit = (document: Scored, reason: Omission["reason"]) => {
      const candidates = candidatesOf(document);
      // An unreadable document has no lines.
      const { startLine = 1 } = candidates[0] ?? {};
      const { endLine = 1 } = candidates.at(-1) ?? {};
      const lines = { path: document.document.path, startLine, endLine };
      return omitLines(lines, { tokens: costOf(document), reason });
    };
    const shown = filled.chosen.toSorted(compareScoredDocuments);
    return {
      candidates: shown.flatMap(candidatesOf),
      omitted: [
        ...filled.omitted.map(({ document, reason }) => omit(document, reason)),
        ...dropped.map((document) => omit(document, "relevance")),
      ],
    };
  });
}

/** Returns the shown parts of a document; empty when it is unreadable or has nothing to show. */
function toCandidates(
  scored: Scored,
  { query, explain, read, mask }: Pick<PlaceOptions, "query" | "explain" | "read"> & {
    readonly mask: MaskText;
  },
): readonly PassageCandidate[] {
  const { document: { path, relied, changed }, score, reasons } = scored;
  const unmasked = read.get(path);
  const document = unmasked && maskDocument(unmasked, mask);
  if (document === undefined || document.body.trim() === "") return [];
  const known = [
    ...(changed === undefined ? [] : [`Changed ${changed}.`]),
    ...(relied.value < 1 ? [`${OUTDATED_NOTE}.`] : []),
  ];
  return cutForQuery(document, query).map(({ remark, ...shown }): PassageCandidate => {
    const remarks = [...known, ...(remark === undefined ? [] : [remark])];
    return {
      ...shown,
      score,
      role: "document",
      freshness: relied.value,
      ...(remarks.length === 0 ? {} : { remark: remarks.join(" ") }),
      reasons: [...reasons.map((reason) => REASON_WORDS[reason]), ...relied.reasons]
        .filter((reason) => reason !== ""),
      ...(explain ? { explanation: explainDocument(scored) } : {}),
    };
  });
}
