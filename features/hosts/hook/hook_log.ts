/** Name of the log in the state folder. */
export const LOG_FILE = "hook.log";

/** Maximum number of bytes of a log; a longer one is emptied. */
export const MAX_LOG_BYTES = 64 * 1024;

/** Maximum number of characters of a line. */
const MAX_LINE = 400;

/**
 * Logs a problem in one line, in the state folder of the tree or else in the user's cache, and
 * returns an empty text. When neither can be written, the problem is lost.
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
    // The tree must not redirect the log to another place.
    if (root !== undefined && findStateObstacle(root, folder) !== undefined) continue;
    if (await appendLine(folder, line.slice(0, MAX_LINE))) break;
  }
  return "";
}

/** Appends a line to the log of an existing folder; returns true on success. */
async function appendLine(folder: string, line: string): Promise<boolean> {
  const { openPrivateFile } = await import("@dossier/retrieval/machine");
  try {
    using file = openPrivateFile(`${folder}/${LOG_FILE}`, { append: true });
    if (file === undefined) return false;
    if (file.statSync().size > MAX_LOG_BYTES) file.truncateSync();
    file.writeSync(new TextEncoder().encode(`${line}\n`));
    return true;
  } catch {
    return false;
  }
}

/** Subfolder of the state with records that could not be written in time. */
export const LATE_FOLDER = "late";

/** Maximum number of files that are read at once. */
const MAX_FILES = 500;

/** Returns the files with late records in a state folder, at most `MAX_FILES`. */
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
