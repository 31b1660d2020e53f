/**
 * The thread that answers an event. The thread that started it ends the process in time, regardless
 * of its state.
 *
 * @module
 */

import { FEATURES } from "@dossier/features";
import { serveThread } from "@dossier/retrieval/machine";
import { answerHook } from "./answer_hook.ts";
import type { HookAnswer, HookJob } from "./hook_job.ts";

serveThread(() => ({
  call: (_, job, { report }) =>
    answerHook(job as HookJob, report, { features: FEATURES }).catch((error): HookAnswer => ({
      text: "",
      problems: [error instanceof Error ? error.message : String(error)],
    })),
}));
