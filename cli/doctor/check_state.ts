import { formatBytes } from "@dossier/core/text";
import { access, constants, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import {
  type CheckTarget,
  findFolderProblem,
  type Finding,
  type TreeCheck,
} from "@dossier/retrieval/health";

/** Free space below which the next index may not fit, in bytes. */
const LOW_DISK_BYTES = 200e6;

/** Check that the folder of the index and the records can be written, and has space. */
export const STATE_CHECK: TreeCheck = {
  name: "state folder",
  async run(tree) {
    const problem = findFolderProblem(tree);
    if (problem !== undefined) return [problem];
    return [await examineFolder(tree), await examineDisk(tree)];
  },
};

async function examineFolder({ state }: CheckTarget): Promise<Finding> {
  const folder = nearestFolder(state);
  if (statOrUndefined(folder)?.isFile) {
    return {
      level: "problem",
      message: `"${folder}" is a file in the place of the folder for the index`,
      fix: "move it away, or choose another place with --state",
    };
  }
  if (!await isWritable(folder)) {
    return {
      level: "problem",
      message: `"${folder}" cannot be written`,
      fix: `chmod u+w "${folder}", or choose another place with --state`,
    };
  }
  return folder === state
    ? { level: "ok", message: `"${state}" contains the index and the records` }
    : { level: "ok", message: `"${state}" is created with the first index` };
}

async function examineDisk({ state }: CheckTarget): Promise<Finding> {
  const { bavail, bsize } = await statfs(nearestFolder(state));
  const free = bavail * bsize;
  const amount = `${formatBytes(free)} are free on its disk`;
  if (free >= LOW_DISK_BYTES) return { level: "ok", message: amount };
  return {
    level: "problem",
    message: `Only ${amount}`,
    fix: "free some space, or choose another place with --state",
  };
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the folder itself, or the nearest one above it that exists. */
function nearestFolder(folder: string): string {
  let path = folder;
  while (statOrUndefined(path) === undefined && dirname(path) !== path) path = dirname(path);
  return path;
}

function statOrUndefined(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}
