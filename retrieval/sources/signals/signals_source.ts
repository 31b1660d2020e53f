import type { Issue, Note, RequestOutcome } from "@dossier/core";
import {
  decideRequests,
  parseEndSignals,
  parseSignals,
  type RequestDecisions,
  type Signal,
  type TargetMatches,
} from "@dossier/core/signal";
import { createHeldCheck } from "../../delivery/state/mod.ts";
import type { IndexReader } from "../../index/mod.ts";
import { withMasks } from "../../secrets/mod.ts";
import { findLiteralPath, locateFile, type LocateOptions, toTreePath } from "../../tree/mod.ts";
import { type ContextSource, type Gathered, NOTHING_GATHERED } from "../context_source.ts";
import { hideIgnored, type Lease, type Plan, type RoundBrief } from "../../lease/mod.ts";
import type { VaultPlace } from "../documents/vault.ts";
import { isWholeDocument, RequestedFiles } from "./requested_files.ts";
import type { FindPlacesOptions } from "../../symbols/places/mod.ts";
import { type GrantedRequest, isOmitted, resolveOutcomes } from "./resolve_outcomes.ts";

/**
 * Number of requests that are looked up for each answered one: several may be for the same file.
 */
const PLACES_PER_ITEM = 4;

/** Note that nothing was requested. */
const NO_REQUESTS: Note = {
  code: "no-requests",
  message:
    "The text contains no request: write each on a separate line, such as NEED_CODE: src/a.ts:1-20",
};

/** Empty issue: a work manifest may be granted files without an issue. */
const NO_ISSUE: Issue = { id: "", title: "", description: "", labels: [] };

/**
 * Context source with the files, documents and definitions that the text of an agent requests, and
 * with the outcome of each request.
 */
export const signalsSource: ContextSource = {
  name: "signals",
  async gather({ round, visibility }, lease) {
    if (round === undefined) return NOTHING_GATHERED;
    const { root } = lease.indexed;
    const signals = parseSignals(round.text)
      .map((signal) => preferExistingFile(signal, { root, visibility }));
    const decided = await decideRound(signals, round, { lease, visibility });
    const ended = parseEndSignals(round.text);
    const { decisions, manifest } = decided;
    const issue = manifest === undefined ? round.issue : { ...NO_ISSUE, ...round.issue, manifest };
    const head = {
      query: decisions.map(({ request }) => request).join("\n"),
      ...(issue === undefined ? {} : { issue }),
      ...(ended.length === 0 ? {} : { signals: ended }),
    };
    const isSilent = decisions.length + ended.length === 0;
    return buildAnswer(decided, { head, notes: isSilent ? [NO_REQUESTS] : [] }, {
      shown: decided.granted,
      outcomes: decisions.map(({ request, outcome, message }) => ({ request, outcome, message })),
    });
  },
};

interface Decided extends RequestDecisions {
  /** Granted requests, with the lines that answer them. */
  readonly granted: readonly GrantedRequest[];
}

async function decideRound(
  signals: readonly Signal[],
  { round, issue, held, settings, locks }: RoundBrief,
  { lease, visibility }: Pick<Plan, "visibility"> & { readonly lease: Lease },
): Promise<Decided> {
  const { indexed: { root, reader }, visibility: ofProject } = lease;
  const manifest = issue?.manifest;
  const most = PLACES_PER_ITEM * settings.needMaxItems;
  const places = await findAllPlaces(signals.slice(0, most), { reader, root, visibility });
  const tree = { root, visibility: ofProject, vault: settings.vault };
  const documents = await findAllDocuments(listSlugs(signals, tree).slice(0, most), reader, tree);
  const targets = [
    ...signals.map(({ target }) => target),
    ...documents.values(),
    ...[...places.values()].flatMap(({ found }) => found.map(({ path }) => path)),
  ];
  const openable = await hideIgnored(visibility, targets, lease);
  const isHeld = createHeldCheck(held);
  const hashes = await reader.findHashes([...new Set(held.map(({ path }) => path))]);
  // A map, because a path may be `constructor`.
  const holders = new Map(
    Object.entries(locks ?? {}).map(([path, holder]) => [toTreePath(path, root) ?? path, holder]),
  );
  return await withMasks((mask) => {
    const files = new RequestedFiles(signals, { root, visibility: openable, mask });
    const decided = decideRequests(signals, {
      round,
      settings,
      visibility: ofProject,
      root,
      manifest,
      lookups: {
        inspect: (path) => files.find(path),
        findDocument: (slug) => documents.get(slug),
        findMatches: (target) => places.get(target),
        // Lines of an unchanged file are held, independent of the text that they were part of.
        isInSession: (path, { startLine, endLine, nextLine }) =>
          isHeld({
            path,
            startLine,
            endLine,
            contentHash: "",
            fileHash: hashes.get(path)?.hash ?? "",
            isCut: nextLine !== undefined,
          }),
        findLockHolder: (path) => holders.get(path),
      },
    });
    const granted = decided.decisions.flatMap((decision) => {
      const candidate = files.toCandidate(decision);
      return candidate === undefined ? [] : [{ decision, candidate }];
    });
    return { ...decided, granted };
  });
}

