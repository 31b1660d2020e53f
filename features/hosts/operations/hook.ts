import type { Engine } from "@dossier/retrieval/engine";
import { REFRESH_FIELDS, ROOT_FIELD, sessionField } from "@dossier/retrieval/fields";
import {
  integerField,
  type Operation,
  type RequestField,
  type RequestOf,
  required,
} from "@dossier/retrieval/operation";
import type { HookAnswer, HookJob } from "../hook/answering/mod.ts";

const FIELDS = {
  root: ROOT_FIELD,
  session: sessionField("ID of the session; calls for one session never overlap"),
  ...REFRESH_FIELDS,
  maxWaitMs: integerField(
    "Maximum time to wait for changed files to be indexed, in milliseconds",
  ),
  job: required({ kind: "any", help: "Event of the session" } as RequestField<HookJob>),
};

/** The request for a session's context at an event. */
export type HookRequest = RequestOf<typeof FIELDS>;

/**
 * Returns the context of a host's session at an event, and records the event. When the claim of the
 * job is given up and the call aborted, nothing counts as delivered. Its progress reports the
 * record of the event and the answer so far.
 */
export const HOOK_OPERATION: Operation<HookRequest, HookAnswer, Engine> = {
  name: "hook",
  summary: "Returns the texts for a session of a host at an event",
  fields: FIELDS,
  access: "deliver",
  needsFreshIndex: "reported",
  async run(engine, { job }, { onProgress }) {
    const { answerHook } = await import("../hook/answering/mod.ts");
    return await answerHook(job, onProgress, { engine });
  },
  deliveredRecord: ({ record }) => record,
};
