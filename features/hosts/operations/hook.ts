import type { Engine } from "@dossier/retrieval/engine";
import { REFRESH_FIELDS, ROOT_FIELD, session } from "@dossier/retrieval/fields";
import {
  integer,
  type Operation,
  type RequestField,
  type RequestOf,
  required,
} from "@dossier/retrieval/operation";
import type { HookAnswer, HookJob } from "../hook/answering/mod.ts";

const FIELDS = {
  root: ROOT_FIELD,
  session: session("Its id; calls for one never overlap"),
  ...REFRESH_FIELDS,
  maxWaitMs: integer(
    "How long changed files are waited for, in milliseconds; by default somewhat longer than they may take",
  ),
  job: required({ kind: "any", help: "What the session is at" } as RequestField<HookJob>),
};

/** Asks what a session of a host is to be told at an event. */
export type HookRequest = RequestOf<typeof FIELDS>;

/**
 * What a session of a host is told at an event; what it did is noted. Once the claim of the job is given up and the
 * call aborted, nothing counts as told. Its progress is told when the event is noted, with what there is to tell.
 */
export const HOOK_OPERATION: Operation<HookRequest, HookAnswer, Engine> = {
  name: "hook",
  summary: "What a session of a host is told at an event",
  fields: FIELDS,
  access: "deliver",
  needsFreshIndex: "told",
  async run(engine, { job }, { onProgress }) {
    const { answerHook } = await import("../hook/answering/mod.ts");
    return await answerHook(job, onProgress, { engine });
  },
  delivered: ({ record }) => record,
};
