import { readPlainText } from "@dossier/retrieval/machine";
import { LOG_FILE, MAX_LOG_BYTES } from "./hook_log.ts";

/** Something that stood in the way of a hook, as the log has it. */
export interface HookProblem {
  /** ISO 8601 instant. */
  readonly time: string;
  /** Name of the host, or that there was none. */
  readonly host: string;
  readonly problem: string;
}

const LINE_REGEXP = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (no host|\S+) (.+)$/;

/** Returns what the log in a folder says, oldest first; nothing where there is none. */
export function listHookProblems(folder: string): readonly HookProblem[] {
  const read = readPlainText(`${folder}/${LOG_FILE}`, { maxBytes: 2 * MAX_LOG_BYTES });
  if (read.kind !== "text") return [];
  return read.text.split("\n").flatMap((line) => {
    const [, time, host, problem] = LINE_REGEXP.exec(line) ?? [];
    return problem === undefined ? [] : { time: time!, host: host!, problem };
  });
}
