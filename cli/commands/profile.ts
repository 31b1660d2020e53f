import {
  checkPolicies,
  composeProfile,
  importPolicies,
  listProfiles,
  openPolicies,
} from "@dossier/policy";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { absolute } from "../input/invoked_place.ts";
import { invokedInputs, invokedPolicies, invokedWords } from "../input/invoked_policies.ts";
import { renderCounted } from "../terminal/layout.ts";
import { escapeControls, printJson, printMessage, printResult } from "../terminal/output.ts";
import { SUCCESS, USAGE } from "../exit_code.ts";
import { renderProfile, renderProfiles } from "./render_profile.ts";

type Run = (invocation: Invocation, operand: string | undefined) => Promise<number>;

/** What each word does, and how many further words it takes. */
const VERBS: Readonly<Record<string, { readonly run: Run; readonly operands: readonly number[] }>> =
  {
    list: { run: printProfiles, operands: [0] },
    show: { run: printProfile, operands: [1] },
    check: { run: printCheck, operands: [0, 1] },
    import: { run: printImport, operands: [0, 1] },
  };

/**
 * Prints the profiles there are, one of them, what is wrong with them, or what was imported.
 *
 * @throws {UsageError} For words that are none of these, and options that are of no use.
 */
export async function runProfile(invocation: Invocation): Promise<number> {
  const { words: [name = "list", ...rest], has } = invocation;
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (verb === undefined || !verb.operands.includes(rest.length)) {
    throw new UsageError(
      `Cannot use "${
        ["profile", ...invocation.words].join(" ")
      }": write list, show ID, check [ID] or import [DIR]`,
    );
  }
  const unused = [
    ...(name === "import" ? ["words", "system"] : ["dry-run", "force"]),
    ...(name === "show" ? [] : ["input"]),
  ];
  const wrong = unused.find((option) => has(option));
  if (wrong !== undefined) throw new UsageError(`Cannot use --${wrong} with ${name}`);
  return await verb.run(invocation, rest[0]);
}

async function printProfiles(invocation: Invocation): Promise<number> {
  const policies = openPolicies(invokedPolicies(invocation));
  // What is passed over in files is for a check, or whoever uses them.
  const { notes } = policies;
  const profiles = await listProfiles(policies);
  if (invocation.has("json")) printJson({ profiles, notes });
  else {
    tell(notes);
    printResult(renderProfiles(profiles));
  }
  return SUCCESS;
}

async function printProfile(invocation: Invocation, profile = ""): Promise<number> {
  const request = {
    ...{ profile, isPartial: true, words: invokedWords(invocation) },
    inputs: invokedInputs(invocation),
  };
  const composed = await composeProfile(request, openPolicies(invokedPolicies(invocation)));
  if (invocation.has("json")) printJson(composed);
  else {
    tell(composed.notes);
    printResult(renderProfile(composed));
  }
  return SUCCESS;
}

async function printCheck(invocation: Invocation, id: string | undefined): Promise<number> {
  const check = await checkPolicies(openPolicies(invokedPolicies(invocation)), id);
  const faults = check.findings.filter(({ level }) => level === "error");
  if (invocation.has("json")) printJson(check);
  else {
    const lines = check.findings.map(({ level, id, message }) =>
      escapeControls(`${level}: ${id === undefined ? "" : `${id}: `}${message}`)
    );
    const warnings = check.findings.length - faults.length;
    const summary = `${renderCounted(check.profiles, "profile")} and ${
      renderCounted(check.knowledge, "knowledge item")
    }: ${renderCounted(faults.length, "error")}, ${renderCounted(warnings, "warning")}`;
    printResult(`${[...lines, summary].join("\n")}\n`);
  }
  return faults.length === 0 ? SUCCESS : USAGE;
}

async function printImport(invocation: Invocation, from: string | undefined): Promise<number> {
  const { root } = invokedPolicies(invocation);
  const isDry = invocation.has("dry-run");
  const imported = await importPolicies({
    ...{ root, isDry, force: invocation.has("force") },
    from: from === undefined ? undefined : absolute(from),
  });
  if (invocation.has("json")) printJson(imported);
  else {
    tell([...imported.refused, ...imported.notes]);
    const { written, kept } = imported;
    const lines = [
      ...written.map((path) => `${isDry ? "would write" : "wrote"} ${path}`),
      ...kept.map((path) => `kept ${path}, which is another: replace it with --force`),
    ];
    printResult(lines.map((line) => `${escapeControls(line)}\n`).join(""));
    if (lines.length === 0) printMessage("dossier: There is nothing to import that is not there");
  }
  return imported.refused.length === 0 ? SUCCESS : USAGE;
}

function tell(notes: readonly string[]): void {
  for (const note of notes) printMessage(`dossier: ${note}`);
}
