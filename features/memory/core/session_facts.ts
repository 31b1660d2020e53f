import type { SessionEvent } from "@dossier/core/metrics";
import { findErrorLine, listCheckRuns } from "./mine/mod.ts";

/** What a session did, as an outcome is told of it. */
export interface TranscriptFacts {
  /** The last call for each command that checks something, and for each tool and file. */
  readonly calls: readonly {
    readonly tool: string;
    readonly file?: string;
    readonly success: boolean;
  }[];
  /** What those of them that failed said, behind their names. */
  readonly errors: readonly string[];
  /** Files that were edited, as the transcript names them. */
  readonly modified: readonly string[];
}

/** Characters of an error of a tool. */
const ERROR_LENGTH = 500;

/**
 * Returns what a session did, from its transcript. Only the last call of each kind counts: what failed and was mended is
 * no reason why the session failed.
 *
 * @param options.limit Calls, errors and files at most, the last ones each.
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
    // What a shell does besides checking, such as a search without a result, tells nothing.
    if (tool === undefined || (check === undefined && commands.has(callId))) continue;
    const file = check === undefined ? touches[0]?.path : undefined;
    const name = check?.command ?? tool;
    const key = JSON.stringify([name, file]);
    // The last ones go last.
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
