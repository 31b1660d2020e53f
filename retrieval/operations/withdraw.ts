import type { Engine } from "../engine.ts";
import { integerField, type Operation, type RequestOf, required } from "../operation/mod.ts";
import { RECORD_ID_FIELD, ROOT_FIELD } from "./shared_fields.ts";

const FIELDS = {
  root: ROOT_FIELD,
  id: required(RECORD_ID_FIELD),
  since: required(
    integerField(
      "Time of the request, in milliseconds since 1970: an older record was sent",
    ),
  ),
};

/**
 * Operation that marks a record as not sent because the caller no longer waited, so that its
 * session does not have its passages. It is called by the transport; deliveries do this themselves
 * until they have returned.
 */
export const WITHDRAW_OPERATION: Operation<RequestOf<typeof FIELDS>, void, Engine> = {
  name: "withdraw",
  summary: "Notes that the content of a record was not sent",
  fields: FIELDS,
  access: "write",
  finishesOnAbort: true,
  run: (engine, { id, since }) => engine.withdraw(id, { since }),
};
