import type {
  Bundle,
  Issue,
  Note,
  RequestDecision,
  RequestOutcome,
  TaskSettings,
  WorkManifest,
} from "@dossier/core";
import { decideExclusion } from "@dossier/core/exclude";
import {
  decideRequests,
  parseEndSignals,
  parseSignals,
  type Signal,
  type TargetPlaces,
} from "@dossier/core/signal";
import type { Lease } from "../sources/mod.ts";
import { openPayment, packBundle } from "../delivery/mod.ts";
import { findBySlug } from "../sources/documents/mod.ts";
import type { ContextOptions } from "./engine_options.ts";
import { withMasks } from "../secrets/mod.ts";
import { type HeldPassage, holdsPassage, openHoldings } from "../delivery/state/mod.ts";
import { findDocumentHash } from "../index/mod.ts";
import { mergeTaskSettings } from "../config/task/mod.ts";
import {
  type AnsweredRequest,
  AskedFiles,
  type FindPlacesOptions,
  isMissed,
  isWholeDocument,
  tellOutcomes,
} from "../sources/signals/mod.ts";
import {
  findLiteralPath,
  locateFile,
  type LocateOptions,
  openForbidden,
  toTreePath,
} from "../tree/mod.ts";
import { openTreeFiles } from "../sources/manifest/mod.ts";

/** Options of an answer to an agent's requests. */
export interface RequestOptions extends
  Pick<
    ContextOptions,
    | "budget"
    | "maxSent"
    | "estimator"
    | "format"
    | "refresh"
    | "maxRefreshMs"
    | "signal"
    | "onProgress"
  > {
  /** The session of the agent, which the rounds are counted of. */
  readonly session: string;
  /** Which round of its requests this is, from 1. @default the one after the last */
  readonly round?: number | undefined;
  /** What set it off, for the record. @default "need" */
  readonly trigger?: string | undefined;
  /** Settings that go before those of the project, such as `needMode`. */
  readonly settings?: Partial<TaskSettings> | undefined;
  /** Who else may edit a file at present, by path: what they hold is not granted. */
  readonly locks?: Readonly<Record<string, string>> | undefined;
}

/** What {@link answerRequests} knows of the session. */
export interface RequestSession {
  /** The session. */
  readonly id: string;
  /** The round that is answered. */
  readonly round: number;
  /** The issue of its last bundle, with the work manifest as it has become. */
  readonly issue: Issue | undefined;
  /** What it was given. */
  readonly held: readonly HeldPassage[];
}

/** Nothing was asked for. */
const NO_REQUESTS: Note = {
  code: "no-requests",
  message:
    "There is no request in the text: one is a line of its own, such as NEED_CODE: src/a.ts:1-20",
};

/**
 * Returns the answer to the requests in an agent's text: what became of each, and the texts of those that
 * are provided. An answer is a bundle: it has a budget, a hash and a record.
 */
