import type { Bundle } from "@dossier/core";
import { APPETITES } from "@dossier/core/pack";
import { QUESTION_KINDS } from "@dossier/core/part";
import { issueText, retryEvidence } from "@dossier/core/issue";
import { toPlainText } from "@dossier/core/text";
import type { Deliveries, Delivery } from "../delivery/mod.ts";
import { packBundle } from "../delivery/pack/mod.ts";
import type { DeliveryEvent } from "../delivery/state/mod.ts";
import type { Feature } from "../feature/mod.ts";
import type { AnswerPreferences, EngineServices, Lease, Plan, RequestKind } from "../lease/mod.ts";
import { maskValue } from "../secrets/mod.ts";
import {
  CONTEXT_SOURCES,
  type ContextSource,
  type Gathered,
  type SourceInput,
  type SourceRow,
} from "../sources/mod.ts";
import { checkQuery } from "./prepare_query.ts";
import type { BundleRequest, CheckedRequest, RoutedPlan } from "./request.ts";
import { route } from "./route.ts";

/** Collaborators of {@link answer}. */
export interface AnswerOptions {
  /** Services of the engine for sources; their lease is that of the answer. */
  readonly services: EngineServices;
  readonly deliveries: Deliveries;
  /** Features with further sources. */
  readonly features: readonly Feature[];
}

/**
 * Returns the bundle for a request: its sources are selected and queried, and their candidates are
 * packed into the budget and recorded. When the session received something else in the meantime,
 * the answer is built again.
 *
 * @throws {ContextError} For a request that cannot be answered, a broken configuration, or an index
 * or a state that cannot be used.
 */
export async function answer(
  request: BundleRequest,
  { services, deliveries, features }: AnswerOptions,
): Promise<Bundle> {
  const started = performance.now();
  const rows = listRows(request.kind, features);
  preloadSources(rows);
  const checked = await checkRequest(request);
  const sources = await prepareSources(rows, request, services);
  return await services.lease(request.options, async (lease) => {
    for (;;) {
      const delivery = await openDelivery(checked, lease, deliveries);
      const routed = await route(checked, lease, delivery);
      const gathered = await gatherCandidates(sources, routed.plan, lease);
      const bundle = await lease.runStep("pack", () =>
        packGathered(gathered, {
          head: routed.plan.head,
          notes: routed.notes,
          holdings: delivery.holdings,
        }));
      const recorded = await lease.runStep("record", () => {
        const events = [...gathered.values()].flatMap((one) => one.deliveryEvents?.(bundle) ?? []);
        return recordAnswer(bundle, checked, {
          lease,
          delivery,
          started,
          events,
          deciding: rows.flatMap(({ decidingOptions = [] }) => decidingOptions),
        });
      });
      if (recorded !== undefined) return recorded;
    }
  });
}

/** Returns the sources for a kind of requests, in their order. */
function listRows(kind: RequestKind, features: readonly Feature[]): readonly SourceRow[] {
  return [...CONTEXT_SOURCES, ...features.flatMap(({ sources = [] }) => sources)]
    .filter(({ kinds }) => kinds.includes(kind))
    .sort((a, b) => a.order - b.order);
}

/**
 * Starts to import the sources that are always queried, while a request is checked and the index is
 * refreshed.
 */
function preloadSources(rows: readonly SourceRow[]): void {
  for (const row of rows) {
    if (row.prepare === undefined) void row.load();
  }
}

/** Loaded source of an answer, with its prepared input. */
interface PreparedSource {
  readonly source: Promise<ContextSource>;
  readonly brief: unknown;
}

/** Returns the sources that accept a request. */
async function prepareSources(
  rows: readonly SourceRow[],
  request: SourceInput,
  services: EngineServices,
): Promise<readonly PreparedSource[]> {
  const sources: PreparedSource[] = [];
  for (const row of rows) {
    const brief = await row.prepare?.(request, services);
    if (row.prepare !== undefined && brief === undefined) continue;
    sources.push({ source: row.load(), brief });
  }
  return sources;
}

/**
 * Returns a checked request, with secrets masked.
 *
 * @throws {ContextError | TypeError} For an invalid request.
 */
export async function checkRequest(request: BundleRequest): Promise<CheckedRequest> {
  switch (request.kind) {
    case "query": {
      checkOptions(request.options);
      return { ...request, query: checkQuery(request.text, request.options) };
    }
    case "issue":
      return await checkIssue(request);
    case "signals":
      // The masked text is recorded, and a retry is compared with it.
      return { ...request, text: await maskValue(request.text) };
  }
}

/**
 * Checks arguments that callers of the library may pass without the compiler's help.
 *
 * @throws {TypeError} For an unknown appetite or kind of question.
 */
