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