export async function answerRequests(
  text: string,
  state: Lease,
  { session, options }: { readonly session: RequestSession; readonly options: RequestOptions },
): Promise<Bundle> {
  const { indexed, exclusions, index } = state;
  const { root, store } = indexed;
  const merged = mergeTaskSettings(indexed.settings.given, options.settings);
  const { settings } = merged;
  const payment = await openPayment(
    { ...options, budget: options.budget ?? settings.promptTokenLimit },
    root,
  );
  const signals = parseSignals(text).map((signal) => preferLiteral(signal, { root, exclusions }));
  const manifest = session.issue?.manifest;
  const isForbidden = await openForbidden(manifest, root);
  const places = await findAllPlaces(signals.slice(0, PLACES_PER_ITEM * settings.needMaxItems), {
    ...{ store, root, exclusions },
    isServed: (path) => !isForbidden(path) && decideExclusion({ path }, exclusions) === undefined,
  });
  const targets = [
    ...signals.map(({ target }) => target),
    ...[...places.values()].flatMap(({ found }) => found.map(({ path }) => path)),
  ];
  const isOfTree = await openTreeFiles(targets, { state, root, exclusions });
  const isHeld = holdsPassage(session.held);
  // A file that the index does not have is not held: its hash would have to be worked out.
  const hashOf = (path: string) => findDocumentHash(store, path) ?? "unknown";
  const lockHolder = openLocks(options.locks, root);
  const { decided, wanted } = await withMasks((mask) => {
    const files = new AskedFiles({
      ...{ root, exclusions, isOfTree, isForbidden, mask },
      asksForDocuments: signals.some(isWholeDocument),
    });
    const decided = decideRequests(signals, {
      round: session.round,
      settings,
      exclusions,
      root,
      ...(manifest === undefined ? {} : { manifest }),
      lookups: {
        look: (path) => files.look(path),
        findDocument: (slug) =>
          findBySlug(store, slug, { root, exclusions, vault: settings.vault }),
        findPlaces: (target) => places.get(target),
        // Lines are held whatever text they were part of, as long as their file is the same.
        holds: (path, { startLine, endLine, nextLine }) =>
          isHeld({
            ...{ path, startLine, endLine, contentHash: "", fileHash: hashOf(path) },
            isCut: nextLine !== undefined,
          }),
        lockHolder,
      },
    });
    const wanted = decided.decisions.flatMap((decision) => {
      const candidate = files.toCandidate(decision);
      return candidate === undefined ? [] : [{ decision, candidate }];
    });
    return { decided, wanted };
  });
  const issue = withManifest(session.issue, decided.manifest);
  const ended = parseEndSignals(text);
  const notes: readonly Note[] = [
    ...state.notes,
    ...merged.notes,
    ...(decided.decisions.length + ended.length === 0 ? [NO_REQUESTS] : []),
  ];
  const pack = (shown: readonly AnsweredRequest[], outcomes: readonly RequestOutcome[]) =>
    // Whole documents first: of lines that are asked for besides, those remain that they do not show.
    packBundle(
      [true, false].map((isWhole) => ({
        candidates: shown.filter(({ decision: { signal } }) => isWholeDocument(signal) === isWhole)
          .map(({ candidate }) => candidate),
        relevanceFloor: 0,
      })),
      {
        ...payment,
        query: decided.decisions.map(({ request }) => request).join("\n"),
        root,
        index,
        ...(issue === undefined ? {} : { issue }),
        session: session.id,
        holdings: openHoldings(session.held, hashOf),
        ...(ended.length === 0 ? {} : { signals: ended }),
        outcomes,
        notes,
      },
    );
  let shown: readonly AnsweredRequest[] = wanted;
  let outcomes: readonly RequestOutcome[] = decided.decisions.map(toOutcome);
  for (;;) {
    const bundle = await pack(shown, outcomes);
    shown = shown.filter((asked) => !isMissed(asked, bundle));
    const told = tellOutcomes(decided.decisions, { wanted, shown, bundle });
    if (JSON.stringify(told) === JSON.stringify(outcomes)) return bundle;
    // To say so takes room as well, for which others may have to go.
    outcomes = told;
  }
}

/** Requests that are looked up for each that is answered: several may be for the same file. */
const PLACES_PER_ITEM = 4;

/** Returns what is meant by the targets that are no files. */
async function findAllPlaces(
  signals: readonly Signal[],
  options: FindPlacesOptions,
): Promise<ReadonlyMap<string, TargetPlaces>> {
  const named = signals.filter(({ kind, target }) =>
    kind !== "file" && locateFile(target, options).kind === "not_found"
  );
  if (named.length === 0) return new Map();
  // Imported only here: most requests are for paths.
  const { findPlaces } = await import("../sources/signals/find_places.ts");
  const places = new Map<string, TargetPlaces>();
  for (const { target } of named) places.set(target, await findPlaces(target, options));
  return places;
}

/** Returns a function that says who holds a file: a map, as a path may be called `constructor`. */
function openLocks(
  locks: RequestOptions["locks"],
  root: string,
): (path: string) => string | undefined {
  const holders = new Map(
    Object.entries(locks ?? {}).map(([path, holder]) => [toTreePath(path, root) ?? path, holder]),
  );
  return (path) => holders.get(path);
}

/** Returns the request for the file that has the backslashes of a target in its name, if there is one. */
function preferLiteral(signal: Signal, tree: LocateOptions): Signal {
  const { literalTarget } = signal;
  const path = literalTarget === undefined ? undefined : findLiteralPath(literalTarget, tree);
  return path === undefined ? signal : { ...signal, target: path };
}

function toOutcome({ request, outcome, message }: RequestDecision): RequestOutcome {
  return { request, outcome, message };
}

function withManifest(
  issue: Issue | undefined,
  manifest: WorkManifest | undefined,
): Issue | undefined {
  if (manifest === undefined) return issue;
  return { id: "", title: "", description: "", labels: [], ...issue, manifest };
}
