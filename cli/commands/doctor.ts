import {
  type CheckedFinding,
  CONFIGURATION_CHECK,
  type FindingLevel,
  runChecks,
} from "@dossier/retrieval/health";
import type { Invocation } from "@dossier/retrieval/operation";
import { invokedPlace } from "../input/invoked_place.ts";
import { renderColumns } from "../terminal/layout.ts";
import { escapeControls, printJson, printResult } from "../terminal/output.ts";
import { CHECKS } from "../doctor/checks.ts";
import { findPatient } from "../doctor/patient.ts";
import { STORAGE, SUCCESS, USAGE } from "../exit_code.ts";

/** What a level is marked with. */
const MARKS: Readonly<Record<FindingLevel, string>> = {
  ok: "ok",
  note: "-",
  warning: "!",
  problem: "X",
};

/** Looks at all that answers depend on, and prints what it finds with its mend. */
export async function runDoctor(invocation: Invocation): Promise<number> {
  const patient = {
    ...await findPatient(invokedPlace(invocation)),
    isDeep: invocation.has("deep"),
  };
  const findings = await runChecks(CHECKS, patient);
  const code = worstOf(findings);
  const { root, state } = patient;
  if (invocation.has("json")) printJson({ root, state, findings });
  else printResult(renderFindings(findings));
  return code;
}

/** Returns the exit code that says the worst of the findings. */
export function worstOf(findings: readonly CheckedFinding[]): number {
  const problems = findings.filter(({ level }) => level === "problem");
  if (problems.length === 0) return SUCCESS;
  return problems.every(({ check }) => check === CONFIGURATION_CHECK.name) ? USAGE : STORAGE;
}

/** Returns a line for each finding, and its mend on the next. */
function renderFindings(findings: readonly CheckedFinding[]): string {
  const rows = findings.flatMap(({ check, level, message, mend }) => [
    [MARKS[level], check, escapeControls(message)],
    ...(mend === undefined ? [] : [["", "", `mend: ${escapeControls(mend)}`]]),
  ]);
  return renderColumns(rows, [{}, {}, {}]);
}
