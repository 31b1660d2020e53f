import type { SessionSource } from "../core/host/mod.ts";
import type { RecordedActivity } from "@dossier/retrieval/state";
import { sinceCompaction } from "./hook_session.ts";

/** What is noted when a session was told all that a start has, so that no later event makes up for it. */
export const START = "start";

/** Returns how a session is to begin again, where a compaction or lack of time has left it without its start. */
export function owedStart(events: readonly RecordedActivity[]): SessionSource | undefined {
  const since = sinceCompaction(events);
  const isCondensed = since.length < events.length &&
    !since.some(({ kind }) => kind === "start" || kind === "prompt");
  if (isCondensed) return "compact";
  const started = since.findLastIndex(({ kind }) => kind === "start");
  const isTold = since.slice(started)
    .some(({ kind, value }) => kind === "told" && value === START);
  return started < 0 || isTold ? undefined : "resume";
}
