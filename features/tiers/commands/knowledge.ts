import { escapeControls } from "@dossier/core/escape";
import { renderColumns } from "@dossier/core/report";
import type { Engine } from "@dossier/retrieval/engine";
import {
  type CommandCaller,
  type CommandContext,
  type CommandResult,
  UsageError,
} from "@dossier/retrieval/operation";
import type { BuiltKnowledge } from "../build_knowledge.ts";
import { openTiers } from "../open_tiers.ts";

const NO_KNOWLEDGE = "No manifest declares knowledge files: list them in .dossier/manifest.yaml";

/**
 * Builds the knowledge files that the manifest declares, and prints the result for each.
 *
 * @throws {UsageError} For other words than `build`.
 */
export async function runKnowledge(
  { words, has }: CommandCaller,
  context: CommandContext<Engine>,
): Promise<CommandResult> {
  if (words.length !== 1 || words[0] !== "build") {
    throw new UsageError(
      `Cannot use "${["knowledge", ...words].join(" ")}": write knowledge build`,
    );
  }
  using engine = await context.openEngine();
  const tiers = await openTiers(engine);
  const options = { dryRun: has("dry-run"), force: has("force") };
  const built = await tiers.buildKnowledge(options);
  if (has("json")) context.printJson(built);
  else {
    if (built.length === 0) context.report(NO_KNOWLEDGE);
    context.print(renderBuilt(built, options.dryRun));
    for (const { path, reason } of built.flatMap(({ skipped }) => skipped)) {
      context.report(`"${path}" is omitted: ${reason}`);
    }
  }
  return built.some(({ status }) => status === "hand-edited") ? "warned" : "done";
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
