import type { Bundle } from "@dossier/core";
import { APPETITES } from "@dossier/core/pack";
import { QUESTION_KINDS } from "@dossier/core/part";
import { issueText, retryEvidence } from "@dossier/core/issue";
import { toPlainText } from "@dossier/core/text";
import { type Deliveries, type Delivery, packBundle } from "../delivery/mod.ts";
import type { GivenTiers } from "../delivery/state/mod.ts";
import type { Policies } from "../policy/mod.ts";
import { maskValue } from "../secrets/mod.ts";
import {
  CONTEXT_SOURCES,
  type ContextSource,
  type Gathered,
  type Plan,
  type ProfileBrief,
  type SourceName,
  type TiersBrief,
  type Wish,
} from "../sources/mod.ts";
import type { Lease } from "../lease/mod.ts";
import type { AnsweringIndex } from "./answering_index.ts";
import { checkQuery } from "./ask_query.ts";
import { askTiers } from "./ask_tiers.ts";
import {
  type BundleRequest,
  type CheckedRequest,
  type ProfileOptions,
  type RoutedPlan,
  SECTIONS,
  type TierGivingOptions,
} from "./request.ts";
import { route } from "./route.ts";

/** Opens the policies that the profile of a request is looked for in. */
type OpenPolicies = () => Promise<Policies>;

/**
 * Returns the bundle for a request: its sources are chosen, asked, and what they have is packed into the
 * budget and recorded. A session that was given something else in the meantime is answered anew.
 *
 * @throws {ContextError} For a request that can not be answered, a broken configuration, or an index or a
 * state that can not be used.
 */
export async function answer(
  request: BundleRequest,
  { index, deliveries, openPolicies }: {
    readonly index: AnsweringIndex;
    readonly deliveries: Deliveries;
    readonly openPolicies: OpenPolicies;
  },
): Promise<Bundle> {
  const started = performance.now();
  const tiers = askTiers(request, { root: index.root, deliveries });
  const sources = loadSources(request, tiers);
  const checked = await check(request, { openPolicies, tiers });
  return await index.lease(request.options, async (lease) => {
    for (;;) {
      const delivery = await openDelivery(checked, lease, deliveries);
      const routed = await route(checked, lease, delivery);
      const gathered = await gather(await sources, routed.plan, lease);
      const bundle = await lease.runStep("pack", () => pack(gathered, routed, delivery));
      const recorded = await lease.runStep(
        "record",
        () => {
          const given = gathered.get("tiers")?.giveTiers?.(bundle);
          return record(bundle, checked, { lease, delivery, started, given });
        },
      );
      if (recorded !== undefined) return recorded;
    }
  });
}

/** Loads the sources that may have something for a request, while it is checked and the index freshened. */
function loadSources(
  { kind, options }: BundleRequest,
  tiers: TiersBrief | undefined,
): Promise<readonly ContextSource[]> {
  const isPlain = kind === "signals" || options.profile === undefined;
  const names = SECTIONS[kind].filter((name) =>
    !(isPlain && name === "profile") && !(tiers === undefined && name === "tiers")
  );
  const rows = CONTEXT_SOURCES.filter(({ name }) => names.includes(name));
  return Promise.all(rows.map(({ load }) => load()));
}

async function check(
  request: BundleRequest,
  { openPolicies, tiers }: {
    readonly openPolicies: OpenPolicies;
    readonly tiers: TiersBrief | undefined;
  },
): Promise<CheckedRequest> {
  switch (request.kind) {
    case "query": {
      await checkOptions(request.options);
      const query = checkQuery(request.text, request.options);
      return { ...request, query, tiers, profile: await compose(request.options, openPolicies) };
    }
    case "issue": {
      const checked = await checkIssue(request);
      return { ...checked, tiers, profile: await compose(request.options, openPolicies) };
    }
    case "signals":
      // What the record keeps of it is what a second try is compared with.
      return { ...request, text: await maskValue(request.text) };
  }
}

/**
 * Checks what callers of the library may get wrong without the compiler's help.
 *
 * @throws {TypeError} For an appetite, a kind of question or a choice of tiers that does not exist.
 */
async function checkOptions(
  { appetite, question, tiers }: Wish & TierGivingOptions,
): Promise<void> {
  checkChoice("appetite", appetite, APPETITES);
  checkChoice("question", question, QUESTION_KINDS);
  // Imported only here: most bundles are asked for without a choice.
  if (tiers !== undefined) {
    checkChoice("tiers", tiers, (await import("@dossier/core/tier")).TIER_CHOICES);
  }
}

function checkChoice(what: string, given: string | undefined, choices: readonly string[]): void {
  if (given === undefined || choices.includes(given)) return;
  throw new TypeError(
    `Cannot answer with the ${what} "${given}": there are ${choices.join(", ")}`,
  );
}

