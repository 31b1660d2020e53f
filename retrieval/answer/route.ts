import type { Note, Retry, TaskSettings } from "@dossier/core";
import { issueText } from "@dossier/core/issue";
import { issueIdentifiers } from "@dossier/core/plan";
import { mergeTaskSettings } from "../config/task/mod.ts";
import { type Delivery, openPayment, type Round } from "../delivery/mod.ts";
import { isTrackerPath, TRACKER_FOLDERS } from "../issue/mod.ts";
import type { QueryText } from "../search/mod.ts";
import type { Lease, Plan, SourceName } from "../sources/mod.ts";
import { openForbidden } from "../tree/mod.ts";
import { askQuery } from "./ask_query.ts";
import { distinctNotes } from "./engine_notes.ts";
import { cutRetry } from "./read_retry.ts";
import type { ContextOptions, ContextRequest, RequestOptions, TaskOptions } from "./request.ts";

/** The sections of each kind of bundle, in its order. */
export const SECTIONS: Readonly<Record<ContextRequest["kind"], readonly SourceName[]>> = {
  query: ["ranking"],
  issue: ["manifest", "documents", "calls", "ranking"],
  signals: ["signals"],
};

/** A request that is checked, without its secrets. */
export type CheckedRequest =
  | { readonly kind: "query"; readonly query: QueryText; readonly options: ContextOptions }
  | {
    readonly kind: "issue";
    readonly query: QueryText;
    readonly issue: Parameters<Delivery["widen"]>[0];
    readonly retry: Retry | undefined;
    readonly options: TaskOptions;
  }
  | { readonly kind: "signals"; readonly text: string; readonly options: RequestOptions };

/** A plan, and what there is to say before anything is gathered. */
export interface Route {
  readonly plan: Plan;
  readonly notes: readonly Note[];
}

/** Returns which sources a request is answered from, and what the bundle says at its head. */
export function route(
  request: CheckedRequest,
  lease: Lease,
  delivery: Delivery,
): Promise<Route> {
  switch (request.kind) {
    case "query":
      return routeQuery(request, lease, delivery);
    case "issue":
      return routeIssue(request, lease, delivery);
    case "signals":
      return routeSignals(request, lease, delivery);
  }
}

async function routeQuery(
  { query, options }: CheckedRequest & { readonly kind: "query" },
  lease: Lease,
  { isForbidden, notes }: Delivery,
): Promise<Route> {
  const { asked, notes: told } = await askQuery(query, lease, options);
  const { indexed: { root }, index } = lease;
  return {
    plan: {
      sections: SECTIONS.query,
      head: {
        ...await openPayment(options, root),
        ...{ query: query.text, root, index },
        ...nameSession(options),
      },
      isWanted: (path) => isForbidden?.(path) !== true,
      search: options,
      asked,
    },
    notes: [...distinctNotes([...lease.notes, ...told]), ...notes],
  };
}

async function routeIssue(
  { query, issue: given, retry, options }: CheckedRequest & { readonly kind: "issue" },
  lease: Lease,
  { widen, notes }: Delivery,
): Promise<Route> {
  const { asked, notes: told } = await askQuery(query, lease, options);
  const issue = await widen(given);
  const { indexed: { root, settings: { given: settingsOfTree } }, index } = lease;
  const merged = mergeTaskSettings(settingsOfTree, options.settings);
  const limit = options.budget ?? merged.settings.promptTokenLimit;
  const settings: TaskSettings = { ...merged.settings, promptTokenLimit: limit };
  const payment = await openPayment({ ...options, budget: limit }, root);
  const { parsed, core } = await asked.query.parse();
  const text = issueText(issue);
  const isForbidden = await openForbidden(issue.manifest, root);
  const { trackerPaths = TRACKER_FOLDERS } = options;
  const commands = [settings.buildCommand, settings.testCommand]
    .filter((command) => command !== "");
  return {
    plan: {
      sections: SECTIONS.issue,
      head: {
        ...payment,
        ...{ query: text, root, issue, retry: retry && cutRetry(retry, payment), index },
        ...(commands.length === 0 ? {} : { commands }),
        ...nameSession(options),
      },
      isWanted: (path) => !isForbidden(path) && !isTrackerPath(path, trackerPaths),
      search: options,
      asked,
      task: {
        ...{ issue, settings, isForbidden },
        identifiers: issueIdentifiers(parsed),
        // How complex a task is does not change by what went wrong with it.
        parsed: retry === undefined ? parsed : core.parseQuery(text),
      },
    },
    notes: [
      ...options.notes ?? [],
      ...distinctNotes([...lease.notes, ...told]),
      ...notes,
      ...merged.notes,
    ],
  };
}

async function routeSignals(
  { text, options }: CheckedRequest & { readonly kind: "signals" },
  lease: Lease,
  { round }: Delivery & { readonly round?: Round },
): Promise<Route> {
  const { indexed: { root, settings: { given } }, index, notes } = lease;
  const { settings, notes: told } = mergeTaskSettings(given, options.settings);
  const budget = options.budget ?? settings.promptTokenLimit;
  return {
    plan: {
      sections: SECTIONS.signals,
      head: {
        ...await openPayment({ ...options, budget }, root),
        ...{ query: "", root, index },
        ...nameSession(options),
      },
      isWanted: () => true,
      search: {},
      round: { ...round!, text, settings, locks: options.locks },
    },
    notes: [...notes, ...told],
  };
}

function nameSession({ session }: { readonly session?: string | undefined }): { session?: string } {
  return session === undefined ? {} : { session };
}
