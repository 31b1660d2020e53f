import { formatBytes } from "@dossier/core/text";
import type { Finding, TreeCheck, TreePlace } from "./run_checks.ts";
import { findIndexStore } from "../../index/mod.ts";
import { type DatabaseHealth, findStateObstacle, PROGRAM } from "../../machine/mod.ts";
import { inspectState } from "./inspect_state.ts";

/** Whether the index is whole, of this version, and how old it is. */
export const INDEX_CHECK: TreeCheck = {
  name: "index",
  run: (place) => Promise.resolve([findFolderProblem(place) ? NOT_LOOKED_AT : examineIndex(place)]),
};

/** Whether the records of what was given are whole. */
export const RECORDS_CHECK: TreeCheck = {
  name: "records",
  run: (place) =>
    Promise.resolve([findFolderProblem(place) ? NOT_LOOKED_AT : examineRecords(place)]),
};

/** What is said of a file in a folder that the state folder's own check has something to say of. */
const NOT_LOOKED_AT: Finding = {
  level: "note",
  message: "It was not looked at, as the state folder is not what it should be",
};

/** Returns whether there is an index of a tree in a state folder, which need not exist. */
export function hasIndex(root: string, folder: string): boolean {
  const place = { root, folder };
  return findIndexStore(place).has(place);
}

function examineIndex({ root, state, isDeep }: TreePlace): Finding {
  const place = { root, folder: state };
  const health = findIndexStore(place).inspect(place, { isThorough: isDeep });
  const build = `${PROGRAM} index --root "${root}"`;
  if (health.condition === "missing") {
    return { level: "note", message: "There is none yet: the first answer makes it", fix: build };
  }
  // It is a cache, so even damage is fixed by the next answer.
  const broken = describeBroken(health, `rm "${health.path}"; ${build}`);
  if (broken !== undefined) return broken;
  const { isCurrent, documents, updatedAt } = health.facts!;
  if (!isCurrent) {
    return {
      level: "note",
      message: "Another version of dossier wrote it: the next answer builds it again",
      fix: build,
    };
  }
  const compared = isDeep ? "; every value is as it was written" : "";
  const age = updatedAt === undefined ? "never written" : `last written ${updatedAt}`;
  return {
    level: "ok",
    message: `${documents} document${documents === 1 ? "" : "s"} in ${
      formatBytes(health.bytes)
    }, ${age}${compared}`,
  };
}

function examineRecords({ state }: TreePlace): Finding {
  const health = inspectState(state);
  if (health.condition === "missing") return { level: "ok", message: "Nothing is recorded yet" };
  const broken = describeBroken(health, `mv "${health.path}" "${health.path}.damaged"`);
  if (broken !== undefined) return broken;
  if (health.facts!.isNewer) {
    return {
      level: "problem",
      message: `A newer version of dossier wrote "${health.path}"`,
      fix: "update dossier, or choose another place with --state",
    };
  }
  return { level: "ok", message: `They are whole, in ${formatBytes(health.bytes)}` };
}

/**
 * Returns what is wrong with a file that is there, or that it was not looked through.
 *
 * @param fix What helps against damage.
 */
function describeBroken(
  { condition, path }: DatabaseHealth<unknown>,
  fix: string,
): Finding | undefined {
  switch (condition) {
    case "foreign":
      return {
        level: "problem",
        message: `"${path}" is another program's`,
        fix: `mv "${path}" "${path}.other"`,
      };
    case "damaged":
      return { level: "problem", message: `"${path}" is damaged`, fix };
    case "unreadable":
      return {
        level: "problem",
        message: `"${path}" can not be read`,
        fix: `chmod u+rw "${path}"`,
      };
    case "large":
      return { level: "note", message: `"${path}" is too large to be looked through in passing` };
    default:
      return undefined;
  }
}

/** Returns what keeps the program from looking for its files in the state folder; undefined when nothing does. */
export function findFolderProblem({ root, state }: TreePlace): Finding | undefined {
  const obstacle = findStateObstacle(root, state);
  if (obstacle !== undefined) {
    const { problem, fix } = obstacle;
    return { level: "problem", message: `"${state}" is not what it should be: ${problem}`, fix };
  }
  try {
    Deno.lstatSync(state);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) {
      const message = `"${state}" is a place where the program may not look`;
      return { level: "problem", message, fix: "choose another place with --state" };
    }
  }
  return undefined;
}
