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
import type { HeldTree } from "./hold_leases.ts";
import { bundleOf, joinNotes, ofRepository, qualify } from "./qualify.ts";

/** A question or a task that is asked of several repositories. */
type SharedRequest = Exclude<CheckedRequest, { readonly kind: "signals" }>;

/** The plan of a repository, and notes on it. */
type RoutedRepository = RepositoryPlan & Pick<RoutedPlan, "notes">;

/**
 * Returns the bundle for a question or a task over several repositories: each source is asked of each, or of all where it
 * ranks them against each other, and what they have is packed into one budget.
 */
export async function answerAll(
  request: CheckedRequest,
  held: readonly HeldTree[],
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
  const routed = await routeAll(request, held, { embeddedQueries, names });
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

/** Returns what an answer says of the repositories that were asked. */
export function describeRepositories(held: readonly HeldTree[]): readonly BundleRepository[] {
  return held.map(({ name, lease: { indexed: { root }, index } }) => ({ name, root, index }));
}

/** Returns what there is to say of the indexes. */
export function joinLeaseNotes(held: readonly HeldTree[]): readonly Note[] {
  return joinNotes(new Map(held.map(({ name, lease: { notes } }) => [name, notes])));
}

async function routeAll(
  request: SharedRequest,
  held: readonly HeldTree[],
  { embeddedQueries, names }:
    & { readonly embeddedQueries: readonly EmbeddedQuery[] }
    & Pick<Plan["head"], "names">,
): Promise<readonly [RoutedRepository, ...RoutedRepository[]]> {
  const roots = held.map(({ name, lease: { indexed: { root } } }) => ({ name, root }));
  const manifest = request.kind === "issue" ? request.issue.manifest : undefined;
  const assigned = manifest && assignManifest(manifest, roots);
  const routed = held.map(async ({ name, lease }, at): Promise<RoutedRepository> => {
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
    // The head is that of the task as it was given.
    return { ...own, plan: { ...plan, head: { ...plan.head, issue: request.issue } }, notes };
  });
  return await Promise.all(routed) as [RoutedRepository, ...RoutedRepository[]];
}

/** Returns what each source has of all repositories, in the order of the sources. */
async function gatherAll(
  kind: SharedRequest["kind"],
  routed: readonly [RoutedRepository, ...RoutedRepository[]],
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
    for (const [repository, own] of earlier) own.set(name, ofRepository(gathered, repository));
    all.set(name, gathered);
  }
  return all;
}

/** Returns what a source has of each repository, as one. */
async function gatherEach(
  source: ContextSource,
  routed: readonly RoutedRepository[],
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

/** Returns what a source has of several repositories, by their names, as one: what is best of each first. */
function mergeGathered(own: ReadonlyMap<string, Gathered>): Gathered {
  const all = [...own].map(([repository, gathered]) => qualify(gathered, repository));
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
        const other = await gathered.revise?.(bundleOf(bundle, repository));
        if (other === undefined) continue;
        isRevised = true;
        revised.set(repository, other);
      }
      return isRevised ? mergeGathered(revised) : undefined;
    },
  };
}

/** Returns the sections of several repositories as those of one: the first candidates of all, then the second ones. */
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

/** Returns a bundle with the names of the repositories apart from the paths. */
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

/** Returns the innermost folder that some folders are all in. */
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
