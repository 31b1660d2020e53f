import assert from "node:assert/strict";
import { textField } from "./field.ts";
import type { AnyOperation } from "./operation.ts";
import { type OperationPart, withParts } from "./operation_part.ts";

const OPERATION: AnyOperation = {
  name: "find",
  summary: "Finds something",
  fields: { query: textField("What"), limit: textField("How many") },
  extraSchema: { title: "Find" },
  http: { method: "post", path: "/v1/find", answers: [], problems: ["not-found"] },
  commands: [{
    name: "find",
    permissions: "answer",
    examples: [],
    resolve: (request) => ({ ...request, isSettled: true }),
    text: () => "",
  }],
  run: () => Promise.resolve(undefined),
};

const PART: OperationPart = {
  fields: { query: { colour: textField("Which colour") } },
  extraSchema: { minProperties: 1 },
  problems: ["invalid-colour"],
  checkCommand({ colour }) {
    if (colour === "plaid") throw new RangeError("Cannot find plaid");
  },
};

Deno.test("withParts() inserts fields after the one that they name, and adds their problems", () => {
  const { fields, extraSchema, http } = withParts(OPERATION, [PART]);
  assert.deepEqual(Object.keys(fields), ["query", "colour", "limit"]);
  assert.deepEqual(extraSchema, { title: "Find", minProperties: 1 });
  assert.deepEqual(http?.problems, ["not-found", "invalid-colour"]);
});

Deno.test("withParts() checks the options of a command before the operation does", async () => {
  const [binding] = withParts(OPERATION, [PART]).commands ?? [];
  const caller = {} as Parameters<NonNullable<NonNullable<typeof binding>["resolve"]>>[1];
  const resolve = (request: object) => binding!.resolve!(request as never, caller);
  assert.deepEqual(await resolve({ colour: "red" }), { colour: "red", isSettled: true });
  assert.throws(() => resolve({ colour: "plaid" }), RangeError);
});

Deno.test("withParts() returns an operation unchanged without parts", () => {
  assert.equal(withParts(OPERATION, []), OPERATION);
});
