import type { TaskSettings } from "@dossier/core";
import { issueText } from "@dossier/core/issue";
import { issueIdentifiers } from "@dossier/core/plan";
import { mergeTaskSettings } from "../config/task/mod.ts";
import type { Deliveries, Delivery, Round } from "../delivery/mod.ts";
import { openPayment } from "../delivery/pack/mod.ts";
import { TRACKER_FOLDERS } from "../issue/mod.ts";
import { type Lease, narrowVisibility } from "../lease/mod.ts";
import { askQuery } from "./ask_query.ts";
import { distinctNotes } from "./engine_notes.ts";
import { cutRetry } from "./read_retry.ts";
import type { CheckedRequest, RoutedPlan } from "./request.ts";

/** Returns the route of a task. */
export async function routeIssue(
  { query, issue: given, retry, options }: CheckedRequest & {
    readonly kind: "issue";
  },
  lease: Lease,
  { widen, notes = [] }: Delivery,
): Promise<RoutedPlan> {
  const { asked, names, notes: told } = await askQuery(query, lease, options);
  const issue = widen === undefined ? given : await widen(given);
  const { indexed: { root, settings: settingsOfTree }, index } = lease;
  const merged = mergeTaskSettings(settingsOfTree, options.settings);
  const limit = options.budget ?? merged.settings.promptTokenLimit;
  const settings: TaskSettings = { ...merged.settings, promptTokenLimit: limit };
  const payment = await openPayment({ ...options, budget: limit }, root);
  const { parsed, core } = await asked.query.parse();
  const text = issueText(issue);
  const { trackerPaths = TRACKER_FOLDERS } = options;
  const commands = [settings.buildCommand, settings.testCommand]
    .filter((command) => command !== "");
  return {
    plan: {
      head: {
        ...payment,
        ...{ query: text, names, root, issue, retry: retry && cutRetry(retry, payment), index },
        commands: commands.length === 0 ? undefined : commands,
        session: options.session,
      },
      visibility: await narrowVisibility(lease, { manifest: issue.manifest, trackerPaths }),
      search: options,
      wish: options,
      asked,
      task: {
        ...{ issue, settings },
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

/** Returns the route of an agent's text. */
export async function routeSignals(
  { text, options }: CheckedRequest & { readonly kind: "signals" },
  lease: Lease,
  { round }: Delivery & { readonly round?: Round },
): Promise<RoutedPlan> {
  const { indexed: { root, settings: given }, index, notes } = lease;
  const { settings, notes: told } = mergeTaskSettings(given, options.settings);
  const budget = options.budget ?? settings.promptTokenLimit;
  return {
    plan: {
      head: {
        ...await openPayment({ ...options, budget }, root),
        ...{ query: "", root, index, session: options.session },
      },
      visibility: await narrowVisibility(lease, { manifest: round?.issue?.manifest }),
      search: {},
      wish: {},
      round: { ...round!, text, settings, locks: options.locks },
    },
    notes: [...notes, ...told],
  };
}

/** Prepares the answer to an agent's text, as a round of its session. */
export async function openRequestedRound(
  { text, options: { session, round, settings } }: CheckedRequest & { readonly kind: "signals" },
  { indexed }: Lease,
  deliveries: Deliveries,
): Promise<Delivery & { readonly round: Round }> {
  const { needMaxRounds } = mergeTaskSettings(indexed.settings, settings).settings;
  return await deliveries.openRound(text, {
    session,
    round,
    maxRounds: needMaxRounds,
    reader: indexed.reader,
  });
}
