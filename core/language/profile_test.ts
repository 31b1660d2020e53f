import assert from "node:assert/strict";
import { areRelated, maskLiterals } from "../calls/mod.ts";
import { chunkDocument } from "../chunk/mod.ts";
import { outlineSymbols } from "../outline/mod.ts";
import { LanguageTable, PROFILES } from "./language_table.ts";
import type { LanguageProfile } from "./profile.ts";

/** A language that there is not. */
const TOY: LanguageProfile = {
  name: "toy",
  aliases: "toy-strict",
  extensions: "toy",
  files: "toyfile toyfile.*",
  interpreters: "toysh",
  literals: {
    lineComments: [";;"],
    strings: [{ open: "<<", close: ">>", isLong: true, interpolation: "#{" }],
  },
  outline: {
    body: "brace",
    head: "line",
    brackets: "braces",
    modifiers: "shared",
    keywords: {
      "recipe": { kind: "function", name: /(?<name>\w+)/y },
      "kitchen": { kind: "class", name: /(?<name>\w+)/y },
    },
  },
  family: "toy",
  keywords: "recipe kitchen use shared",
};

const TEXT = `use chop from knives

;; Where soup is made: recipe none {
kitchen Small {
  shared recipe soup {
    say(<<recipe fake { #{stir(pot)} >>)
    chop(carrots)
  }
}
`;

Deno.test("a language is known to all that reads code by one profile", () => {
  const table = new LanguageTable([...PROFILES, TOY]);
  const code = { language: "toy", kind: "code" };
  assert.deepEqual(table.detect("a/soup.toy"), code);
  assert.deepEqual(table.detect("Toyfile.dev"), code);
  assert.deepEqual(table.detect("bin/cook", "#!/usr/bin/env toysh\n"), code);
  assert.equal(table.get("toy-strict"), TOY);
  assert.ok(table.names.includes("toy"));

  const symbols = outlineSymbols(TEXT, TOY);
  assert.deepEqual(
    symbols.map(({ name, kind, container, startLine, endLine, doc }) =>
      `${startLine}-${endLine} ${kind} ${container ?? ""}::${name} ${doc ?? ""}`
    ),
    ["4-9 class ::Small Where soup is made: recipe none {", "5-8 method Small::soup "],
  );
  const info = { path: "a/soup.toy", ...table.detect("a/soup.toy") };
  const [chunk] = chunkDocument({ info, text: TEXT, symbols });
  assert.deepEqual(chunk?.symbols.map(({ name }) => name), ["Small", "soup"]);

  assert.ok(!maskLiterals(TEXT, TOY).includes("fake"));
  assert.ok(areRelated(TOY, TOY) && !areRelated(TOY, "python"));
});
