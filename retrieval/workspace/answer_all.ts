import type { Bundle, BundleRepository, Note } from "@dossier/core";
import { splitRepository } from "@dossier/core/fragment";
import type { PackSection } from "@dossier/core/pack";
import type { Quotas } from "@dossier/core/rank";
import {
  type CheckedRequest,
  distinctNotes,
  packGathered,
  planIssue,
  prepareQueryForAll,
  type RoutedPlan,
} from "../answer/several/mod.ts";
import { openPackingOptions } from "../delivery/pack/mod.ts";
import { type Plan, type RepositoryPlan, sumIndexes } from "../lease/mod.ts";
import type { EmbeddedQuery } from "../search/mod.ts";
import { CONTEXT_SOURCES, type ContextSource, type Gathered } from "../sources/mod.ts";
import { assignManifest } from "./assign_manifest.ts";
import type { LeasedTree } from "./hold_leases.ts";
import { filterBundle, joinNotes, pickRepository, qualifyPaths } from "./qualify.ts";

/** Question or task about several repositories. */
type SharedRequest = Exclude<CheckedRequest, { readonly kind: "signals" }>;

/** Plan of a repository, with notes about it. */
type PlannedRepository = RepositoryPlan & Pick<RoutedPlan, "notes">;

/**
 * Returns the bundle for a question or a task about several repositories. Each source gathers candidates from one
 * repository after another, or from all at once if it ranks them together. All candidates are packed into one budget.
 *
 * @throws {TypeError} For signals, which one repository answers.
 */
export async function answerAll(
  request: CheckedRequest,
  held: readonly LeasedTree[],
  { quotas }: { readonly quotas: Quotas },
): Promise<Bundle> {
  if (request.kind === "signals") {
    throw new TypeError("Cannot answer requests of an agent from several repositories");
  }
  const leases = held.map(({ lease }) => lease);
  const { embeddedQueries, names, notes } = await prepareQueryForAll(
    request.query,
    leases,
    request.options,
  );
  const routed = await planAll(request, held, { embeddedQueries, names });
  const gathered = await gatherAll(request.kind, routed, { quotas });
  const [{ plan: { head }, lease: first }] = routed;
  const repositories = describeRepositories(held);
  const { commands: _ofOne, ...payment } = head;
  const bundle = await first.runStep("pack", () =>
    packGathered(gathered, {
      head: {
        ...payment,
        root: commonFolder(repositories.map(({ root }) => root)),
        repositories,
        index: sumIndexes(leases.map(({ index }) => index)),
      },
      notes: [
        ...request.kind === "issue" ? request.options.notes ?? [] : [],
        ...distinctNotes([...joinLeaseNotes(held), ...notes]),
        ...joinNotes(new Map(routed.map(({ repository, notes }) => [repository, notes]))),
      ],
    }));
  return splitLocations(bundle);
}

/** Returns the repositories of an answer, with the state of their indexes. */
export function describeRepositories(held: readonly LeasedTree[]): readonly BundleRepository[] {
  return held.map(({ name, lease: { indexed: { root }, index } }) => ({ name, root, index }));
}

/** Returns the notes about the indexes of several repositories. */
export function joinLeaseNotes(held: readonly LeasedTree[]): readonly Note[] {
  return joinNotes(new Map(held.map(({ name, lease: { notes } }) => [name, notes])));
}

async function planAll(
  request: SharedRequest,
  held: readonly LeasedTree[],
  { embeddedQueries, names }:
    & { readonly embeddedQueries: readonly EmbeddedQuery[] }
    & Pick<Plan["head"], "names">,
): Promise<readonly [PlannedRepository, ...PlannedRepository[]]> {
  const roots = held.map(({ name, lease: { indexed: { root } } }) => ({ name, root }));
  const manifest = request.kind === "issue" ? request.issue.manifest : undefined;
  const assigned = manifest && assignManifest(manifest, roots);
  const routed = held.map(async ({ name, lease }, at): Promise<PlannedRepository> => {
    const own = { repository: name, lease };
    if (request.kind === "query") {
      const { query, options } = request;
      const { indexed: { root }, index, visibility } = lease;
      const head = {
        ...await openPackingOptions(options, root),
        query: query.text,
        names,
        root,
        index,
      };
      const plan = {
        head,
        visibility,
        search: options,
        preferences: options,
        embeddedQuery: embeddedQueries[at]!,
      };
      return { ...own, plan, notes: [] };
    }
    const { manifest, forbidding } = assigned?.get(name) ?? {};
    const { plan, notes } = await planIssue(
      { ...request, issue: { ...request.issue, ...(manifest && { manifest }) } },
      lease,
      { embeddedQuery: embeddedQueries[at]!, names, ...(forbidding && { forbidding }) },
    );
    // The head has the whole task, not the part of its manifest for this repository.
    return { ...own, plan: { ...plan, head: { ...plan.head, issue: request.issue } }, notes };
  });
  return await Promise.all(routed) as [PlannedRepository, ...PlannedRepository[]];
}

