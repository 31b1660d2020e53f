import { type TimelineEntry, toTimelineText } from "@dossier/core/metrics";
import type { Injection } from "../state/mod.ts";
import type { RecordedSession } from "./read_session.ts";
import type { ActivityEvent } from "../state/mod.ts";

/** What a host's transcript tells as well, and better. */
const TOLD_BY_HOST: ReadonlySet<ActivityEvent["kind"]> = new Set([
  ...(["turn", "tool", "file", "prompt", "read", "edit", "compaction", "told"] as const),
]);

/**
 * Returns what is recorded of a session as lines of time, in lists of which each is in order.
 *
 * @param options.hasTranscript Whether the host's transcript is told beside it: what that has is left out here.
 */
export function listRecorded(
  { injections, given, activity }: RecordedSession,
  { hasTranscript = false }: { readonly hasTranscript?: boolean | undefined } = {},
): readonly (readonly TimelineEntry[])[] {
  return [
    injections.flatMap(toGiven),
    ...given,
    activity.filter(({ kind }) => !hasTranscript || !TOLD_BY_HOST.has(kind)).map((event) => ({
      time: new Date(event.time).toISOString(),
      from: "activity" as const,
      kind: event.kind,
      ...(event.tokens !== undefined && { tokens: event.tokens }),
      text: toTimelineText(event.value),
    })),
  ];
}

/** Returns the requests of an agent, and what it was given. */
function toGiven(injection: Injection): readonly TimelineEntry[] {
  const { id: record, time, kind, trigger, round, request, fragments, omitted } = injection;
  const asked = injection.outcomes.map(({ request, outcome }) => ({
    ...{ time, from: "log" as const, kind: "asked", record },
    text: toTimelineText(`${request}: ${outcome}`),
  }));
  const { issue, query } = request;
  // What an answer is to stands before it.
  const title = kind === "answer" ? "" : issue?.title || issue?.id || query;
  const words = [
    trigger,
    ...(round === undefined ? [] : [`round ${round}`]),
    `${fragments.length} of ${fragments.length + omitted.length} fragments`,
    ...(injection.withdrawn === undefined ? [] : ["not sent"]),
  ].join(", ");
  const files = fragments.flatMap(({ location }) =>
    location === undefined ? [] : [`${location.path}:${location.startLine}-${location.endLine}`]
  );
  return [...asked, {
    ...{ time, from: "log", kind: kind === "answer" ? "answered" : "given", record },
    tokens: injection.withdrawn === undefined ? injection.budget.used : 0,
    text: toTimelineText(title === "" ? words : `${words}: ${title}`),
    ...(files.length > 0 && { files }),
  }];
}
