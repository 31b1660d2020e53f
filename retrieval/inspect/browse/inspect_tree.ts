import { isContextError } from "@dossier/core/errors";
import { reportSettings, type SettingsReport } from "../../config/report/mod.ts";
import { CONFIGURATION_CHECK } from "../health/check_configuration.ts";
import { GIT_CHECK } from "../health/check_git.ts";
import { INDEX_CHECK, RECORDS_CHECK } from "../health/check_index.ts";
import type { CheckedFinding } from "../health/finding.ts";
import { runChecks } from "../health/run_checks.ts";
import type { TreePlace } from "../health/tree_check.ts";

/** What answers about a tree depend on, and how it is. */
export interface TreeHealth {
  /** What was looked at, and what helps where something is wrong. */
  readonly findings: readonly CheckedFinding[];
  /** The settings in force; undefined where they can not be read, which is a finding then. */
  readonly settings: SettingsReport["settings"] | undefined;
}

/** The looks that cost little and ask no other service. */
const CHECKS = [CONFIGURATION_CHECK, GIT_CHECK, INDEX_CHECK, RECORDS_CHECK];

/** Looks at what answers about a tree depend on, and changes none of it. */
export async function inspectTree(place: TreePlace): Promise<TreeHealth> {
  const [findings, report] = await Promise.all([
    runChecks(CHECKS, place),
    reportSettings(place.root).catch((error: unknown) => {
      if (isContextError(error) && error.code === "invalid-config") return undefined;
      throw error;
    }),
  ]);
  return { findings, settings: report?.settings };
}
