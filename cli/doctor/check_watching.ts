import { tryWatching } from "@dossier/retrieval/health";
import type { Check, Patient } from "./check.ts";
import type { Finding } from "@dossier/retrieval/health";

/** What Linux needs to watch more, with room for trees of this size. */
const MORE_WATCHES = "sudo sysctl fs.inotify.max_user_watches=524288";

/** Whether all folders of the tree can be watched. */
export const WATCHING_CHECK: Check = {
  name: "watching",
  run: async (patient) => [await examine(patient)],
};

async function examine({ root, state }: Patient): Promise<Finding> {
  const { folders, failure } = await tryWatching(root, state);
  const count = folders === 1 ? "1 folder" : `${folders} folders`;
  if (failure === undefined) return { level: "ok", message: `${count} can be watched` };
  return {
    level: "warning",
    message: `${count} can not be watched, so every answer compares all files: ${failure}`,
    mend: MORE_WATCHES,
  };
}
