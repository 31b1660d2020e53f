import { parseQuery } from "@dossier/core/query";
import type { EngineServices } from "@dossier/retrieval/lease";
import {
  type Anchor,
  ClaimChecker,
  type ClaimFinding,
  type Classification,
  listSentences,
  MAX_ANCHORS,
  MemoryError,
  type ObservationKind,
} from "./core/mod.ts";
import type { CitedTree } from "./cited_tree.ts";
import { cleanClaim } from "./clean_claim.ts";
import { ObservationJudge } from "./judged_observation.ts";
import { unknownIdError } from "./recall.ts";
import { linkObservation } from "./link_observation.ts";
import { readFingerprint } from "./read_fingerprint.ts";
import {
  changeObservation,
  findObservation,
  type MemoryPlace,
  type ObservationDraft,
  storeObservation,
  writeFingerprint,
} from "./store/mod.ts";

/** Documents of the tree that are searched for a claim of a user. */
const SEARCHED_DOCUMENTS = 5;

/** A claim of a user or of the rules. */
export interface Claim {
  /** One or a few sentences. */
  readonly content: string;
  /** Its reason or source. */
  readonly reason?: string | undefined;
  /** The kind of its subject. */
  readonly kind: ObservationKind;
  /**
   * Its citations: `src/a.ts`, `src/a.ts:10-20`, `src/a.ts#Uploader.retry`. Paths in the claim are
   * cited too.
   */
  readonly paths?: readonly string[] | undefined;
  /** The audience. @default "internal" */
  readonly classification?: Classification | undefined;
  /** Words to find it by. */
  readonly tags?: readonly string[] | undefined;
  /** The owner within the project. @default all agents */
  readonly agent?: string | undefined;
  /** The session that it comes from. */
  readonly session?: string | undefined;
  /** The place where rules found it; absent for claims of users. */
  readonly evidence?: string | undefined;
  /** True when it waits for review. @default false */
  readonly isWaiting?: boolean | undefined;
  /** Id of the observation that it replaces. */
  readonly supersedes?: string | undefined;
}

/** The result of storing a claim. */
export interface Remembered {
  /** Such as `o12`. */
  readonly id: string;
  /** The similarity to an existing observation; absent when there is none, or it is replaced. */
  readonly same?: "exact" | "near" | undefined;
  /** The claim as it is stored. */
  readonly content: string;
  /** Its citations. */
  readonly anchors: readonly Anchor[];
  /** A note when there is a second memory. */
  readonly note?: string | undefined;
}

/**
 * Stores a claim with its citations, without control characters and secrets.
 *
 * @throws {MemoryError} `invalid-observation` for an empty or too long claim, and for a citation
 * that is not in the tree; `observation-known` when the tree contains the claim, or its
 * instructions contradict it.
 */
export async function remember(
  engine: Pick<EngineServices, "lease" | "search">,
  place: MemoryPlace,
  claim: Claim,
  freshness: Parameters<EngineServices["lease"]>[0] = {},
): Promise<Remembered> {
  const { content, reason, ...texts } = await cleanClaim(claim);
  const prepared = await engine.lease(freshness, async (lease) => {
    const judge = new ObservationJudge(lease);
    const anchors = await citeAll(judge.tree, content, claim.paths ?? []);
    const finding = judge.findInstruction({ content, anchors }) ??
      findInCitedFiles(judge.tree, content, anchors);
    return { anchors, finding, judge };
  });
  const { anchors, judge } = prepared;
  const finding = prepared.finding ?? await findInDocuments(engine, judge.tree, content);
  if (finding !== undefined) throw knownClaimError(content, finding);
  const { supersedes } = claim;
  const draft: ObservationDraft = {
    content,
    reason,
    anchors,
    kind: claim.kind,
    origin: claim.evidence === undefined ? "explicit" : "captured",
    classification: claim.classification ?? "internal",
    isWaiting: claim.isWaiting,
    supersedes,
    ...texts,
  };
  if (supersedes !== undefined && await findObservation(place, supersedes) === undefined) {
    throw unknownIdError(supersedes);
  }
  const kept = await storeObservation(place, draft);
  if (supersedes !== undefined && supersedes !== kept.id) {
    await changeObservation(place, supersedes, { action: "supersede", by: kept.id });
  }
  // A user who states the same again confirms it for the present tree.
  if (kept.same === "exact" && draft.origin === "explicit" && anchors.length > 0) {
    await changeObservation(place, kept.id, { action: "verify", anchors });
  }
  // The existing observation may differ from the new claim.
  const linked = kept.same === undefined ? undefined : await findObservation(place, kept.id);
  await linkObservation(place, kept.id, linked ?? draft);
  await storeFingerprint(place, judge.tree);
  return { ...kept, content, anchors };
}

/** Stores the technologies of the project, by which similar projects are found. */
async function storeFingerprint(place: MemoryPlace, tree: CitedTree): Promise<void> {
  const read = (path: string) => Promise.resolve(tree.readLines(path)?.join("\n"));
  await writeFingerprint(place, await readFingerprint(read));
}

/**
 * Returns the anchors of the citations that a user names, and of the paths in the claim that exist
 * in the tree.
 */
async function citeAll(
  tree: CitedTree,
  content: string,
  written: readonly string[],
): Promise<readonly Anchor[]> {
  const named = parseQuery(content).paths.flatMap(({ path }) => path ?? []);
  const anchors = await Promise.all([
    ...written.map((path) => tree.cite(path, content)),
    ...[...new Set(named)].filter((path) => tree.has(path) && !written.includes(path))
      .map((path) => tree.cite(path, content)),
  ]);
  const byPlace = new Map(anchors.map((anchor) => [JSON.stringify(anchor), anchor]));
  return [...byPlace.values()].slice(0, MAX_ANCHORS);
}

/** Returns the sentence of a cited file that makes the claim, such as a comment. */
function findInCitedFiles(
  tree: CitedTree,
  content: string,
  anchors: readonly Anchor[],
): ClaimFinding | undefined {
  const sentences = anchors.flatMap(({ path }) => listSentences(path, tree.readLines(path) ?? []));
  const finding = new ClaimChecker(sentences).find(content);
  // In code, only the same claim counts: code has other numbers and negations.
  return finding?.kind === "said" ? finding : undefined;
}

/** Returns the sentence that makes the claim in the best documents of the tree. */
async function findInDocuments(
  engine: Pick<EngineServices, "lease" | "search">,
  tree: CitedTree,
  content: string,
): Promise<ClaimFinding | undefined> {
  const filter = { kind: "document" } as const;
  const searchOptions = { filter, by: "file", limit: SEARCHED_DOCUMENTS, refresh: false } as const;
  const { results } = await engine.search(content, searchOptions);
  const sentences = results.flatMap(({ path }) => listSentences(path, tree.readLines(path) ?? []));
  const finding = new ClaimChecker(sentences).find(content);
  return finding?.kind === "said" ? finding : undefined;
}

function knownClaimError(content: string, { kind, path, line, text }: ClaimFinding): MemoryError {
  return new MemoryError("observation-known", {
    action: `remember "${shorten(content)}"`,
    rule: kind === "said"
      ? "the instructions of the tree already say it"
      : "the instructions of the tree contradict it",
    state: `${path}:${line} has "${shorten(text)}"`,
    fix: kind === "said" ? "agents read it there" : "change that line, or the claim",
  });
}

function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
