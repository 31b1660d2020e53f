import type { Engine } from "@dossier/retrieval/engine";
import {
  type CommandCaller,
  type CommandContext,
  type CommandResult,
  UsageError,
} from "@dossier/retrieval/operation";
import type { ContextTiers } from "../context_tiers.ts";
import { type ManifestStatus, renderManifest, renderManifestSummary } from "../core/mod.ts";
import { openTiers } from "../open_tiers.ts";

const NONE = "There is no manifest: write .dossier/manifest.yaml, or .blue/context.manifest.yaml";

type Context = CommandContext<Engine>;

type Run = (tiers: ContextTiers, caller: CommandCaller, context: Context) => Promise<CommandResult>;

const VERBS: Readonly<Record<string, Run>> = {
  summary: printSummary,
  show: printStatus,
  check: printCheck,
  acknowledge: acknowledge,
};

/** Options that apply only when a manifest is shown. */
const STATUS_OPTIONS = ["prompt", "commit", "open", "allow-plugins"];

/**
 * Prints a line about the manifest of a project, its status, or its problems, or acknowledges it.
 *
 * @throws {UsageError} For an unknown subcommand, and for options that do not apply to it.
 */
export async function runManifest(caller: CommandCaller, context: Context): Promise<CommandResult> {
  const { words: [name = "summary", ...rest], has } = caller;
  const run = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (run === undefined || rest.length > 0 || (name === "summary" && caller.words.length > 0)) {
    const written = ["manifest", ...caller.words].join(" ");
    throw new UsageError(`Cannot use "${written}": write show, check, acknowledge or nothing`);
  }
  const unused = [
    ...(name === "show" ? [] : ["verbose"]),
    ...(name === "acknowledge" ? ["strict", ...STATUS_OPTIONS] : []),
  ].find((option) => has(option));
  if (unused !== undefined) throw new UsageError(`Cannot use --${unused} with "manifest ${name}"`);
  using engine = await context.openEngine();
  return await run(await openTiers(engine), caller, context);
}

async function printSummary(
  tiers: ContextTiers,
  caller: CommandCaller,
  context: Context,
): Promise<CommandResult> {
  const status = await readStatus(tiers, caller);
  if (status === undefined) return reportNoManifest(caller, context);
  const { tiers: built, form, path } = status;
  if (caller.has("json")) {
    const counts = built.map(({ tier, sources, used, budget }) => ({
      tier,
      sources: sources.length,
      used,
      budget,
    }));
    context.printJson({ form, path, tiers: counts });
  } else context.print(`${renderManifestSummary(status)}\n`);
  return "done";
}

async function printStatus(
  tiers: ContextTiers,
  caller: CommandCaller,
  context: Context,
): Promise<CommandResult> {
  const status = await readStatus(tiers, caller);
  if (status === undefined) return reportNoManifest(caller, context);
  if (caller.has("json")) context.printJson(status);
  else {
    const isVerbose = caller.has("verbose");
    context.print(context.escape(renderManifest(status, { isVerbose })));
  }
  return "done";
}

async function printCheck(
  tiers: ContextTiers,
  caller: CommandCaller,
  context: Context,
): Promise<CommandResult> {
  const problems = await tiers.problems();
  if (problems === undefined) return reportNoManifest(caller, context);
  const isBroken = problems.some(({ level }) => level === "error");
  const status = isBroken ? undefined : await readStatus(tiers, caller);
  const warnings = (status?.warnings ?? []).filter(({ code }) => code !== "manifest_problem");
  if (caller.has("json")) context.printJson({ problems, warnings });
  else {
    const lines = [
      ...problems.map(({ level, message }) => `${level}: ${message}`),
      ...warnings.map(({ code, message }) => `warning (${code}): ${message}`),
    ];
    context.print(context.escape(`${lines.join("\n") || "The manifest has no problems."}\n`));
  }
  if (isBroken) return "refused";
  const isWarned = problems.length + warnings.length > 0;
  return caller.has("strict") && isWarned ? "warned" : "done";
}

async function acknowledge(
  tiers: ContextTiers,
  caller: CommandCaller,
  context: Context,
): Promise<CommandResult> {
  const hash = await tiers.acknowledge();
  if (hash === undefined) return reportNoManifest(caller, context);
  if (caller.has("json")) context.printJson({ hash });
  else context.print(`The manifest is acknowledged in its present state: SHA-256 ${hash}\n`);
  return "done";
}

function reportNoManifest({ has }: CommandCaller, context: Context): CommandResult {
  if (has("json")) context.printJson(null);
  else context.report(NONE);
  return has("strict") ? "warned" : "done";
}

function readStatus(
  tiers: ContextTiers,
  { value, values, has }: CommandCaller,
): Promise<ManifestStatus | undefined> {
  return tiers.status({
    prompt: value("prompt"),
    commits: values("commit"),
    files: values("open"),
    allowPlugins: has("allow-plugins"),
  });
}
