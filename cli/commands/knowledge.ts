import { type BuiltKnowledge, openTiers } from "@dossier/tiers";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { openInvokedEngine } from "../input/invoked_place.ts";
import { renderColumns } from "../terminal/layout.ts";
import { escapeControls, printJson, printMessage, printResult } from "../terminal/output.ts";
import { SUCCESS, WARNED } from "../exit_code.ts";

const NONE = "No manifest declares knowledge files: list them in .dossier/manifest.yaml";

/**
 * Makes the knowledge files that the manifest declares, and prints what became of each.
 *
 * @throws {UsageError} For other words than `build`.
 */
export async function runKnowledge(invocation: Invocation): Promise<number> {
  const { words, has } = invocation;
  if (words.length !== 1 || words[0] !== "build") {
    throw new UsageError(
      `Cannot use "${["knowledge", ...words].join(" ")}": write knowledge build`,
    );
  }
  using engine = await openInvokedEngine(invocation);
  const tiers = await openTiers(engine);
  const options = { dryRun: has("dry-run"), force: has("force") };
  const built = await tiers.buildKnowledge(options);
  if (has("json")) printJson(built);
  else {
    if (built.length === 0) printMessage(`dossier: ${NONE}`);
    printResult(renderBuilt(built, options.dryRun));
    for (const { path, reason } of built.flatMap(({ skipped }) => skipped)) {
      printMessage(`dossier: "${path}" is left out: ${reason}`);
    }
  }
  return built.some(({ status }) => status === "hand-edited") ? WARNED : SUCCESS;
}

function renderBuilt(built: readonly BuiltKnowledge[], isDry: boolean): string {
  if (built.length === 0) return "";
  const rows = built.map(({ path, status, files, tokens }) => [
    escapeControls(path),
    isDry && status === "written" ? "to be written" : status,
    String(files.length),
    String(tokens),
  ]);
  const columns = [{ title: "FILE" }, { title: "STATUS" }];
  const numbers = [{ title: "SOURCES", right: true }, { title: "TOKENS", right: true }];
  return renderColumns(rows, [...columns, ...numbers]);
}
