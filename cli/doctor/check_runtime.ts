import type { Check } from "./check.ts";

/** The oldest runtime that the program is tested with. */
export const MIN_DENO_VERSION = "2.9.6";

/** The version of the runtime. */
export const RUNTIME_CHECK: Check = {
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
