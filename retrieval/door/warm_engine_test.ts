import assert from "node:assert/strict";
import { listPermissions } from "../operation/permissions.ts";
import { SETTING_VARIABLES } from "./warm_engine.ts";

/** Variables that change no answer, are sent with each question, or are left out for the reason that is said there. */
const OTHERS: readonly string[] = [
  ...["INIT_CWD", "NO_COLOR", "DOSSIER_NAMES_COMMAND", "PATH"],
  // The parser of YAML prints by them.
  ...["LOG_STREAM", "LOG_TOKENS"],
];

Deno.test("SETTING_VARIABLES has every variable that commands read, but for those that are no settings", () => {
  const read = listPermissions("ask").env as readonly string[];
  assert.deepEqual([...SETTING_VARIABLES, ...OTHERS].sort(), [...read].sort());
});
