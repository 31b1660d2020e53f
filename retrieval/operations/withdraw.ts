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
 * Notes that what a record says was given was not sent, as nobody waited for it any more: its session does not hold
 * it. Asked where that turns out: deliveries do so by themselves until they have returned.
 */
export const WITHDRAW_OPERATION: Operation<RequestOf<typeof FIELDS>, void, Engine> = {
  name: "withdraw",
  summary: "Notes that the content of a record was not sent",
  fields: FIELDS,
  access: "write",
  finishesOnAbort: true,
  run: (engine, { id, since }) => engine.withdraw(id, { since }),
};
