import { renderBody } from "@dossier/core/report";
import { type CheckedFinding, CONFIGURATION_CHECK, runChecks } from "@dossier/retrieval/health";
import { renderFindings } from "@dossier/retrieval/report";
import type { Invocation } from "@dossier/retrieval/operation";
import { invokedPlace } from "../input/invoked_place.ts";
import { printJson, printResult } from "../terminal/output.ts";
import { listChecks } from "../doctor/checks.ts";
import { findPatient } from "../doctor/patient.ts";
import { STORAGE, SUCCESS, USAGE } from "../exit_code.ts";

/** Looks at all that answers depend on, and prints what it finds with its fix. */
export async function runDoctor(invocation: Invocation): Promise<number> {
  const patient = {
    ...await findPatient(invokedPlace(invocation)),
    isDeep: invocation.has("deep"),
  };
  const findings = await runChecks(await listChecks(), patient);
  const code = worstOf(findings);
  const { root, state } = patient;
  if (invocation.has("json")) printJson({ root, state, findings });
  else printResult(renderBody(renderFindings(findings)));
  return code;
}

/** Returns the exit code that says the worst of the findings. */
export function worstOf(findings: readonly CheckedFinding[]): number {
  const problems = findings.filter(({ level }) => level === "problem");
  if (problems.length === 0) return SUCCESS;
  return problems.every(({ check }) => check === CONFIGURATION_CHECK.name) ? USAGE : STORAGE;
}
