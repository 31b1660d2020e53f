import { APPETITES } from "@dossier/core/pack";
import { QUESTION_KINDS, RANKING_STEPS } from "@dossier/core/part";
import { STRUCTURE_KINDS } from "@dossier/core/structure";
import { MAX_NAME_UNITS, MAX_NAMES } from "@dossier/core/text";
import { DEFAULT_BUDGET_TOKENS } from "../delivery/pack/mod.ts";
import type { RequestField } from "../operation/mod.ts";
import assert from "node:assert/strict";
import { DEFAULT_BUNDLE_TOKENS } from "./bundle.ts";
import { CONTEXT_OPERATION } from "./context.ts";
import { STRUCTURE_OPERATION } from "./structure.ts";

// Records repeat names and limits of core, because a command must not import the ranking to parse
// its options.

function choicesOf(field: RequestField | undefined): readonly string[] {
  assert.ok(field?.kind === "choice");
  return field.choices;
}

Deno.test("records have the names that core accepts", () => {
  const { appetite, question, disabled } = CONTEXT_OPERATION.fields;
  assert.deepEqual(choicesOf(appetite), APPETITES);
  assert.deepEqual(choicesOf(question), QUESTION_KINDS);
  assert.ok(disabled?.kind === "list");
  assert.deepEqual(choicesOf(disabled.of), RANKING_STEPS);
  assert.deepEqual(choicesOf(STRUCTURE_OPERATION.fields["kind"]), STRUCTURE_KINDS);
});

Deno.test("records have the limits and defaults of the engine", () => {
  const { names } = CONTEXT_OPERATION.fields;
  assert.ok(names?.kind === "list" && names.of.kind === "text");
  assert.deepEqual([names.max, names.of.max], [
    10 * MAX_NAMES,
    MAX_NAMES * (MAX_NAME_UNITS + 1),
  ]);
  assert.equal(DEFAULT_BUNDLE_TOKENS, DEFAULT_BUDGET_TOKENS);
});
