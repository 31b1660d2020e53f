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
  type AskedRequest,
  CONTEXT_SOURCES,
  type ContextSource,
  type Gathered,
  type SourceRow,
} from "../sources/mod.ts";
import { checkQuery } from "./ask_query.ts";
import type { BundleRequest, CheckedRequest, RoutedPlan } from "./request.ts";
import { route } from "./route.ts";

/** What requests are answered with. */
export interface AnswerOptions {
  /** What the engine does for sources; its leases are those of the answer. */
  readonly services: EngineServices;
  readonly deliveries: Deliveries;
  /** Who has more sources. */
  readonly features: readonly Feature[];
}

/**
 * Returns the bundle for a request: its sources are chosen, asked, and what they have is packed into the
 * budget and recorded. A session that was given something else in the meantime is answered anew.
 *
 * @throws {ContextError} For a request that can not be answered, a broken configuration, or an index or a
 * state that can not be used.
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
      const gathered = await gather(sources, routed.plan, lease);
      const bundle = await lease.runStep("pack", () =>
        packGathered(gathered, {
          head: routed.plan.head,
          notes: routed.notes,
          holdings: delivery.holdings,
        }));
      const recorded = await lease.runStep("record", () => {
        const events = [...gathered.values()].flatMap((one) => one.delivered?.(bundle) ?? []);
        return record(bundle, checked, {
          lease,
          delivery,
          started,
          events,
          deciding: rows.flatMap(({ deciding = [] }) => deciding),
        });
      });
      if (recorded !== undefined) return recorded;
    }
  });
}

/** Returns the sources that may have something for a kind of requests, in their order. */
function listRows(kind: RequestKind, features: readonly Feature[]): readonly SourceRow[] {
  return [...CONTEXT_SOURCES, ...features.flatMap(({ sources = [] }) => sources)]
    .filter(({ kinds }) => kinds.includes(kind))
    .sort((a, b) => a.order - b.order);
}

/** Starts to load the sources that are asked in any case, while a request is checked and the index freshened. */
function preloadSources(rows: readonly SourceRow[]): void {
  for (const row of rows) {
    if (row.prepare === undefined) void row.load();
  }
}

/** A source that is asked, as it is loaded, and what was prepared for it. */
interface AskedSource {
  readonly source: Promise<ContextSource>;
  readonly brief: unknown;
}

/** Returns the sources that have something to say to a request, as they themselves find. */
async function prepareSources(
  rows: readonly SourceRow[],
  request: AskedRequest,
  services: EngineServices,
): Promise<readonly AskedSource[]> {
  const asked: AskedSource[] = [];
  for (const row of rows) {
    const brief = await row.prepare?.(request, services);
    if (row.prepare !== undefined && brief === undefined) continue;
    asked.push({ source: row.load(), brief });
  }
  return asked;
}

/**
 * Returns a request that can be answered, without its secrets.
 *
 * @throws {ContextError | TypeError} For one that can not.
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
      // What the record keeps of it is what a second try is compared with.
      return { ...request, text: await maskValue(request.text) };
  }
}

/**
 * Checks what callers of the library may get wrong without the compiler's help.
 *
 * @throws {TypeError} For an appetite or a kind of question that does not exist.
 */
function checkOptions({ appetite, question }: AnswerPreferences): void {
  checkChoice("appetite", appetite, APPETITES);
  checkChoice("question", question, QUESTION_KINDS);
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
  // Imported only here: most tasks are tried for the first time.
  const { readRetry } = await import("./route_task.ts");
  const { retry, notes } = await readRetry(options.retry);
  const asked = [text, retryEvidence(retry)].filter((part) => part !== "").join("\n\n");
  return {
    ...request,
    issue,
    retry,
    query: checkQuery(asked, options),
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

/** Returns what each source has for the plan, by its name. */
async function gather(
  sources: readonly AskedSource[],
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

/** Returns the bundle of what was gathered; packed again as long as a source has to say what did not fit. */
export async function packGathered(
  first: ReadonlyMap<string, Gathered>,
  { head, notes, holdings }: Pick<RoutedPlan, "notes"> & {
    readonly head: Plan["head"];
    /** Says what the session of the bundle holds; absent without a session. */
    readonly holdings?: Delivery["holdings"] | undefined;
  },
): Promise<Bundle> {
  let gathered = first;
  for (;;) {
    const all = [...gathered.values()];
    const bundle = await packBundle(
      [
        ...all.flatMap(({ sections }) => sections),
        ...all.flatMap(({ closing = [] }) => closing),
      ],
      {
        ...all.reduce((told, source) => ({ ...told, ...source.head }), head),
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

/** Records a bundle, and returns it with the number of its record; undefined when it is to be made anew. */
async function record(
  bundle: Bundle,
  { kind, options }: CheckedRequest,
  { lease: { indexed }, delivery, started, events, deciding }: {
    readonly lease: Lease;
    readonly delivery: Delivery;
    /** When it was asked for, by `performance.now()`. */
    readonly started: number;
    readonly events: readonly DeliveryEvent[];
    /** Names of the options of sources that decide what is given. */
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

/** The options that decide what is given, besides those of sources. */
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

/** Returns the options with some names, without those that are not set. */
function pickOptions(
  options: CheckedRequest["options"],
  names: readonly string[],
): Record<string, unknown> {
  const all: Record<string, unknown> = { ...options };
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, all[name]]))));
}