/** Returns the `shown` answers, with the outcome of each request. */
function buildAnswer(
  decided: Decided,
  extra: Pick<Gathered, "head" | "notes">,
  { shown, outcomes }: {
    readonly shown: readonly GrantedRequest[];
    readonly outcomes: readonly RequestOutcome[];
  },
): Gathered {
  return {
    ...extra,
    // Whole documents first: additional lines are shown only if the documents do not have them.
    sections: [true, false].map((isWhole) => ({
      name: isWhole ? "requested-documents" : "requested-lines",
      candidates: shown.filter(({ decision: { signal } }) => isWholeDocument(signal) === isWhole)
        .map(({ candidate }) => candidate),
      relevanceFloor: 0,
    })),
    head: { ...extra.head, outcomes },
    revise: (bundle) => {
      const { decisions, granted } = decided;
      const fitting = shown.filter((grantedRequest) => !isOmitted(grantedRequest, bundle));
      const resolved = resolveOutcomes(decisions, { granted, shown: fitting, bundle });
      if (JSON.stringify(resolved) === JSON.stringify(outcomes)) return undefined;
      // The messages need space as well, for which other lines may have to be removed.
      return buildAnswer(decided, extra, { shown: fitting, outcomes: resolved });
    },
  };
}

/** Returns the targets of requests for documents that are not files, each once. */
function listSlugs(signals: readonly Signal[], tree: LocateOptions): readonly string[] {
  const slugs = signals.filter(({ kind }) => kind === "doc").map(({ target }) => target)
    .filter((target) => ["not_found", "folder"].includes(locateFile(target, tree).kind));
  return [...new Set(slugs)];
}

/** Returns the paths of the design documents of slugs, by slug. */
async function findAllDocuments(
  slugs: readonly string[],
  reader: IndexReader,
  place: VaultPlace,
): Promise<ReadonlyMap<string, string>> {
  if (slugs.length === 0) return new Map();
  // Imported only here: most requests are for paths.
  const { findBySlugs } = await import("../documents/resolve_slugs.ts");
  return await findBySlugs(reader, slugs, place);
}

/** Returns the meanings of targets that are not files. */
async function findAllPlaces(
  signals: readonly Signal[],
  options: FindPlacesOptions,
): Promise<ReadonlyMap<string, TargetMatches>> {
  const named = signals.filter(({ kind, target }) =>
    kind !== "file" && locateFile(target, options).kind === "not_found"
  );
  if (named.length === 0) return new Map();
  // Imported only here: most requests are for paths.
  const { findPlaces } = await import("../../symbols/places/mod.ts");
  const places = new Map<string, TargetMatches>();
  for (const { target } of named) places.set(target, await findPlaces(target, options));
  return places;
}

/** Returns the request with backslashes as part of a file name, if there is such a file. */
function preferExistingFile(signal: Signal, tree: LocateOptions): Signal {
  const { literalTarget } = signal;
  const path = literalTarget === undefined ? undefined : findLiteralPath(literalTarget, tree);
  return path === undefined ? signal : { ...signal, target: path };
}
