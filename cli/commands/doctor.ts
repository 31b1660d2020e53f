import { renderBody } from "@dossier/core/report";
import { type CheckedFinding, CONFIGURATION_CHECK, runChecks } from "@dossier/retrieval/health";
import { renderFindings } from "@dossier/retrieval/report";
import type { Invocation } from "@dossier/retrieval/operation";
import { invokedLocation } from "../input/invoked_location.ts";
import { printJson, printResult } from "../terminal/output.ts";
import { listChecks } from "../doctor/checks.ts";
import { locateCheckedTree } from "../doctor/locate_checked_tree.ts";
import { STORAGE, SUCCESS, USAGE } from "../exit_code.ts";

/** Checks everything that answers depend on, and prints the findings with their fixes. */
export async function runDoctor(invocation: Invocation): Promise<number> {
  const tree = {
    ...await locateCheckedTree(invokedLocation(invocation)),
    isDeep: invocation.has("deep"),
  };
  const findings = await runChecks(await listChecks(), tree);
  const code = exitCodeOfFindings(findings);
  const { root, state } = tree;
  if (invocation.has("json")) printJson({ root, state, findings });
  else printResult(renderBody(renderFindings(findings)));
  return code;
}

/** Returns the exit code for the most serious finding. */
export function exitCodeOfFindings(findings: readonly CheckedFinding[]): number {
  const problems = findings.filter(({ level }) => level === "problem");
  if (problems.length === 0) return SUCCESS;
  return problems.every(({ check }) => check === CONFIGURATION_CHECK.name) ? USAGE : STORAGE;
}
