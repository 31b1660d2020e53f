import { isContextError } from "@dossier/core/errors";
import { checkRoot } from "@dossier/retrieval/check-root";
import {
  CONFIGURATION_CHECK,
  EMBEDDER_CHECK,
  GIT_CHECK,
  INDEX_CHECK,
  RECORDS_CHECK,
  type TreeCheck,
  WATCHING_CHECK,
} from "@dossier/retrieval/health";
import { PACKAGES_CHECK } from "./check_packages.ts";
import { PORT_CHECK } from "./check_port.ts";
import { STATE_CHECK } from "./check_state.ts";

/** Check that the folder may be a root by default. */
const ROOT_CHECK: TreeCheck = {
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

/** Oldest runtime that the program is tested with. */
const MIN_DENO_VERSION = "2.9.6";

/** Versions of the runtimes that the program can run on. */
interface RuntimeVersions {
  readonly deno?: string;
  readonly bun?: string;
  readonly node?: string;
}

/** Check of the version of the runtime. */
const RUNTIME_CHECK: TreeCheck = {
  name: "runtime",
  run() {
    const { deno, bun, node }: RuntimeVersions = Deno.version;
    if (deno === undefined) {
      const name = bun === undefined ? `Node ${node}` : `Bun ${bun}`;
      const message = `${name}, which does not restrict the permissions of the program`;
      return Promise.resolve([{ level: "ok", message }]);
    }
    const isEnough = deno.localeCompare(MIN_DENO_VERSION, "en", { numeric: true }) >= 0;
    return Promise.resolve([
      isEnough ? { level: "ok", message: `Deno ${deno}` } : {
        level: "warning",
        message: `Deno ${deno} is older than ${MIN_DENO_VERSION}, which the program needs`,
        fix: "deno upgrade",
      },
    ]);
  },
};

/** Checks of the program itself, in the order in which their findings are listed. */
const CHECKS: readonly TreeCheck[] = [
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
];

/** Returns all checks, those of features last. */
export async function listChecks(): Promise<readonly TreeCheck[]> {
  const { FEATURES } = await import("@dossier/features");
  const ofFeatures = await Promise.all(FEATURES.flatMap(({ checks }) => checks?.() ?? []));
  return [...CHECKS, ...ofFeatures.flat()];
}
