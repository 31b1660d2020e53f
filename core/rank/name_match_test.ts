import assert from "node:assert/strict";
import fc from "fast-check";
import { analyzeWord } from "../text/analyze.ts";
import { createDefinitionMatcher, createLabelMatcher, LABEL_MATCH } from "./name_match.ts";

Deno.test("createDefinitionMatcher() distinguishes a name from its other spellings and from longer names", () => {
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
    assert.equal(createDefinitionMatcher(name)(definitions), match, `${name} in ${definitions}`);
  }
});

Deno.test("createDefinitionMatcher() finds the same spellings as a comparison with each definition", () => {
  const word = fc.constantFrom("retry", "Retries", "up", "Load", "loads", "_x", "all", "9");
  const name = fc.array(word, { minLength: 1, maxLength: 3 })
    .chain((words) => fc.constantFrom("", "_").map((joint) => words.join(joint)));
  fc.assert(fc.property(name, fc.array(name), (asked, definitions) => {
    const [term] = analyzeWord(asked);
    const isSpelt = term !== undefined && definitions.some((each) => analyzeWord(each)[0] === term);
    const match = createDefinitionMatcher(asked)(definitions.join("\n"));
    assert.equal(match, definitions.includes(asked) ? 1 : isSpelt ? 0.5 : 0);
  }));
});

Deno.test("createDefinitionMatcher() accepts names with any characters", () => {
  const text = fc.string({ unit: "binary" }).filter((name) => !/[\n.?!]/.test(name));
  fc.assert(fc.property(text, text, (name, other) => {
    const match = createDefinitionMatcher(name);
    assert.ok([0, 0.5, 1].includes(match(other)));
  }));
});

Deno.test("createLabelMatcher() prefers the name with all its containers, and the name to its other spellings", () => {
  for (
    const [asked, label, match] of [
      ["Router", "Router", LABEL_MATCH.whole],
      ["Router.add", "Router.add", LABEL_MATCH.whole],
      ["Router", "http.Router", LABEL_MATCH.end],
      ["Router.add", "http.Router.add", LABEL_MATCH.end],
      ["http.Router.add", "Router.add", LABEL_MATCH.end],
      ["Router.add", "add", LABEL_MATCH.name],
      ["Router.add", "Queue.add", LABEL_MATCH.name],
      ["a.Router.add", "b.Router.add", LABEL_MATCH.name],
      ["Router", "ROUTER", LABEL_MATCH.spelling],
      ["Router.add", "Router._add", LABEL_MATCH.spelling],
      ["Router.add", "Router.addAll", LABEL_MATCH.none],
      ["Router.add", "http.Router", LABEL_MATCH.container],
      ["Router", "", LABEL_MATCH.none],
    ] as const
  ) {
    const names = asked.split(".");
    const found = createLabelMatcher({ name: names.at(-1)!, qualifiers: names.slice(0, -1) })(
      label,
    );
    assert.equal(found, match, `${asked} in ${label}`);
  }
});

Deno.test("createLabelMatcher() ignores the mark at the end of a label", () => {
  assert.equal(
    createLabelMatcher({ name: "get", qualifiers: ["Repo"] })("Repo.get!"),
    LABEL_MATCH.whole,
  );
});
