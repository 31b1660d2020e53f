import { isContextError } from "@dossier/core/errors";
import { checkRoot } from "@dossier/retrieval/check-root";
import type { Check } from "./check.ts";

/** Whether the folder may be a root without anybody saying that it is meant. */
export const ROOT_CHECK: Check = {
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
