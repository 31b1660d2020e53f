import { inspectEmbedder } from "@dossier/retrieval/health";
import type { Check, Patient } from "./check.ts";
import type { Finding } from "@dossier/retrieval/health";

/** Whether the embedder that the settings name answers. */
export const EMBEDDER_CHECK: Check = {
  name: "embedder",
  run: async (patient, signal) => [await examine(patient, signal)],
};

async function examine({ root }: Patient, signal: AbortSignal): Promise<Finding> {
  const { kind, name, dimensions, failure, mend } = await inspectEmbedder(root, { signal });
  if (failure !== undefined) {
    return { level: "warning", message: failure, ...(mend === undefined ? {} : { mend }) };
  }
  if (name === undefined) {
    return { level: "note", message: `There is none ("${kind}"): answers go by words alone` };
  }
  return { level: "ok", message: `"${name}" answers with ${dimensions} numbers` };
}
