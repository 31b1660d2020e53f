import { DEFAULT_RUN_LIMITS } from "../core/mod.ts";
import assert from "node:assert/strict";
import { COMPOSE_OPERATION } from "./compose.ts";

// Records repeat words and limits of core, as a command must not load it to parse its options.

Deno.test("COMPOSE_OPERATION accepts the limits that core defines", () => {
  const { limits } = COMPOSE_OPERATION.fields;
  assert.ok(limits?.kind === "table");
  assert.deepEqual(limits.names, Object.keys(DEFAULT_RUN_LIMITS));
});
