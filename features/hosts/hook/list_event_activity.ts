import { type HookInput, readUserWords } from "../core/host/mod.ts";
import { takeUtf16Start } from "@dossier/core/utf8";
import type { ActivityEvent, RecordedActivity } from "@dossier/retrieval/state";
import type { TouchedFile } from "./touched_file.ts";

/** Maximum number of characters of a prompt that are recorded. */
const MAX_PROMPT_LENGTH = 4000;

/** Number of events before a start among which its compaction is, when the host reported it. */
const RECENT = 3;

/**
 * Returns the activity to record for an event of a session.
 *
 * @param before Earlier activity of the session, as far as it is known.
 */
export function listEventActivity(
  { event: { moment }, source, prompt = "", tool, agent, reason = "" }: HookInput,
  touched: readonly TouchedFile[],
  before: readonly RecordedActivity[] = [],
): readonly ActivityEvent[] {
  switch (moment) {
    case "session-start": {
      const isKnown = before.filter(({ kind }) => kind !== "told").slice(-RECENT)
        .some(({ kind }) => kind === "compaction");
      const isForgotten = source === "clear" || source === "compact" && !isKnown;
      return [
        ...(isForgotten ? [{ kind: "compaction", value: source } as const] : []),
        { kind: "start", value: source ?? "startup" },
      ];
    }
    case "prompt":
      return agent === undefined
        ? [{ kind: "turn", value: "" }, {
          kind: "prompt",
          value: takeUtf16Start(readUserWords(prompt), MAX_PROMPT_LENGTH),
        }]
        : [];
    case "after-tool":
      return [
        ...(tool === undefined ? [] : [{ kind: "tool", value: tool.name } as const]),
        ...touched.flatMap(({ path, kind }): ActivityEvent[] => [
          { kind: "file", value: path },
          // Files that a subagent has read are not in the context of the session.
          ...(agent === undefined || kind === "edit" ? [{ kind, value: path }] : []),
        ]),
      ];
    case "before-compaction":
      return [{ kind: "compaction", value: reason }];
    case "session-end":
      return [{ kind: "end", value: reason }];
    default:
      return [];
  }
}
