import { gitCommand, isGitUnavailable } from "../../tree/mod.ts";
import type { HistorySource } from "../history_source.ts";

/** Starts git for a source, its standard output a pipe; undefined when it can not be started. */
export function spawnGit(
  { root, pinned }: HistorySource,
  args: readonly string[],
): Deno.ChildProcess | undefined {
  const where = pinned === undefined ? [] : [`--git-dir=${pinned.repository}`];
  try {
    return gitCommand([...where, ...args], { cwd: root, stderr: "null" }).spawn();
  } catch (error) {
    if (isGitUnavailable(error)) return undefined;
    throw error;
  }
}
