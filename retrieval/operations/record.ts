import { ContextError } from "@dossier/core/errors";
import type { Injection } from "../delivery/state/mod.ts";
import type { RestoredInjection } from "../delivery/mod.ts";
import type { Engine } from "../engine.ts";
import { JSON_TYPE, type Operation, type RequestOf, required } from "../operation/mod.ts";
import { LOG_PROBLEMS } from "./problems.ts";
import { RECORD_ID_FIELD, ROOT_FIELD } from "./shared_fields.ts";

const FIELDS = { root: ROOT_FIELD, id: required(RECORD_ID_FIELD) };

/** Request with the number of a record. */
export type RecordRequest = RequestOf<typeof FIELDS>;

/** Operation that returns one record. */
export const RECORD_OPERATION: Operation<RecordRequest, Injection, Engine> = {
  name: "record",
  summary: "One record: the request, the plan, what was sent and omitted, and why",
  fields: FIELDS,
  run: async (engine, { id }) => await engine.findRecord(id) ?? await refuseRecord(engine, id),
  http: {
    method: "get",
    path: "/v1/log/{id}",
    answers: [{ type: JSON_TYPE, schema: "Record" }],
    problems: [...LOG_PROBLEMS, "record-not-found"],
  },
};

/**
 * Operation that returns the text of a record as it was delivered, or the parts that have changed
 * since.
 */
export const RECORD_TEXT_OPERATION: Operation<RecordRequest, RestoredInjection, Engine> = {
  name: "recordText",
  summary:
    "The text of a record byte for byte as it was sent; a problem when its files have changed",
  fields: FIELDS,
  run: async (engine, { id }) => await engine.renderRecord(id) ?? await refuseRecord(engine, id),
  http: {
    method: "get",
    path: "/v1/log/{id}/text",
    answers: [{ type: "text/plain" }],
    problems: [...LOG_PROBLEMS, "record-not-found", "record-changed", "invalid-prompt"],
    write(restored, { id }) {
      if ("text" in restored) return { text: restored.text, type: "text/plain; charset=UTF-8" };
      const paths = restored.changed.map(({ path, change }) => `"${path}" (${change})`);
      throw new ContextError(
        "record-changed",
        `Cannot restore the text of record ${id} as files have changed: ${paths.join(", ")}`,
      );
    },
  },
};

/** Throws the error for a record that does not exist or was deleted. */
async function refuseRecord(engine: Engine, id: number): Promise<never> {
  const pruning = await engine.findPruning(id);
  const reason = pruning === undefined
    ? "it does not exist"
    : `it was pruned at ${pruning.time} by ${pruning.reason}`;
  throw new ContextError("record-not-found", `Cannot show record ${id} as ${reason}`);
}
