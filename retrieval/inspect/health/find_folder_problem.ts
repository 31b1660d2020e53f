import { findStateObstacle } from "../../machine/mod.ts";
import type { Finding } from "./finding.ts";
import type { TreePlace } from "./tree_check.ts";

/** Returns what keeps the program from looking for its files in the state folder; undefined when nothing does. */
export function findFolderProblem({ root, state }: TreePlace): Finding | undefined {
  const obstacle = findStateObstacle(root, state);
  if (obstacle !== undefined) {
    const { problem, mend } = obstacle;
    return {
      level: "problem",
      message: `"${state}" is not what it should be: ${problem}`,
      mend,
    };
  }
  try {
    Deno.lstatSync(state);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) {
      const message = `"${state}" is a place where the program may not look`;
      return { level: "problem", message, mend: "choose another place with --state" };
    }
  }
  return undefined;
}
