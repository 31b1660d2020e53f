import { isContextError } from "@dossier/core/errors";
import { checkRoot } from "@dossier/retrieval/check-root";
import {
  CONFIGURATION_CHECK,
  type Finding,
  GIT_CHECK,
  INDEX_CHECK,
  inspectEmbedder,
  RECORDS_CHECK,
  tryWatching,
} from "@dossier/retrieval/health";
import { HOSTS_CHECK } from "./check_hosts.ts";
import { PACKAGES_CHECK } from "./check_packages.ts";
import { PORT_CHECK } from "./check_port.ts";
import { STATE_CHECK } from "./check_state.ts";
import type { Check, Patient } from "./patient.ts";

/** Whether the embedder that the settings name answers. */
const EMBEDDER_CHECK: Check = {
  name: "embedder",
  run: async (patient, signal) => [await examineEmbedder(patient, signal)],
};

async function examineEmbedder({ root }: Patient, signal: AbortSignal): Promise<Finding> {
  const { kind, name, dimensions, failure, mend } = await inspectEmbedder(root, { signal });
  if (failure !== undefined) {
    return { level: "warning", message: failure, ...(mend === undefined ? {} : { mend }) };
  }
  if (name === undefined) {
    return { level: "note", message: `There is none ("${kind}"): answers go by words alone` };
  }
  return { level: "ok", message: `"${name}" answers with ${dimensions} numbers` };
}

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

/** What Linux needs to watch more, with room for trees of this size. */
const MORE_WATCHES = "sudo sysctl fs.inotify.max_user_watches=524288";

/** Whether all folders of the tree can be watched. */
const WATCHING_CHECK: Check = {
  name: "watching",
  run: async (patient) => [await examineWatching(patient)],
};

async function examineWatching({ root, state }: Patient): Promise<Finding> {
  const { folders, failure } = await tryWatching(root, state);
  const count = folders === 1 ? "1 folder" : `${folders} folders`;
  if (failure === undefined) return { level: "ok", message: `${count} can be watched` };
  return {
    level: "warning",
    message: `${count} can not be watched, so every answer compares all files: ${failure}`,
    mend: MORE_WATCHES,
  };
}

/** All checks, in the order in which their findings are listed. */
export const CHECKS: readonly Check[] = [
  RUNTIME_CHECK,
  ROOT_CHECK,
  GIT_CHECK,
  CONFIGURATION_CHECK,
  STATE_CHECK,
  INDEX_CHECK,
  RECORDS_CHECK,
  EMBEDDER_CHECK,
  PACKAGES_CHECK,
  WATCHING_CHECK,
  PORT_CHECK,
  HOSTS_CHECK,
];
