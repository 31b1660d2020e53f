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
import { refuseId } from "./recall.ts";
import { linkObservation } from "./link_observation.ts";
import { readFingerprint } from "./read_fingerprint.ts";
import {
  changeObservation,
  findObservation,
  keepObservation,
  type MemoryPlace,
  type ObservationDraft,
  writeFingerprint,
} from "./store/mod.ts";

/** Documents of the tree in which a claim is looked for that somebody states. */
const SEARCHED_DOCUMENTS = 5;

/** What somebody states, or rules have found. */
export interface Claim {
  /** One or a few sentences. */
  readonly content: string;
  /** Why it holds, or how it is known. */
  readonly reason?: string | undefined;
  /** What it is about. */
  readonly kind: ObservationKind;
  /** What it cites: `src/a.ts`, `src/a.ts:10-20`, `src/a.ts#Uploader.retry`. Paths in the claim are cited as well. */
  readonly paths?: readonly string[] | undefined;
  /** Who may see it. @default "internal" */
  readonly classification?: Classification | undefined;
  /** Words to find it by. */
  readonly tags?: readonly string[] | undefined;
  /** Whose it is within the project. @default that of all agents */
  readonly agent?: string | undefined;
  /** The session that it comes from. */
  readonly session?: string | undefined;
  /** Where rules found it; absent for what somebody states. */
  readonly evidence?: string | undefined;
  /** Whether it waits for review. @default false */
  readonly isWaiting?: boolean | undefined;
  /** Id of the observation that it replaces. */
  readonly supersedes?: string | undefined;
}

/** What became of a claim. */
export interface Remembered {
  /** Such as `o12`. */
  readonly id: string;
  /** How the observation compares that was there before; absent when there was none, or it is replaced. */
  readonly same?: "exact" | "near" | undefined;
  /** The claim as it is kept. */
  readonly content: string;
  /** What it cites. */
  readonly anchors: readonly Anchor[];
  /** Says so where it is a second memory; see `noteSecondMemory()`. */
  readonly note?: string | undefined;
}

/**
 * Stores a claim with what it cites, without control characters and secrets.
 *
 * @throws {MemoryError} `invalid-observation` for an empty or too long claim, and for a place that is not in the tree;
 * `observation-known` when the tree says the same already, or its instructions say otherwise.
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
      findSaid(judge.tree, content, anchors);
    return { anchors, finding, judge };
  });
  const { anchors, judge } = prepared;
  const finding = prepared.finding ?? await findDocument(engine, judge.tree, content);
  if (finding !== undefined) throw refuseKnown(content, finding);
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
    throw refuseId(supersedes);
  }
  const kept = await keepObservation(place, draft);
  if (supersedes !== undefined && supersedes !== kept.id) {
    await changeObservation(place, supersedes, { action: "supersede", by: kept.id });
  }
  // Who states the same again has seen that it holds, with what is there now.
  if (kept.same === "exact" && draft.origin === "explicit" && anchors.length > 0) {
    await changeObservation(place, kept.id, { action: "verify", anchors });
  }
  // What was there before has not always taken over what is said now.
  const linked = kept.same === undefined ? undefined : await findObservation(place, kept.id);
  await linkObservation(place, kept.id, linked ?? draft);
  await noteFingerprint(place, judge.tree);
  return { ...kept, content, anchors };
}

/** Keeps what the project is made with, by which similar projects are found. */
async function noteFingerprint(place: MemoryPlace, tree: CitedTree): Promise<void> {
  const read = (path: string) => Promise.resolve(tree.linesOf(path)?.join("\n"));
  await writeFingerprint(place, await readFingerprint(read));
}

/** Returns the anchors of what somebody names, and of the paths that a claim itself names and the tree has. */
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

/** Returns the sentence of a cited file that makes the claim, as a comment does. */
function findSaid(
  tree: CitedTree,
  content: string,
  anchors: readonly Anchor[],
): ClaimFinding | undefined {
  const sentences = anchors.flatMap(({ path }) => listSentences(path, tree.linesOf(path) ?? []));
  const finding = new ClaimChecker(sentences).find(content);
  // Of code only the same counts: it has numbers and negations of its own.
  return finding?.kind === "said" ? finding : undefined;
}

/** Returns the sentence that makes the claim in the documents of the tree that answer it best. */
async function findDocument(
  engine: Pick<EngineServices, "lease" | "search">,
  tree: CitedTree,
  content: string,
): Promise<ClaimFinding | undefined> {
  const filter = { kind: "document" } as const;
  const asked = { filter, by: "file", limit: SEARCHED_DOCUMENTS, refresh: false } as const;
  const { results } = await engine.search(content, asked);
  const sentences = results.flatMap(({ path }) => listSentences(path, tree.linesOf(path) ?? []));
  const finding = new ClaimChecker(sentences).find(content);
  return finding?.kind === "said" ? finding : undefined;
}

function refuseKnown(content: string, { kind, path, line, text }: ClaimFinding): MemoryError {
  return new MemoryError("observation-known", {
    action: `remember "${shorten(content)}"`,
    rule: kind === "said"
      ? "the tree says so already"
      : "the instructions of the tree say otherwise",
    state: `${path}:${line} has "${shorten(text)}"`,
    fix: kind === "said" ? "agents read it there" : "change that line, or the claim",
  });
}

function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