/** Returns the candidates of each source in all repositories, by source, in the order of the sources. */
async function gatherAll(
  kind: SharedRequest["kind"],
  routed: readonly [PlannedRepository, ...PlannedRepository[]],
  options: { readonly quotas: Quotas },
): Promise<ReadonlyMap<string, Gathered>> {
  const earlier = new Map(
    routed.map(({ repository }) => [repository, new Map<string, Gathered>()]),
  );
  const all = new Map<string, Gathered>();
  for (const { name, load } of CONTEXT_SOURCES.filter(({ kinds }) => kinds.includes(kind))) {
    const source = await load();
    if (source.gatherFromAll === undefined) {
      all.set(name, await gatherEach(source, routed, earlier));
      continue;
    }
    const gathered = await source.gatherFromAll(routed, options);
    for (const [repository, own] of earlier) own.set(name, pickRepository(gathered, repository));
    all.set(name, gathered);
  }
  return all;
}

/** Returns the candidates of a source in all repositories, gathered from one after another. */
async function gatherEach(
  source: ContextSource,
  routed: readonly PlannedRepository[],
  earlier: ReadonlyMap<string, Map<string, Gathered>>,
): Promise<Gathered> {
  const own = new Map<string, Gathered>();
  for (const { repository, plan, lease } of routed) {
    const before = earlier.get(repository)!;
    const gathered = await source.gather(plan, lease, before, undefined);
    before.set(source.name, gathered);
    own.set(repository, gathered);
  }
  return mergeGathered(own);
}

/** Merges the candidates of a source in several repositories: first the best one of each, then the second ones. */
function mergeGathered(own: ReadonlyMap<string, Gathered>): Gathered {
  const all = [...own].map(([repository, gathered]) => qualifyPaths(gathered, repository));
  const plans = all.flatMap(({ head }) => head?.plan ?? []);
  const largest = plans.toSorted((a, b) => b.slotTokens - a.slotTokens)[0];
  const limit = largest && { limit: largest.slotTokens };
  return {
    sections: mergeSections(all.map(({ sections }) => sections))
      .map((section) => ({ ...section, ...limit })),
    trailing: mergeSections(all.map(({ trailing = [] }) => trailing)),
    notes: joinNotes(new Map([...own].map(([name, { notes = [] }]) => [name, notes]))),
    omitted: all.flatMap(({ omitted = [] }) => omitted),
    head: {
      ...all.reduce((head, gathered) => ({ ...head, ...gathered.head }), {}),
      ...(largest && { plan: largest }),
    },
    async revise(bundle) {
      let isRevised = false;
      const revised = new Map(own);
      for (const [repository, gathered] of own) {
        const other = await gathered.revise?.(filterBundle(bundle, repository));
        if (other === undefined) continue;
        isRevised = true;
        revised.set(repository, other);
      }
      return isRevised ? mergeGathered(revised) : undefined;
    },
  };
}

/** Merges sections of the same name: first the first candidate of each, then the second ones. */
function mergeSections(all: readonly (readonly PackSection[])[]): readonly PackSection[] {
  const byName = Map.groupBy(all.flat(), ({ name }) => name);
  return [...byName.values()].map((sections): PackSection => {
    const longest = Math.max(...sections.map(({ candidates }) => candidates.length));
    const places = Array.from({ length: longest }, (_, at) => at);
    const candidates = places.flatMap((at) =>
      sections.flatMap((section) => section.candidates[at] ?? [])
    );
    return { ...sections[0]!, candidates };
  });
}

/** Returns a bundle whose locations have the repository in a field of its own instead of in the path. */
function splitLocations(bundle: Bundle): Bundle {
  return {
    ...bundle,
    fragments: bundle.fragments.map((fragment) =>
      fragment.location === undefined
        ? fragment
        : { ...fragment, location: splitRepository(fragment.location) }
    ),
    omitted: bundle.omitted.map((omission) =>
      omission.location === undefined
        ? omission
        : { ...omission, location: splitRepository(omission.location) }
    ),
  };
}

/** Returns the deepest folder that contains all of some folders. */
function commonFolder(folders: readonly string[]): string {
  const [first = "/", ...others] = folders;
  let parts = first.split("/");
  for (const other of others) {
    const theirs = other.split("/");
    const end = parts.findIndex((part, at) => part !== theirs[at]);
    if (end >= 0) parts = parts.slice(0, end);
  }
  return parts.join("/") || "/";
}
