import assert from "node:assert/strict";
import fc from "fast-check";
import { listImports } from "./list_imports.ts";
import type { ImportedModule } from "../language/profile.ts";

/** Writes a module as `up/path {names} as alias *`. */
function write({ path, up, names, alias, isOpen }: ImportedModule): string {
  const list = names.map(({ name, local }) => name === local ? name : `${name}>${local}`);
  return [
    `${up === undefined ? "" : `${up}:`}${path.join("/")}`,
    ...(list.length > 0 ? [`{${list.join(",")}}`] : []),
    ...(alias === undefined ? [] : [`as ${alias}`]),
    ...(isOpen ? ["*"] : []),
  ].join(" ");
}

const CASES: readonly (readonly [language: string, text: string, modules: string[]])[] = [
  ["python", "import os, a.b as c\nfrom .d import (e,  # f\n  g as h)\nfrom .. import *\n", [
    "0:d {e,g>h}",
    "1: *",
    "os as os",
    "a/b as c",
  ]],
  [
    "typescript",
    "import a, { b as c, type D } from '../e.ts';\nimport * as f from \"@g/h\";\n" +
    "export * from './i';\nconst { j } = require('k');\nimport './l.css';\n",
    ["1:e {b>c,D} as a", "@g/h as f", "0:i *", "k {j}", "0:l.css"],
  ],
  ["python", "from a import größe, скидка as x\n", ["a {größe,скидка>x}"]],
  ["go", 'import (\n\t"fmt"\n\ta "b.org/c/d" // e\n)\nimport "f.org/g/v2"\n', [
    "fmt as fmt",
    "b.org/c/d as a",
    "f.org/g/v2 as g",
  ]],
  ["rust", "use crate::a::{self, b as c, d::{E, F}};\npub use super::g::*;\nmod h;\n", [
    "a as a",
    "a {b>c}",
    "a/d {E}",
    "a/d {F}",
    "0:g *",
    "0:h as h",
  ]],
  ["java", "package a.b;\nimport c.d.E;\nimport static f.G.h;\nimport i.j.*;\n", [
    "a/b *",
    "c/d {E}",
    "f/G {h}",
    "i/j *",
  ]],
  ["scala", "import a.b.{C, D => E}\nimport f._\n", ["a/b {C,D>E}", "f *"]],
  ["c", '#include "a/b.h"\n# include <c.h>\n', ["a/b *", "c *"]],
  ["csharp", "using A.B;\nusing C = D.E;\nnamespace F.G;\n", ["F/G *", "A/B *", "D {E>C}"]],
  ["ruby", "require 'a/b'\nrequire_relative \"../c\"\n", ["a/b *", "1:c *"]],
  ["php", "namespace A;\nuse B\\C as D;\nuse E\\{F, G as H};\n", ["A *", "B {C>D}", "E {F,G>H}"]],
  ["lua", "local a = require('b.c')\n", ["b/c as a"]],
  ["elixir", "  alias A.{B, C}\n  import D.E\n", ["A/B as B", "A/C as C", "D/E as E *"]],
  ["zig", 'const a = @import("b/c.zig");\nconst D = @import("e.zig").D;\n', [
    "0:b/c as a",
    "0:e {D}",
  ]],
  ["haskell", "import qualified A.B as C\nimport D (e, f)\n", ["A/B as C *", "D {e,f} as D"]],
  ["markdown", "import a\n", []],
];

for (const [language, text, modules] of CASES) {
  Deno.test(`listImports() reads ${JSON.stringify(text)} in ${language}`, () => {
    assert.deepEqual(listImports(text, language).map(write), modules);
  });
}

Deno.test("listImports() takes no module for one whose name lacks a part", () => {
  for (const text of ["import ..", "import a..b", "import a."]) {
    const found = listImports(text, "scala").flatMap(({ path, names }) => [
      ...path,
      ...names.map(({ name }) => name),
    ]);
    assert.ok(!found.includes(""), text);
  }
});

Deno.test("listImports() gives modules for any text whatever", () => {
  const piece = fc.constantFrom(
    ...["import ", "from ", "use ", "{", "}", "(", ")", "::", ".", "..", "a", "B", ",", ";", "\n"],
    ...['"', "'", "*", " as ", "\\", "require", "=", "const ", "#include", "<", ">", "/", "@"],
  );
  const languages = ["python", "typescript", "go", "rust", "scala", "c", "php", "lua", "elixir"];
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.constantFrom(...languages),
      (pieces, language) => {
        for (const { path, names } of listImports(pieces.join(""), language)) {
          assert.ok([...path, ...names.map(({ name }) => name)].every((part) => part !== ""));
        }
      },
    ),
    { numRuns: 2000 },
  );
});
