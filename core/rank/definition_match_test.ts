import assert from "node:assert/strict";
import fc from "fast-check";
import { analyzeWord } from "../text/analyze.ts";
import { openDefinitionMatcher } from "./definition_match.ts";

Deno.test("openDefinitionMatcher() tells a name from its other spellings and from longer names", () => {
  for (
    const [name, definitions, match] of [
      ["Blueprint", "send\nBlueprint", 1],
      ["Blueprint", "blueprints\nBlueprint", 1],
      ["Blueprint", "send\nblueprints", 0.5],
      ["Blueprint", "BlueprintSetupState", 0],
      ["Blueprint", "", 0],
      ["Query", "Ecto.Query\nt", 1],
      ["Query", "Ecto.SubQuery", 0],
      ["get", "get!", 1],
      ["_Pipeline", "_PipelineOr\n_Pipeline", 1],
      ["_Pipeline", "Pipeline", 0.5],
      ["HTTPServer", "http_server", 0.5],
      ["a_x", "a__x", 0.5],
      ["a", "b\nA", 0],
    ] as const
  ) {
    assert.equal(openDefinitionMatcher(name)(definitions), match, `${name} in ${definitions}`);
  }
});

Deno.test("openDefinitionMatcher() knows a spelling where a look at each definition knows one", () => {
  const word = fc.constantFrom("retry", "Retries", "up", "Load", "loads", "_x", "all", "9");
  const name = fc.array(word, { minLength: 1, maxLength: 3 })
    .chain((words) => fc.constantFrom("", "_").map((joint) => words.join(joint)));
  fc.assert(fc.property(name, fc.array(name), (asked, definitions) => {
    const [term] = analyzeWord(asked);
    const isSpelt = term !== undefined && definitions.some((each) => analyzeWord(each)[0] === term);
    const match = openDefinitionMatcher(asked)(definitions.join("\n"));
    assert.equal(match, definitions.includes(asked) ? 1 : isSpelt ? 0.5 : 0);
  }));
});

Deno.test("openDefinitionMatcher() takes names of any characters", () => {
  const text = fc.string({ unit: "binary" }).filter((name) => !/[\n.?!]/.test(name));
  fc.assert(fc.property(text, text, (name, other) => {
    const match = openDefinitionMatcher(name);
    assert.ok([0, 0.5, 1].includes(match(other)));
  }));
});
