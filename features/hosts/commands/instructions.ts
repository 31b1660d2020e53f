import type {
  InstructionCut,
  InstructionFinding,
  InstructionPart,
} from "../core/instructions/mod.ts";
import {
  checkInstructions,
  type InstructionOptions,
  type Instructions,
  readInstructions,
} from "../instructions/mod.ts";
import { escapeControls } from "@dossier/core/escape";
import { formatQuantity, renderColumns } from "@dossier/core/report";
import {
  type CommandCaller,
  type CommandContext,
  type CommandResult,
  UsageError,
} from "@dossier/retrieval/operation";
import { hostPlace } from "../place/mod.ts";

/** Options that apply only to the text of instructions. */
const TEXT_OPTIONS = ["text", "budget", "cut"];

/**
 * Prints the instructions for a folder or a file, with the origin of each and the cuts; or the
 * problems of a project's instructions.
 *
 * @throws {UsageError} For several paths, and options that do not apply.
 */
export async function runInstructions(
  caller: CommandCaller,
  context: CommandContext,
): Promise<CommandResult> {
  const { words: [place, ...others], has, value, values, resolvePath, wholeNumber } = caller;
  if (others.length > 0) {
    throw new UsageError("Cannot read the instructions for several paths: name one folder or file");
  }
  const wrong = has("check") ? TEXT_OPTIONS.find((option) => has(option)) : undefined;
  if (wrong !== undefined) throw new UsageError(`Cannot use --${wrong} with --check`);
  const root = value("root");
  const path = resolvePath(place ?? root ?? ".");
  const options: InstructionOptions = {
    host: value("host") as string | undefined,
    root: root === undefined ? undefined : resolvePath(root),
    ...hostPlace(path),
    fallbacks: values("fallback"),
    ...(has("marker") ? { markers: values("marker") } : {}),
    isOutsideAllowed: has("outside"),
  };
  if (has("check")) return await printCheck(path, options, { context, isJson: has("json") });
  const instructions = await readInstructions(path, {
    ...options,
    budget: wholeNumber("budget", 0),
    cut: value("cut") as InstructionCut | undefined,
  });
  if (has("json")) context.printJson(instructions);
  else {
    const noted = [...instructions.findings.map(formatNote), ...instructions.skills.warnings];
    for (const line of noted) context.report(line);
    const text = has("text") ? ensureLineEnd(instructions.text) : renderInstructions(instructions);
    context.print(context.escape(text));
  }
  return "done";
}

async function printCheck(
  path: string,
  options: InstructionOptions,
  { context, isJson }: { readonly context: CommandContext; readonly isJson: boolean },
): Promise<CommandResult> {
  const check = await checkInstructions(path, options);
  const errors = check.findings.filter(({ level }) => level === "error").length;
  if (isJson) context.printJson(check);
  else {
    const lines = check.findings.map((finding) => `${finding.level}: ${formatFinding(finding)}`);
    const warnings = check.findings.length - errors;
    const summary =
      `${formatQuantity(check.files, "file")} and ${formatQuantity(check.skills, "skill")}: ` +
      `${formatQuantity(errors, "error")}, ${formatQuantity(warnings, "warning")}`;
    context.print([...lines, summary].map((line) => `${escapeControls(line)}\n`).join(""));
  }
  return errors === 0 ? "done" : "refused";
}

function formatFinding({ path, line, message }: InstructionFinding): string {
  return `${path}${line === undefined ? "" : `:${line}`}: ${message}`;
}

/** Returns a finding as a sentence beside the result. */
function formatNote({ path, line, message }: InstructionFinding): string {
  return `"${path}"${line === undefined ? "" : `, line ${line}`}: ${message}`;
}

function renderInstructions({ path, parts, skills, limit, tokens, host }: Instructions): string {
  const ofProject = parts.filter(({ origin }) => origin !== "managed" && origin !== "user");
  const given = ofProject.reduce((sum, part) => sum + part.given, 0);
  const rows = parts.map((part) => [
    ...[part.status, part.path, part.origin, `${part.given}`, `${part.bytes}`, `${part.tokens}`],
    part.hosts.join(" "),
  ]);
  const columns = [
    ...[{ title: "STATUS" }, { title: "FILE" }, { title: "WHOSE" }],
    ...[{ title: "GIVEN", right: true }, { title: "BYTES", right: true }],
    ...[{ title: "TOKENS", right: true }, { title: "HOSTS" }],
  ];
  const reasons = parts.flatMap(formatReason);
  const listed = skills.skills.length === 0 ? [] : [
    `${formatQuantity(skills.skills.length, "skill")}: ${
      skills.skills.map(({ name }) => name).join(", ")
    }`,
    ...skills.hidden.map(({ path, by }) => `${path} is hidden by ${by}`),
  ];
  const summary = parts.length === 0
    ? [`No instructions for ${path || "the root"}: write AGENTS.md`]
    : [
      `For ${path || "the root"}${host === undefined ? "" : ` in ${host}`}: ${
        formatQuantity(tokens, "token")
      }, ` +
      `${given} of ${limit} bytes of the project`,
    ];
  const below = [...summary, ...reasons, ...listed].map((line) => `${escapeControls(line)}\n`);
  const table = parts.length === 0
    ? ""
    : `${renderColumns(rows.map((row) => row.map(escapeControls)), columns)}\n`;
  return table + below.join("");
}

function formatReason({ path, reason, linkTo, importedBy }: InstructionPart): readonly string[] {
  const facts = [
    ...(importedBy === undefined ? [] : [`"${importedBy}" imports it`]),
    ...(linkTo === undefined ? [] : [`it is a link to "${linkTo}"`]),
    ...(reason === undefined ? [] : [reason]),
  ];
  return facts.length === 0 ? [] : [`${path}: ${facts.join("; ")}`];
}

function ensureLineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
