/**
 * The thread that finds out what to tell a session. The one that started it ends the process in time, whatever this
 * one is waiting for.
 *
 * @module
 */

import { answerHook } from "./answer_hook.ts";
import type { HookAnswer, HookJob, HookMessage } from "./hook_job.ts";

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<HookJob>) => void) | null;
  postMessage(message: HookMessage): void;
};

scope.onmessage = async ({ data }) => {
  scope.postMessage(
    await answerHook(data, (message) => scope.postMessage(message)).catch((error): HookAnswer => ({
      text: "",
      problems: [error instanceof Error ? error.message : String(error)],
    })),
  );
};
