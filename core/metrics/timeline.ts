import { maskLikelySecrets } from "../secret/mod.ts";
import { takeUtf16Start } from "../text/mod.ts";

/** One line of the history of a session. */
export interface TimelineEntry {
  /** Time in ISO 8601; absent when it is unknown. */
  readonly time?: string;
  /**
   * Source of the entry: dossier's log, the recorded activity of the session, or the host's
   * transcript.
   */
  readonly from: "log" | "activity" | "transcript";
  /** Kind of event, such as `given`, `read` or `user`. */
  readonly kind: string;
  /** Number of tokens that the event added to the context, as far as it is known. */
  readonly tokens?: number;
  /** Text on one line. */
  readonly text: string;
  /** Number of the record in the log. */
  readonly record?: number;
  /** Subagent of the event. */
  readonly agent?: string;
  /** Files of the event, with line ranges unless whole files are meant. */
  readonly files?: readonly string[];
}

/** Maximum number of UTF-16 code units of a line. */
const MAX_LENGTH = 200;

const BLANKS_REGEXP = /\s+/g;

/**
 * Returns the first words of a text on one line, with secrets masked, and with an ellipsis when
 * text is cut.
 */
export function toTimelineText(text: string): string {
  // Text beyond this is cut off in any case.
  const line = maskLikelySecrets(text.slice(0, 10 * MAX_LENGTH)).replace(BLANKS_REGEXP, " ").trim();
  return line.length <= MAX_LENGTH ? line : `${takeUtf16Start(line, MAX_LENGTH - 1)}…`;
}

/**
 * Returns several lists merged by time. Each list keeps its own order, and an entry without time
 * stays after the entries before it in its list.
 */
export function mergeTimelines(
  ...lists: readonly (readonly TimelineEntry[])[]
): readonly TimelineEntry[] {
  return lists.flatMap((list) => {
    let last = -Infinity;
    return list.map((entry) => {
      const time = entry.time === undefined ? NaN : Date.parse(entry.time);
      // A clock that was set back does not change the order of entries.
      last = Math.max(last, Number.isNaN(time) ? last : time);
      return { entry, at: last };
    });
  }).sort((a, b) => a.at === b.at ? 0 : a.at - b.at).map(({ entry }) => entry);
}
