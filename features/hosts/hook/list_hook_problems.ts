import { readPlainText } from "@dossier/retrieval/machine";
import { LOG_FILE, MAX_LOG_BYTES } from "./hook_log.ts";

/** A problem of a hook, from the log. */
export interface HookProblem {
  /** Time in ISO 8601. */
  readonly time: string;
  /** Name of the host, or `no host`. */
  readonly host: string;
  readonly problem: string;
}

const LINE_REGEXP = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (no host|\S+) (.+)$/;

/** Returns the problems in the log of a folder, oldest first; empty without a log. */
export function listHookProblems(folder: string): readonly HookProblem[] {
  const read = readPlainText(`${folder}/${LOG_FILE}`, { maxBytes: 2 * MAX_LOG_BYTES });
  if (read.kind !== "text") return [];
  return read.text.split("\n").flatMap((line) => {
    const [, time, host, problem] = LINE_REGEXP.exec(line) ?? [];
    return problem === undefined ? [] : { time: time!, host: host!, problem };
  });
}
