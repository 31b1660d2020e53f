import type { Engine } from "@dossier/retrieval";
import { loadOperation } from "@dossier/server/operations";
import { INTERRUPTED, SUCCESS } from "../exit_code.ts";
import { printMessage } from "./output.ts";
import { withProgress } from "./progress.ts";

/**
 * Brings an index up to date while a line says how far that is, and returns the exit code.
 *
 * @param print Takes the line that says what came of it.
 */
export async function indexWithProgress(
  engine: Engine,
  print: (line: string) => void,
): Promise<number> {
  const start = performance.now();
  const { commands: [face] = [] } = await loadOperation("index");
  const report = await withProgress((progress) => engine.index(progress));
  const seconds = (performance.now() - start) / 1000;
  const terminal = { seconds, tell: (message: string) => printMessage(`dossier: ${message}`) };
  print((await face!.text(report, terminal as never)).trimEnd());
  return face!.isStopped?.(report, terminal as never) ? INTERRUPTED : SUCCESS;
}
