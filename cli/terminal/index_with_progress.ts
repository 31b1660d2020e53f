import type { Engine } from "@dossier/retrieval";
import { loadOperation } from "@dossier/server/operations";
import { printMessage } from "./output.ts";
import { withProgress } from "./progress.ts";

/**
 * Brings an index up to date with a progress line, and returns true when it was stopped.
 *
 * @param print Prints the line about the result.
 */
export async function indexWithProgress(
  engine: Engine,
  print: (line: string) => void,
): Promise<boolean> {
  const start = performance.now();
  const { commands: [binding] = [] } = await loadOperation("index");
  const report = await withProgress((progress) => engine.index(progress));
  const seconds = (performance.now() - start) / 1000;
  const terminal = { seconds, report: (message: string) => printMessage(`dossier: ${message}`) };
  print((await binding!.text(report, terminal as never)).trimEnd());
  return binding!.isStopped?.(report, terminal as never) ?? false;
}
