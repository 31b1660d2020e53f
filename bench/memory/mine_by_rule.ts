import type { CitedLocation, Remembered } from "./memory_text.ts";
import { enclosingPythonName } from "./python_definition.ts";
import { isSecondaryFile } from "./replay.ts";
import type { BaseTask } from "./transcripts.ts";

/** Maximum number of locations of one claim. */
const MAX_PLACES = 4;

/** Scripts that an agent writes to try something, which are not part of the work. */
const SCRATCH_REGEXP = /(?:^|\/)(?:debug|reproduce|verify|demo|final|comprehensive)[^/]*$/i;

/**
 * Returns the memory that the simplest rule extracts from a transcript: the title of the task with
 * the edited definitions, as they were before. It is a baseline for miners.
 *
 * @param readFile Returns a file of the tree at the start of the work; undefined when it is
 *   missing.
 */
export async function mineByRule(
  { problem, edited, replaced }: Pick<BaseTask, "problem" | "edited" | "replaced">,
  readFile: (path: string) => Promise<string | undefined>,
): Promise<readonly Remembered[]> {
  const [title = ""] = problem.trim().split("\n");
  const places = new Map<string, CitedLocation>();
  for (
    const path of edited.filter((path) => !isSecondaryFile(path) && !SCRATCH_REGEXP.test(path))
  ) {
    const file = await readFile(path);
    if (file === undefined) continue;
    const symbols = replaced.filter((edit) => edit.path === path)
      .map(({ text }) => findSymbol(file, text))
      .filter((symbol) => symbol !== undefined);
    for (const symbol of symbols) places.set(`${path} ${symbol}`, { path, symbol });
    if (symbols.length === 0) places.set(path, { path });
  }
  const anchors = [...places.values()].slice(0, MAX_PLACES);
  if (anchors.length === 0) return [];
  const where = anchors.map(({ path, symbol }) => symbol ?? path).join(", ");
  return [{ claim: `"${title}" was solved in ${where}`, anchors }];
}

function findSymbol(file: string, text: string): string | undefined {
  const at = file.indexOf(text);
  if (at < 0) return undefined;
  // A replaced text often begins with unchanged lines; its middle is nearer to the change.
  const line = file.slice(0, at + Math.floor(text.length / 2)).split("\n").length;
  return enclosingPythonName(file.split("\n"), line);
}
