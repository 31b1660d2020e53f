import assert from "node:assert/strict";
import { parseLexicon, renderLexicon } from "./lexicon.ts";

Deno.test("renderLexicon() writes a line for each word, with digits for weights", () => {
  const text = renderLexicon(
    new Map([
      ["zeil", new Map([["row", 0.52], ["line", 0.01]])],
      ["aber", new Map()],
    ]),
  );
  assert.equal(text, "aber \nzeil row5line1\n");
});

Deno.test("parseLexicon() reads what renderLexicon() wrote", () => {
  const lexicon = new Map([
    ["再試行", new Map([["retry", 1]])],
    ["wiederhol", new Map([["repeat", 5 / 9], ["retry", 2 / 9]])],
    ["aber", new Map<string, number>()],
  ]);
  assert.deepEqual(parseLexicon(renderLexicon(lexicon)), lexicon);
});
