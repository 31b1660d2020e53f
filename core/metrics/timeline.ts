import { maskShapes } from "../secret/mod.ts";
import { takeWholeStart } from "../text/mod.ts";

/** One line of what happened in a session. */
export interface TimelineEntry {
  /** ISO 8601; absent where nobody noted it. */
  readonly time?: string;
  /** Who says so: dossier's log, what a session is known to have done, or the host's transcript. */
  readonly from: "log" | "activity" | "transcript";
  /** What happened, such as `given`, `read` or `user`. */
  readonly kind: string;
  /** Of what came into the context by it, as far as that is known. */
  readonly tokens?: number;
  /** In one line. */
  readonly text: string;
  /** Number of its record in the log. */
  readonly record?: number;
  /** The subagent that it happened in. */
  readonly agent?: string;
  /** Files that it is about, with their lines where it is not about all of them. */
  readonly files?: readonly string[];
}

/** UTF-16 code units of a line, at most. */
const MAX_LENGTH = 200;

const BLANKS_REGEXP = /\s+/g;

/** Returns the first words of a text in one line, with its secrets masked, and a mark where there are more. */
export function toTimelineText(text: string): string {
  // More than this is cut off in any case.
  const line = maskShapes(text.slice(0, 10 * MAX_LENGTH)).replace(BLANKS_REGEXP, " ").trim();
  return line.length <= MAX_LENGTH ? line : `${takeWholeStart(line, MAX_LENGTH - 1)}…`;
}

/**
 * Returns several lists as one, by time. Each keeps its own order, and what has no time stays behind what is before
 * it there.
 */
export function mergeTimelines(
  ...lists: readonly (readonly TimelineEntry[])[]
): readonly TimelineEntry[] {
  return lists.flatMap((list) => {
    let last = -Infinity;
    return list.map((entry) => {
      const time = entry.time === undefined ? NaN : Date.parse(entry.time);
      // A clock that was set back does not change what came after what.
      last = Math.max(last, Number.isNaN(time) ? last : time);
      return { entry, at: last };
    });
  }).sort((a, b) => a.at === b.at ? 0 : a.at - b.at).map(({ entry }) => entry);
}