/** Returns a task with what is looked for: its words, and those of the attempt before. */
async function checkIssue(
  request: BundleRequest & { readonly kind: "issue" },
): Promise<CheckedRequest & { readonly kind: "issue" }> {
  const { options } = request;
  await checkOptions(options);
  const issue = {
    ...request.issue,
    title: toPlainText(request.issue.title),
    description: toPlainText(request.issue.description),
  };
  const text = issueText(issue);
  if (options.retry === undefined) {
    return { ...request, issue, retry: undefined, query: checkQuery(text, options) };
  }
  // Imported only here: most tasks are tried for the first time.
  const { readRetry } = await import("./read_retry.ts");
  const { retry, notes } = await readRetry(options.retry);
  const asked = [text, retryEvidence(retry)].filter((part) => part !== "").join("\n\n");
  return {
    ...request,
    ...{ issue, retry },
    query: checkQuery(asked, options),
    options: { ...options, notes: [...options.notes ?? [], ...notes] },
  };
}

async function compose(
  options: ProfileOptions,
  open: OpenPolicies,
): Promise<ProfileBrief | undefined> {
  if (options.profile === undefined && options.inputs === undefined) return undefined;
  // Imported only here: most bundles are for no profile.
  const { askProfile } = await import("./ask_profile.ts");
  return await askProfile(options, await open());
}

async function openDelivery(
  checked: CheckedRequest,
  lease: Lease,
  deliveries: Deliveries,
): Promise<Delivery> {
  if (checked.kind !== "signals") return await deliveries.open(checked.options, lease.indexed);
  const { openRequestedRound } = await import("./route_task.ts");
  return await openRequestedRound(checked, lease, deliveries);
}

/** Returns what each source has for the plan, by its name. */
async function gather(
  sources: readonly ContextSource[],
  plan: Plan,
  lease: Lease,
): Promise<ReadonlyMap<SourceName, Gathered>> {
  const gathered = new Map<SourceName, Gathered>();
  for (const source of sources) {
    gathered.set(source.name, await source.gather(plan, lease, gathered));
  }
  return gathered;
}

/** Returns the bundle of what was gathered; packed again as long as a source has to say what did not fit. */
async function pack(
  first: ReadonlyMap<SourceName, Gathered>,
  { plan, notes }: RoutedPlan,
  { holdings }: Delivery,
): Promise<Bundle> {
  let gathered = first;
  for (;;) {
    const all = [...gathered.values()];
    const inOrder = plan.sections.flatMap((name) => gathered.get(name) ?? []);
    const bundle = await packBundle(
      [
        ...inOrder.flatMap(({ sections }) => sections),
        ...inOrder.flatMap(({ closing = [] }) => closing),
      ],
      {
        ...all.reduce((head, source) => ({ ...head, ...source.head }), plan.head),
        holdings,
        notes: [...notes, ...all.flatMap((source) => source.notes ?? [])],
        omitted: all.flatMap((source) => source.omitted ?? []),
      },
    );
    const revised = new Map([...gathered].flatMap(([name, source]) => {
      const other = source.revise?.(bundle);
      return other === undefined ? [] : [[name, other] as const];
    }));
    if (revised.size === 0) return bundle;
    gathered = new Map([...gathered, ...revised]);
  }
}

/** Records a bundle, and returns it with the number of its record; undefined when it is to be made anew. */
async function record(
  bundle: Bundle,
  { kind, options }: CheckedRequest,
  { lease: { indexed }, delivery, started, given }: {
    readonly lease: Lease;
    readonly given: GivenTiers | undefined;
    readonly delivery: Delivery;
    /** When it was asked for, by `performance.now()`. */
    readonly started: number;
  },
): Promise<Bundle | undefined> {
  return await delivery.record(bundle, {
    kind: kind === "signals" ? "answer" : "bundle",
    trigger: options.trigger ?? (kind === "signals" ? "need" : "context"),
    options: listDecidingOptions(options),
    reader: indexed.reader,
    log: indexed.settings.log,
    signal: options.signal,
    format: options.format ?? "markdown",
    numbers: options.numbers,
    durationMs: performance.now() - started,
    tiers: given,
  });
}

/** The options that decide what is given. */
const DECIDING_OPTIONS = [
  ...["budget", "estimator", "format", "names", "filter", "disabled", "appetite", "question"],
  ...["tiers", "settings", "locks"],
];

/** Returns the options that decide what is given, without those that are not set. */
function listDecidingOptions(options: CheckedRequest["options"]): Record<string, unknown> {
  const all: Record<string, unknown> = { ...options };
  const deciding = DECIDING_OPTIONS.map((name) => [name, all[name]] as const);
  return JSON.parse(JSON.stringify(Object.fromEntries(deciding)));
}
