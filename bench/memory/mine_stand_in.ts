import type { CitedPlace, Remembered } from "./memory_text.ts";
import { enclosingPythonName } from "./python_definition.ts";
import { isAside } from "./replay.ts";
import type { BaseTask } from "./transcripts.ts";

/** Most places of one claim. */
const MAX_PLACES = 4;

/** Scripts that an agent writes to try something, which are no part of the work. */
const SCRATCH_REGEXP = /(?:^|\/)(?:debug|reproduce|verify|demo|final|comprehensive)[^/]*$/i;

/**
 * Returns what the simplest rule takes from a transcript: the title of the task with the definitions that were edited,
 * as they were before. A stand-in for a miner, to compare one with.
 *
 * @param readFile Returns a file of the tree that the work began with; undefined when there is none.
 */
export async function mineStandIn(
  { problem, edited, replaced }: Pick<BaseTask, "problem" | "edited" | "replaced">,
  readFile: (path: string) => Promise<string | undefined>,
): Promise<readonly Remembered[]> {
  const [title = ""] = problem.trim().split("\n");
  const places = new Map<string, CitedPlace>();
  for (const path of edited.filter((path) => !isAside(path) && !SCRATCH_REGEXP.test(path))) {
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
  // A replaced text often begins with lines that stay; its middle is nearer to what was changed.
  const line = file.slice(0, at + Math.floor(text.length / 2)).split("\n").length;
  return enclosingPythonName(file.split("\n"), line);
}
