import { formatBytes } from "@dossier/core/text";
import type { Finding, TreeCheck, TreePlace } from "./run_checks.ts";
import type { DatabaseHealth } from "./inspect_database.ts";
import { inspectIndex } from "./inspect_index.ts";
import { inspectState } from "./inspect_state.ts";
import { findStateObstacle, PROGRAM } from "../../machine/mod.ts";

/** Whether the index is whole, of this version, and how old it is. */
export const INDEX_CHECK: TreeCheck = {
  name: "index",
  run: (patient) => Promise.resolve([examineIndex(patient)]),
};

/** Whether the records of what was given are whole. */
export const RECORDS_CHECK: TreeCheck = {
  name: "records",
  run: (patient) => Promise.resolve([examineRecords(patient)]),
};

/** What is said of a file in a folder that the state folder's own check has something to say of. */
const NOT_LOOKED_AT: Finding = {
  level: "note",
  message: "It was not looked at, as the state folder is not what it should be",
};

function examineIndex(place: TreePlace): Finding {
  if (findFolderProblem(place) !== undefined) return NOT_LOOKED_AT;
  const { root, state, isDeep } = place;
  const health = inspectIndex(state, { isDeep });
  const build = `${PROGRAM} index --root "${root}"`;
  if (health.condition === "missing") {
    return { level: "note", message: "There is none yet: the first answer makes it", mend: build };
  }
  const broken = describeBroken(health);
  // It is a cache, so even damage is mended by the next answer.
  if (broken !== undefined) {
    const mend = health.condition === "damaged" ? `rm "${health.path}"; ${build}` : undefined;
    return mend === undefined ? broken : { ...broken, mend };
  }
  const { isCurrent, documents, updatedAt } = health.facts!;
  if (!isCurrent) {
    return {
      level: "note",
      message: "Another version of dossier wrote it: the next answer builds it again",
      mend: build,
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

function examineRecords(place: TreePlace): Finding {
  if (findFolderProblem(place) !== undefined) return NOT_LOOKED_AT;
  const health = inspectState(place.state);
  if (health.condition === "missing") return { level: "ok", message: "Nothing is recorded yet" };
  const moved = `mv "${health.path}" "${health.path}.damaged"`;
  const broken = describeBroken(health);
  if (broken !== undefined) {
    return health.condition === "damaged" ? { ...broken, mend: moved } : broken;
  }
  if (health.facts!.isNewer) {
    return {
      level: "problem",
      message: `A newer version of dossier wrote "${health.path}"`,
      mend: "update dossier, or choose another place with --state",
    };
  }
  return { level: "ok", message: `They are whole, in ${formatBytes(health.bytes)}` };
}

/** Returns what is wrong with a file that is there, or that it was not looked through. */
function describeBroken({ condition, path }: DatabaseHealth<unknown>): Finding | undefined {
  switch (condition) {
    case "foreign":
      return {
        level: "problem",
        message: `"${path}" is another program's`,
        mend: `mv "${path}" "${path}.other"`,
      };
    case "damaged":
      return { level: "problem", message: `"${path}" is damaged` };
    case "unreadable":
      return {
        level: "problem",
        message: `"${path}" can not be read`,
        mend: `chmod u+rw "${path}"`,
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