function checkOptions({ appetite, question }: AnswerPreferences): void {
  checkChoice("appetite", appetite, APPETITES);
  checkChoice("question", question, QUESTION_KINDS);
}

function checkChoice(what: string, value: string | undefined, choices: readonly string[]): void {
  if (value === undefined || choices.includes(value)) return;
  throw new TypeError(
    `Cannot answer with the ${what} "${value}": use one of ${choices.join(", ")}`,
  );
}

/** Returns a task with its query: its words, and those of the previous attempt. */
async function checkIssue(
  request: BundleRequest & { readonly kind: "issue" },
): Promise<CheckedRequest & { readonly kind: "issue" }> {
  const { options } = request;
  checkOptions(options);
  const issue = {
    ...request.issue,
    title: toPlainText(request.issue.title),
    description: toPlainText(request.issue.description),
  };
  const text = issueText(issue);
  if (options.retry === undefined) {
    return { ...request, issue, retry: undefined, query: checkQuery(text, options) };
  }
  // Imported only here: most tasks have no previous attempt.
  const { readRetry } = await import("./route_task.ts");
  const { retry, notes } = await readRetry(options.retry);
  const queryText = [text, retryEvidence(retry)].filter((part) => part !== "").join("\n\n");
  return {
    ...request,
    issue,
    retry,
    query: checkQuery(queryText, options),
    options: { ...options, notes: [...options.notes ?? [], ...notes] },
  };
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

/** Returns the candidates of each source for the plan, by the name of the source. */
async function gatherCandidates(
  sources: readonly PreparedSource[],
  plan: Plan,
  lease: Lease,
): Promise<ReadonlyMap<string, Gathered>> {
  const gathered = new Map<string, Gathered>();
  for (const { source: loading, brief } of sources) {
    const source = await loading;
    gathered.set(source.name, await source.gather(plan, lease, gathered, brief));
  }
  return gathered;
}

/**
 * Returns the bundle of the gathered candidates, packed again as long as a source revises its
 * candidates.
 */
export async function packGathered(
  first: ReadonlyMap<string, Gathered>,
  { head, notes, holdings }: Pick<RoutedPlan, "notes"> & {
    readonly head: Plan["head"];
    /** Passages that the session already has; absent without a session. */
    readonly holdings?: Delivery["holdings"] | undefined;
  },
): Promise<Bundle> {
  let gathered = first;
  for (;;) {
    const all = [...gathered.values()];
    const bundle = await packBundle(
      [
        ...all.flatMap(({ sections }) => sections),
        ...all.flatMap(({ trailing = [] }) => trailing),
      ],
      {
        ...all.reduce((merged, source) => ({ ...merged, ...source.head }), head),
        holdings,
        notes: [...notes, ...all.flatMap((source) => source.notes ?? [])],
        omitted: all.flatMap((source) => source.omitted ?? []),
      },
    );
    const revised = new Map<string, Gathered>();
    for (const [name, source] of gathered) {
      const other = await source.revise?.(bundle);
      if (other !== undefined) revised.set(name, other);
    }
    if (revised.size === 0) return bundle;
    gathered = new Map([...gathered, ...revised]);
  }
}

/**
 * Records a bundle, and returns it with the number of its record, or `undefined` when it must be
 * built again.
 */
async function recordAnswer(
  bundle: Bundle,
  { kind, options }: CheckedRequest,
  { lease: { indexed }, delivery, started, events, deciding }: {
    readonly lease: Lease;
    readonly delivery: Delivery;
    /** Start time of the request, by `performance.now()`. */
    readonly started: number;
    readonly events: readonly DeliveryEvent[];
    /** Names of the options of sources that influence the fragments. */
    readonly deciding: readonly string[];
  },
): Promise<Bundle | undefined> {
  return await delivery.record(bundle, {
    kind: kind === "signals" ? "answer" : "bundle",
    trigger: options.trigger ?? (kind === "signals" ? "need" : "context"),
    options: pickOptions(options, [...DECIDING_OPTIONS, ...deciding]),
    reader: indexed.reader,
    log: indexed.settings.log,
    signal: options.signal,
    format: options.format ?? "markdown",
    numbers: options.numbers,
    durationMs: performance.now() - started,
    events,
  });
}

/** Names of the options that influence the fragments, besides those of sources. */
const DECIDING_OPTIONS = [
  "budget",
  "estimator",
  "format",
  "names",
  "filter",
  "disabled",
  "appetite",
  "question",
  "settings",
  "locks",
];

/** Returns the options with the given names that are set. */
function pickOptions(
  options: CheckedRequest["options"],
  names: readonly string[],
): Record<string, unknown> {
  const all: Record<string, unknown> = { ...options };
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, all[name]]))));
}
