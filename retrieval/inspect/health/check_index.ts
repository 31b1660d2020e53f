import { formatBytes } from "@dossier/core/text";
import type { CheckTarget, Finding, TreeCheck } from "./run_checks.ts";
import { findIndexStore } from "../../index/mod.ts";
import { type DatabaseHealth, findStateObstacle, PROGRAM } from "../../machine/mod.ts";
import { inspectState } from "./inspect_state.ts";

/** Check of the index: its integrity, its version and its age. */
export const INDEX_CHECK: TreeCheck = {
  name: "index",
  run: (place) => Promise.resolve([findFolderProblem(place) ? NOT_CHECKED : examineIndex(place)]),
};

/** Check of the integrity of the records of deliveries. */
export const RECORDS_CHECK: TreeCheck = {
  name: "records",
  run: (place) => Promise.resolve([findFolderProblem(place) ? NOT_CHECKED : examineRecords(place)]),
};

/** Finding for a file that was not checked because of a problem of its folder. */
const NOT_CHECKED: Finding = {
  level: "note",
  message: "It was not checked, as the state folder has a problem",
};

/** Returns true when there is an index of a tree in a state folder, which need not exist. */
export function hasIndex(root: string, folder: string): boolean {
  const place = { root, folder };
  return findIndexStore(place).has(place);
}

function examineIndex({ root, state, isDeep }: CheckTarget): Finding {
  const place = { root, folder: state };
  const health = findIndexStore(place).inspect(place, { isThorough: isDeep });
  const build = `${PROGRAM} index --root "${root}"`;
  if (health.condition === "missing") {
    return {
      level: "note",
      message: "There is no index yet: the first answer builds it",
      fix: build,
    };
  }
  // It is a cache, so the next answer fixes even damage.
  const broken = findDamage(health, `rm "${health.path}"; ${build}`);
  if (broken !== undefined) return broken;
  const { isCurrent, documents, updatedAt } = health.facts!;
  if (!isCurrent) {
    return {
      level: "note",
      message: "Another version of dossier wrote it: the next answer rebuilds it",
      fix: build,
    };
  }
  const compared = isDeep ? "; all values match their checksums" : "";
  const age = updatedAt === undefined ? "never written" : `last written ${updatedAt}`;
  return {
    level: "ok",
    message: `${documents} document${documents === 1 ? "" : "s"} in ${
      formatBytes(health.bytes)
    }, ${age}${compared}`,
  };
}

function examineRecords({ state }: CheckTarget): Finding {
  const health = inspectState(state);
  if (health.condition === "missing") return { level: "ok", message: "Nothing is recorded yet" };
  const broken = findDamage(health, `mv "${health.path}" "${health.path}.damaged"`);
  if (broken !== undefined) return broken;
  if (health.facts!.isNewer) {
    return {
      level: "problem",
      message: `A newer version of dossier wrote "${health.path}"`,
      fix: "update dossier, or choose another place with --state",
    };
  }
  return { level: "ok", message: `They are intact, in ${formatBytes(health.bytes)}` };
}

/**
 * Returns the problem of an existing file, or that it was not checked.
 *
 * @param fix Fix for damage.
 */
function findDamage(
  { condition, path }: DatabaseHealth<unknown>,
  fix: string,
): Finding | undefined {
  switch (condition) {
    case "foreign":
      return {
        level: "problem",
        message: `"${path}" belongs to another program`,
        fix: `mv "${path}" "${path}.other"`,
      };
    case "damaged":
      return { level: "problem", message: `"${path}" is damaged`, fix };
    case "unreadable":
      return {
        level: "problem",
        message: `"${path}" cannot be read`,
        fix: `chmod u+rw "${path}"`,
      };
    case "large":
      return { level: "note", message: `"${path}" is too large for a quick check` };
    default:
      return undefined;
  }
}

/**
 * Returns the problem that prevents the program from using the state folder, or `undefined` when
 * there is none.
 */
export function findFolderProblem({ root, state }: CheckTarget): Finding | undefined {
  const obstacle = findStateObstacle(root, state);
  if (obstacle !== undefined) {
    const { problem, fix } = obstacle;
    return { level: "problem", message: `"${state}" has a problem: ${problem}`, fix };
  }
  try {
    Deno.lstatSync(state);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) {
      const message = `"${state}" cannot be read by the program`;
      return { level: "problem", message, fix: "choose another place with --state" };
    }
  }
  return undefined;
}
