import { escapeControls } from "@dossier/core/escape";
import { formatQuantity } from "@dossier/core/report";
import {
  type CommandCaller,
  type CommandContext,
  type CommandResult,
  UsageError,
} from "@dossier/retrieval/operation";
import { checkPolicies } from "../check_policies.ts";
import { composeProfile } from "../compose_profile.ts";
import { importPolicies } from "../import_policies.ts";
import { listProfiles } from "../list_profiles.ts";
import { parseInputs } from "../request_fields.ts";
import { openPolicies, type Policies } from "../policies.ts";
import type { PolicyFormName } from "../policy_form.ts";
import { renderProfile, renderProfiles } from "./render_profile.ts";

type Run = (
  caller: CommandCaller,
  context: CommandContext,
  operand?: string,
) => Promise<CommandResult>;

/** The function that runs each subcommand, and the numbers of operands that it accepts. */
const VERBS: Readonly<Record<string, { readonly run: Run; readonly operands: readonly number[] }>> =
  {
    list: { run: printProfiles, operands: [0] },
    show: { run: printProfile, operands: [1] },
    check: { run: printCheck, operands: [0, 1] },
    import: { run: printImport, operands: [0, 1] },
  };

/**
 * Prints the profiles, one profile, the findings of a check, or the result of an import.
 *
 * @throws {UsageError} For an unknown subcommand, and for options that do not apply to it.
 */
export async function runProfile(
  caller: CommandCaller,
  context: CommandContext,
): Promise<CommandResult> {
  const { words: [name = "list", ...rest], has } = caller;
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (verb === undefined || !verb.operands.includes(rest.length)) {
    throw new UsageError(
      `Cannot use "${
        ["profile", ...caller.words].join(" ")
      }": write list, show ID, check [ID] or import [DIR]`,
    );
  }
  const unused = [
    ...(name === "import" ? ["words", "system"] : ["dry-run", "force"]),
    ...(name === "show" ? [] : ["input"]),
  ];
  const wrong = unused.find((option) => has(option));
  if (wrong !== undefined) throw new UsageError(`Cannot use --${wrong} with ${name}`);
  return await verb.run(caller, context, rest[0]);
}

async function printProfiles(
  { has }: CommandCaller,
  context: CommandContext,
): Promise<CommandResult> {
  const policies = openPoliciesOf(context);
  // Notes about files that were ignored are for `profile check` and for those who use the files.
  const { notes } = policies;
  const profiles = await listProfiles(policies);
  if (has("json")) context.printJson({ profiles, notes });
  else {
    for (const note of notes) context.report(note);
    context.print(renderProfiles(profiles));
  }
  return "done";
}

async function printProfile(
  { value, values, has }: CommandCaller,
  context: CommandContext,
  profile = "",
): Promise<CommandResult> {
  const composed = await composeProfile({
    profile,
    isPartial: true,
    words: value("words") as PolicyFormName | undefined,
    inputs: parseInputs(values("input")),
  }, openPoliciesOf(context));
  if (has("json")) context.printJson(composed);
  else {
    for (const note of composed.notes) context.report(note);
    context.print(renderProfile(composed));
  }
  return "done";
}

async function printCheck(
  { has }: CommandCaller,
  context: CommandContext,
  id?: string,
): Promise<CommandResult> {
  const check = await checkPolicies(openPoliciesOf(context), id);
  const faults = check.findings.filter(({ level }) => level === "error");
  if (has("json")) context.printJson(check);
  else {
    const lines = check.findings.map(({ level, id, message }) =>
      escapeControls(`${level}: ${id === undefined ? "" : `${id}: `}${message}`)
    );
    const warnings = check.findings.length - faults.length;
    const summary = `${formatQuantity(check.profiles, "profile")} and ${
      formatQuantity(check.knowledge, "knowledge item")
    }: ${formatQuantity(faults.length, "error")}, ${formatQuantity(warnings, "warning")}`;
    context.print(`${[...lines, summary].join("\n")}\n`);
  }
  return faults.length === 0 ? "done" : "refused";
}

async function printImport(
  { has, resolvePath }: CommandCaller,
  context: CommandContext,
  from?: string,
): Promise<CommandResult> {
  const isDry = has("dry-run");
  const imported = await importPolicies({
    root: context.root,
    isDry,
    force: has("force"),
    from: from === undefined ? undefined : resolvePath(from),
  });
  if (has("json")) context.printJson(imported);
  else {
    for (const note of [...imported.refused, ...imported.notes]) context.report(note);
    const { written, kept } = imported;
    const lines = [
      ...written.map((path) => `${isDry ? "would write" : "wrote"} ${path}`),
      ...kept.map((path) => `kept ${path}, which differs: replace it with --force`),
    ];
    context.print(lines.map((line) => `${escapeControls(line)}\n`).join(""));
    if (lines.length === 0) context.report("Nothing to import: all files exist already");
  }
  return imported.refused.length === 0 ? "done" : "refused";
}

function openPoliciesOf({ root, spaces }: CommandContext): Policies {
  return openPolicies({ root, ...spaces });
}
