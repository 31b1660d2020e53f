import type { Issue, Note, Retry, TaskSettings, TokenEstimator } from "@dossier/core";
import { issueText } from "@dossier/core/issue";
import { cutMiddle, issueIdentifiers } from "@dossier/core/plan";
import { mergeTaskSettings } from "../config/task/mod.ts";
import type { Deliveries, Delivery, Round } from "../delivery/mod.ts";
import { openPackingOptions } from "../delivery/pack/mod.ts";
import { TRACKER_FOLDERS } from "../issue/mod.ts";
import { type Lease, narrowVisibility, type Plan } from "../lease/mod.ts";
import type { EmbeddedQuery } from "../search/mod.ts";
import { prepareQuery } from "./prepare_query.ts";
import { distinctNotes } from "./engine_notes.ts";
import type { CheckedRequest, RoutedPlan } from "./request.ts";
import { toPlainText } from "@dossier/core/text";
import { maskSecrets } from "../secrets/mod.ts";

/** Returns the plan of a task. */
export async function routeIssue(
  request: CheckedRequest & { readonly kind: "issue" },
  lease: Lease,
  { applyGrants, notes = [] }: Delivery,
): Promise<RoutedPlan> {
  const { options } = request;
  const { embeddedQuery, names, notes: queryNotes } = await prepareQuery(
    request.query,
    lease,
    options,
  );
  const issue = applyGrants === undefined ? request.issue : await applyGrants(request.issue);
  const { plan, notes: ofSettings } = await planIssue({ ...request, issue }, lease, {
    embeddedQuery,
    names,
  });
  return {
    plan,
    notes: [
      ...options.notes ?? [],
      ...distinctNotes([...lease.notes, ...queryNotes]),
      ...notes,
      ...ofSettings,
    ],
  };
}

/**
 * Returns the plan of a task for one tree, with notes about its settings.
 *
 * @param options.forbidding Manifest that forbids files. @default that of the issue
 */
export async function planIssue(
  { issue, retry, options }: Omit<CheckedRequest & { readonly kind: "issue" }, "kind" | "query">,
  lease: Lease,
  { embeddedQuery, names, forbidding = issue.manifest }: Pick<Plan["head"], "names"> & {
    readonly embeddedQuery: EmbeddedQuery;
    readonly forbidding?: Issue["manifest"];
  },
): Promise<RoutedPlan> {
  const { indexed: { root, settings: settingsOfTree }, index } = lease;
  const merged = mergeTaskSettings(settingsOfTree, options.settings);
  const limit = options.budget ?? merged.settings.promptTokenLimit;
  const settings: TaskSettings = { ...merged.settings, promptTokenLimit: limit };
  const payment = await openPackingOptions({ ...options, budget: limit }, root);
  const { parsed, core } = await embeddedQuery.query.parse();
  const text = issueText(issue);
  const { trackerPaths = TRACKER_FOLDERS } = options;
  const commands = [settings.buildCommand, settings.testCommand]
    .filter((command) => command !== "");
  return {
    plan: {
      head: {
        ...payment,
        query: text,
        names,
        root,
        issue,
        retry: retry && cutRetry(retry, payment),
        index,
        commands: commands.length === 0 ? undefined : commands,
        session: options.session,
      },
      visibility: await narrowVisibility(lease, { manifest: forbidding, trackerPaths }),
      search: options,
      preferences: options,
      embeddedQuery,
      task: {
        issue,
        settings,
        identifiers: issueIdentifiers(parsed),
        // The complexity of a task does not depend on its previous attempt.
        parsed: retry === undefined ? parsed : core.parseQuery(text),
      },
    },
    notes: merged.notes,
  };
}

/** Returns the plan of the text of an agent. */
export async function routeSignals(
  { text, options }: CheckedRequest & { readonly kind: "signals" },
  lease: Lease,
  { round }: Delivery & { readonly round?: Round },
): Promise<RoutedPlan> {
  const { indexed: { root, settings: given }, index, notes } = lease;
  const { settings, notes: settingNotes } = mergeTaskSettings(given, options.settings);
  const budget = options.budget ?? settings.promptTokenLimit;
  return {
    plan: {
      head: {
        ...await openPackingOptions({ ...options, budget }, root),
        query: "",
        root,
        index,
        session: options.session,
      },
      visibility: await narrowVisibility(lease, { manifest: round?.issue?.manifest }),
      search: {},
      preferences: {},
      round: { ...round!, text, settings, locks: options.locks },
    },
    notes: [...notes, ...settingNotes],
  };
}

/** Prepares the answer to the text of an agent, as a round of its session. */
export async function openRequestedRound(
  { text, options: { session, round, settings } }: CheckedRequest & { readonly kind: "signals" },
  { indexed }: Lease,
  deliveries: Deliveries,
): Promise<Delivery & { readonly round: Round }> {
  const { needMaxRounds: maxRounds } = mergeTaskSettings(indexed.settings, settings).settings;
  return await deliveries.openRound(text, { session, round, maxRounds, reader: indexed.reader });
}

/** Maximum share of a text for the diff of an attempt, and for its error. */
const PART_SHARE = 1 / 8;

/**
 * Returns the visible text of the previous attempt, with secrets masked and without empty parts.
 */
export async function readRetry(
  { diff = "", error = "" }: Retry,
): Promise<{ readonly retry: Retry; readonly notes: readonly Note[] }> {
  const parts = [
    {
      name: "diff",
      path: "the diff of the attempt before",
      startLine: 1,
      text: toPlainText(diff),
    },
    {
      name: "error",
      path: "the error of the attempt before",
      startLine: 1,
      text: toPlainText(error),
    },
  ] as const;
  const present = parts.filter(({ text }) => text.trim() !== "");
  const { texts, notes } = await maskSecrets(present);
  return { retry: Object.fromEntries(texts.map(({ name, text }) => [name, text])), notes };
}

/** Returns the parts of an attempt, each shortened in its middle to its share of a text. */
export function cutRetry(
  retry: Retry,
  { limit, estimator }: { readonly limit: number; readonly estimator: TokenEstimator },
): Retry {
  const tokens = limit * PART_SHARE;
  return Object.fromEntries(
    Object.entries(retry).map(([name, text]) => [name, cutMiddle(text, { tokens, estimator })]),
  );
}
