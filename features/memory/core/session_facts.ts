import type { SessionEvent } from "@dossier/core/metrics";
import { findErrorLine, listCheckRuns } from "./mine/mod.ts";

/** The activity of a session for its outcome. */
export interface TranscriptFacts {
  /** The last call of each checking command, and of each tool and file. */
  readonly calls: readonly {
    readonly tool: string;
    readonly file?: string;
    readonly success: boolean;
  }[];
  /** Errors of the failed calls, after their names. */
  readonly errors: readonly string[];
  /** Edited files, with the names of the transcript. */
  readonly modified: readonly string[];
}

/** Maximum number of characters of an error of a tool. */
const ERROR_LENGTH = 500;

/**
 * Returns the activity of a session, from its transcript. Only the last call of each kind counts:
 * an error that was fixed is no reason for a failure of the session.
 *
 * @param options.limit Most calls, errors and files, the last ones each.
 */
export function listSessionFacts(
  events: readonly SessionEvent[],
  { limit }: { readonly limit: number },
): TranscriptFacts {
  const checks = new Map(listCheckRuns(events).map((run) => [run.end, run]));
  const commands = new Map(
    events.flatMap(({ callId, command }) =>
      callId !== undefined && command ? [[callId, command]] : []
    ),
  );
  type Call = TranscriptFacts["calls"][number] & { readonly error: string };
  const last = new Map<string, Call>();
  const modified = new Set<string>();
  for (const [at, { kind, tool, callId = "", touches = [], failed, text }] of events.entries()) {
    if (kind !== "result") continue;
    for (const { path, action } of touches) if (action === "edit") modified.add(path);
    const check = checks.get(at);
    // Other shell commands, such as a search without a result, say nothing about the outcome.
    if (tool === undefined || (check === undefined && commands.has(callId))) continue;
    const file = check === undefined ? touches[0]?.path : undefined;
    const name = check?.command ?? tool;
    const key = JSON.stringify([name, file]);
    // Sorted by the last occurrence.
    last.delete(key);
    last.set(key, {
      tool: name,
      ...(file !== undefined && { file }),
      success: !(check?.hasFailed ?? failed ?? false),
      error: findErrorLine(check?.output ?? text) ?? text.trim().slice(0, ERROR_LENGTH),
    });
  }
  const calls = [...last.values()].slice(-limit);
  return {
    calls: calls.map(({ error: _, ...call }) => call),
    errors: calls.flatMap(({ tool, success, error }) => success ? [] : [`${tool}: ${error}`]),
    modified: [...modified].slice(-limit),
  };
}
