/** Name of the log in the folder of the state. */
export const LOG_FILE = "hook.log";

/** Bytes of a log, beyond which it begins anew. */
export const MAX_LOG_BYTES = 64 * 1024;

/** Characters of a line. */
const MAX_LINE = 400;

/**
 * Writes down in one line what stood in the way, where the state of the tree is or else in the user's cache, and
 * returns an empty text. Where neither can be written, nobody is told.
 */
export async function logHookProblem(
  problem: string,
  { root, cache, moment }: {
    readonly root: string | undefined;
    readonly cache: string | undefined;
    readonly moment: string;
  },
): Promise<""> {
  const line = `${new Date().toISOString()} ${moment} ${problem}`.replaceAll(/[\p{Cc}\s]+/gu, " ");
  const folders = [
    ...(root === undefined ? [] : [`${root}/.dossier/state`]),
    ...(cache === undefined ? [] : [`${cache}/dossier`]),
  ];
  const { findStateObstacle } = await import("@dossier/retrieval/machine");
  for (const folder of folders) {
    // Nothing that the tree holds leads elsewhere.
    if (root !== undefined && findStateObstacle(root, folder) !== undefined) continue;
    if (await appendLine(folder, line.slice(0, MAX_LINE))) break;
  }
  return "";
}

/** Returns whether a line could be written into the log of a folder, which is not made. */
async function appendLine(folder: string, line: string): Promise<boolean> {
  const { openOwnFile } = await import("@dossier/retrieval/machine");
  try {
    using file = openOwnFile(`${folder}/${LOG_FILE}`, { append: true });
    if (file === undefined) return false;
    if (file.statSync().size > MAX_LOG_BYTES) file.truncateSync();
    file.writeSync(new TextEncoder().encode(`${line}\n`));
    return true;
  } catch {
    return false;
  }
}

/** Folder of the state in which notes are left that nobody could write down in time. */
export const LATE_FOLDER = "late";

/** Files that are taken at once. */
const MAX_FILES = 500;

/** Returns the files with late notes in a state folder, some of them where there are many. */
export function listLateFiles(folder: string): readonly string[] {
  const late = `${folder}/${LATE_FOLDER}`;
  try {
    return [...Deno.readDirSync(late)].map(({ name }) => name)
      .filter((name) => name.endsWith(".json")).sort().slice(0, MAX_FILES)
      .map((name) => `${late}/${name}`);
  } catch {
    return [];
  }
}
