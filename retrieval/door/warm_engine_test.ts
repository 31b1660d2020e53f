import assert from "node:assert/strict";
import { listPermissions } from "../operation/permissions.ts";
import { SETTING_VARIABLES } from "./warm_engine.ts";

/**
 * Variables that do not change answers, are sent with each request, or are omitted for the
 * documented reason.
 */
const OTHERS: readonly string[] = [
  ...["INIT_CWD", "NO_COLOR", "DOSSIER_NAMES_COMMAND", "PATH"],
  // The parser of YAML uses them for printing.
  ...["LOG_STREAM", "LOG_TOKENS"],
];

Deno.test("SETTING_VARIABLES contains every variable that commands read, except those that are not settings", () => {
  const read = listPermissions("ask").env as readonly string[];
  assert.deepEqual([...SETTING_VARIABLES, ...OTHERS].sort(), [...read].sort());
});
