import { isContextError } from "@dossier/core/errors";
import { checkRoot } from "@dossier/retrieval/check-root";
import {
  CONFIGURATION_CHECK,
  EMBEDDER_CHECK,
  GIT_CHECK,
  HOOKS_CHECK,
  INDEX_CHECK,
  RECORDS_CHECK,
  RULES_CHECK,
  WATCHING_CHECK,
} from "@dossier/retrieval/health";
import { HOSTS_CHECK } from "./check_hosts.ts";
import { PACKAGES_CHECK } from "./check_packages.ts";
import { PORT_CHECK } from "./check_port.ts";
import { STATE_CHECK } from "./check_state.ts";
import type { Check } from "./patient.ts";

/** Whether the folder may be a root without anybody saying that it is meant. */
const ROOT_CHECK: Check = {
  name: "root",
  async run({ root }) {
    try {
      await checkRoot({ root });
      return [{ level: "ok", message: `"${root}" may be served` }];
    } catch (error) {
      if (!isContextError(error)) throw error;
      return [{ level: "problem", message: error.message }];
    }
  },
};

/** The oldest runtime that the program is tested with. */
const MIN_DENO_VERSION = "2.9.6";

/** The version of the runtime. */
const RUNTIME_CHECK: Check = {
  name: "runtime",
  run() {
    const { deno } = Deno.version;
    const isEnough = deno.localeCompare(MIN_DENO_VERSION, "en", { numeric: true }) >= 0;
    return Promise.resolve([
      isEnough ? { level: "ok", message: `Deno ${deno}` } : {
        level: "warning",
        message: `Deno ${deno} is older than ${MIN_DENO_VERSION}, which the program needs`,
        mend: "deno upgrade",
      },
    ]);
  },
};

/** All checks, in the order in which their findings are listed. */
export const CHECKS: readonly Check[] = [
  RUNTIME_CHECK,
  ROOT_CHECK,
  GIT_CHECK,
  CONFIGURATION_CHECK,
  RULES_CHECK,
  STATE_CHECK,
  INDEX_CHECK,
  RECORDS_CHECK,
  EMBEDDER_CHECK,
  PACKAGES_CHECK,
  WATCHING_CHECK,
  PORT_CHECK,
  HOSTS_CHECK,
  HOOKS_CHECK,
];
