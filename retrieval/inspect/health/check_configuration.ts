import { isContextError } from "@dossier/core/errors";
import { reportSettings } from "../../config/report/mod.ts";
import type { Finding, TreeCheck, TreePlace } from "./run_checks.ts";

/** Whether the settings can be read, and all of them are used. */
export const CONFIGURATION_CHECK: TreeCheck = { name: "configuration", run: examine };

async function examine({ root }: TreePlace): Promise<readonly Finding[]> {
  try {
    const { settings, notes } = await reportSettings(root);
    if (notes.length > 0) {
      return notes.map(({ message }): Finding => ({ level: "warning", message }));
    }
    const given = Object.values(settings).filter(({ origin }) => origin !== "default").length;
    if (given > 0) {
      const message = given === 1
        ? "One setting is given, and used"
        : `${given} settings are given, all of them used`;
      return [{ level: "ok", message }];
    }
    return [{ level: "ok", message: "All settings are the default ones" }];
  } catch (error) {
    if (!isContextError(error) || error.code !== "invalid-config") throw error;
    return [{ level: "problem", message: error.message, mend: "edit .dossier/config.yaml" }];
  }
}
