import { type ManifestStatus, renderManifest, renderManifestSummary } from "@dossier/tiers/core";
import { type ContextTiers, openTiers } from "@dossier/tiers";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { openInvokedEngine } from "../input/invoked_place.ts";
import { escapeOnTerminal, printJson, printMessage, printResult } from "../terminal/output.ts";
import { SUCCESS, USAGE, WARNED } from "../exit_code.ts";

const NONE = "No manifest: write .dossier/manifest.yaml, or .blue/context.manifest.yaml";

type Run = (tiers: ContextTiers, invocation: Invocation) => Promise<number>;

const VERBS: Readonly<Record<string, Run>> = {
  summary: printSummary,
  show: printStatus,
  check: printCheck,
  acknowledge: acknowledge,
};

/** Options that only looking at what comes of a manifest has a use for. */
const LOOKING_OPTIONS = ["prompt", "commit", "open", "allow-plugins"];

/**
 * Prints a line about the manifest of a project, what comes of it, what is wrong with it, or agrees to it.
 *
 * @throws {UsageError} For words that are none of these, and options that are of no use.
 */
export async function runManifest(invocation: Invocation): Promise<number> {
  const { words: [name = "summary", ...rest], has } = invocation;
  const run = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (run === undefined || rest.length > 0 || (name === "summary" && invocation.words.length > 0)) {
    const written = ["manifest", ...invocation.words].join(" ");
    throw new UsageError(`Cannot use "${written}": write show, check, acknowledge or nothing`);
  }
  const unused = [
    ...(name === "show" ? [] : ["verbose"]),
    ...(name === "acknowledge" ? ["strict", ...LOOKING_OPTIONS] : []),
  ].find((option) => has(option));
  if (unused !== undefined) throw new UsageError(`Cannot use --${unused} with "manifest ${name}"`);
  using engine = await openInvokedEngine(invocation);
  return await run(await openTiers(engine), invocation);
}

async function printSummary(tiers: ContextTiers, invocation: Invocation): Promise<number> {
  const status = await readStatus(tiers, invocation);
  if (status === undefined) return tellNone(invocation);
  const { tiers: built, form, path } = status;
  if (invocation.has("json")) {
    const counts = built.map(({ tier, sources, used, budget }) => ({
      ...{ tier, sources: sources.length, used, budget },
    }));
    printJson({ form, path, tiers: counts });
  } else printResult(`${renderManifestSummary(status)}\n`);
  return SUCCESS;
}

async function printStatus(tiers: ContextTiers, invocation: Invocation): Promise<number> {
  const status = await readStatus(tiers, invocation);
  if (status === undefined) return tellNone(invocation);
  if (invocation.has("json")) printJson(status);
  else {
    const isVerbose = invocation.has("verbose");
    printResult(escapeOnTerminal(renderManifest(status, { isVerbose })));
  }
  return SUCCESS;
}

async function printCheck(tiers: ContextTiers, invocation: Invocation): Promise<number> {
  const problems = await tiers.problems();
  if (problems === undefined) return tellNone(invocation);
  const isBroken = problems.some(({ level }) => level === "error");
  const status = isBroken ? undefined : await readStatus(tiers, invocation);
  const warnings = (status?.warnings ?? []).filter(({ code }) => code !== "manifest_problem");
  if (invocation.has("json")) printJson({ problems, warnings });
  else {
    const lines = [
      ...problems.map(({ level, message }) => `${level}: ${message}`),
      ...warnings.map(({ code, message }) => `warning (${code}): ${message}`),
    ];
    printResult(escapeOnTerminal(`${lines.join("\n") || "Nothing is wrong with the manifest."}\n`));
  }
  if (isBroken) return USAGE;
  const isWarned = problems.length + warnings.length > 0;
  return invocation.has("strict") && isWarned ? WARNED : SUCCESS;
}

async function acknowledge(tiers: ContextTiers, invocation: Invocation): Promise<number> {
  const hash = await tiers.acknowledge();
  if (hash === undefined) return tellNone(invocation);
  if (invocation.has("json")) printJson({ hash });
  else printResult(`The manifest is agreed to as it is: SHA-256 ${hash}\n`);
  return SUCCESS;
}

function tellNone(invocation: Invocation): number {
  if (invocation.has("json")) printJson(null);
  else printMessage(`dossier: ${NONE}`);
  return invocation.has("strict") ? WARNED : SUCCESS;
}

function readStatus(
  tiers: ContextTiers,
  { value, values, has }: Invocation,
): Promise<ManifestStatus | undefined> {
  return tiers.status({
    prompt: value("prompt"),
    commits: values("commit"),
    files: values("open"),
    allowPlugins: has("allow-plugins"),
  });
}
