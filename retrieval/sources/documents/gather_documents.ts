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
  cutIrrelevant,
  explainDocument,
  fillDocuments,
  type Freshness,
  measureFreshness,
  OUTDATED_NOTE,
  scoreDocuments,
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

/** What documents bring into a bundle. */
export interface GatheredDocuments extends Pick<Required<Gathered>, "omitted"> {
  /** Those with a place, as they are shown, best first. */
  readonly candidates: readonly PassageCandidate[];
  /** Paths of documents that are left out as another one says nearly the same, with the path of that. */
  readonly copies: ReadonlyMap<string, string>;
}

interface GatherOptions {
  /** The words of the issue, by which a version of a document is asked for. */
  readonly question: string;
  /** The issue, as the sections of a document are compared with it. */
  readonly query: PartQuery;
  readonly settings: TaskSettings;
  readonly plan: TaskPlan;
  /** Whether each comes with the tree that its score is made of. */
  readonly explain: boolean;
  /** Returns what a candidate costs as it is rendered, in tokens. */
  readonly cost: (candidate: PassageCandidate) => number;
}

/** What documents are given a place by. */
interface PlaceOptions extends GatherOptions {
  /** The documents, by path; without those that can not be read. */
  readonly read: ReadonlyMap<string, DesignDocument>;
}

/** A document that an issue may need, with how far it can be relied on. */
interface AssessedDocument extends DocumentCandidate {
  readonly relied: Freshness;
  readonly freshness: number;
  /** Day of its last change as an ISO 8601 date, where the document or a commit says so. */
  readonly changed?: string;
}

type Scored = ScoredDocument<AssessedDocument>;

/** What each reason is for a reader. */
const REASON_WORDS: Readonly<Record<DocumentReason, string>> = {
  linked: "the issue names it",
  bm25: "words of the issue",
  embedding: "near the issue in meaning",
  // deno-lint-ignore camelcase -- the name that noface's records have
  maybe_outdated: "may be outdated",
  // deno-lint-ignore camelcase -- the name that noface's records have
  embeddings_unavailable: "",
};

/** A document that nothing speaks against. */
const FRESH: Freshness = { value: 1, reasons: [] };

/**
 * Returns the documents that have a place in the plan, each with how far it can be relied on, and what is left
 * out for others, best first.
 *
 * Freshness never raises a score. So a document that gets no place while it counts as fresh gets none,
 * and only those with a place need be looked at; what these then lose may give it to others. So do near copies, of
 * which those that the issue names stay.
 */
export async function gatherDocuments(
  { candidates, embedded }: FoundDocuments,
  lease: Lease,
  given: GatherOptions,
): Promise<GatheredDocuments> {
  const { settings, plan } = given;
  const { indexed: { root }, visibility, sources } = lease;
  const paths = candidates.map(({ path }) => path);
  // All at once, as even of those without a place is said what they would have shown.
  const read = await readDesignDocuments(paths, { root, visibility, sources });
  const options = { ...given, read };
  const weighed = new Map(
    candidates.map((document) => [document.path, toAssessed(document, FRESH)]),
  );
  const looked = new Set<string>();
  const copies = new Map<string, string>();
  const omitted: Omission[] = [];
  for (;;) {
    const scored = scoreDocuments([...weighed.values()], { settings, embedded });
    const ranked = cutIrrelevant(scored, settings);
    // What they cost is known only when they are read: first as if they cost nothing.
    const { taken } = fillDocuments(ranked.kept, { plan, cost: () => 0 });
    let wanted = new Set(taken.map(({ document }) => document.path)).difference(
      looked,
    );
    if (wanted.size === 0) {
      const placed = await placeDocuments(ranked, options);
      wanted = new Set(placed.candidates.map(({ path }) => path)).difference(looked);
      if (wanted.size === 0) {
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
    for (const path of wanted) looked.add(path);
    const unknown = candidates.filter(({ path }) => wanted.has(path));
    for (const document of await assessFreshness(unknown, lease, options)) {
      weighed.set(document.path, document);
    }
  }
}

/** Returns the documents that nobody names of which all that would be shown is in another one, with its path. */
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

/** Returns a near copy as what is left out. */
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

/** Returns documents with how far they can be relied on; those without what can not be read any more. */
async function assessFreshness(
  wanted: readonly DocumentCandidate[],
  { indexed: { reader, root, history }, visibility }: Lease,
  { settings: { staleDays }, read }: Pick<PlaceOptions, "settings" | "read">,
): Promise<readonly AssessedDocument[]> {
  const dated = wanted.flatMap(({ id, path }) => {
    const document = read.get(path);
    return document === undefined ? [] : [{ ...document, id }];
  });
  const source = { root, pinned: history };
  const options = { source, visibility, staleDays, now: Date.now };
  const evidence = await readFreshness(reader, dated, options);
  return wanted.flatMap((document) => {
    const found = evidence.get(document.id);
    if (found === undefined) return [];
    const relied = toAssessed(document, measureFreshness(found, staleDays));
    if (found.dated === "file") return relied;
    // The time of a file differs from one clone to the next.
    const [changed = ""] = new Date(found.lastUpdated).toISOString().split("T");
    return { ...relied, changed };
  });
}

function toAssessed(document: DocumentCandidate, relied: Freshness): AssessedDocument {
  return { ...document, relied, freshness: relied.value };
}

/** Gives those documents that the plan has room for a place. */
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
      // What can not be read any more has no place.
      cost: (document) => candidatesOf(document).length === 0 ? Infinity : costOf(document),
    });
    const omit = (document: Scored, reason: Omission["reason"]) => {
      const candidates = candidatesOf(document);
      // Of what can not be read any more there are no lines to name.
      const { startLine = 1 } = candidates[0] ?? {};
      const { endLine = 1 } = candidates.at(-1) ?? {};
      const lines = { path: document.document.path, startLine, endLine };
      return omitLines(lines, { tokens: costOf(document), reason });
    };
    const shown = filled.taken.toSorted(compareScoredDocuments);
    return {
      candidates: shown.flatMap(candidatesOf),
      omitted: [
        ...filled.left.map(({ document, reason }) => omit(document, reason)),
        ...dropped.map((document) => omit(document, "relevance")),
      ],
    };
  });
}

/** Returns what is shown of a document; nothing when it can not be read, or has nothing to show. */
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
