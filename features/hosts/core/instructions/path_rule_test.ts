import assert from "node:assert/strict";
import { readPathRule, type RuleScope } from "./path_rule.ts";
import { removeComments } from "./markdown_rows.ts";

Deno.test("readPathRule() reads the globs of each host, quoted or not, as a list or with commas", () => {
  const globs = ["src/**/*.{ts,tsx}", "*.md"];
  const scope: RuleScope = { kind: "globs", globs };
  const read = (head: string, form: "paths" | "globs" | "applyTo") =>
    readPathRule(`---\n${head}\n---\nBe brief.\n`, form);
  for (
    const head of [
      'paths:\n  - "src/**/*.{ts,tsx}"\n  - *.md # notes',
      "paths: src/**/*.{ts,tsx}, *.md",
      'paths: ["src/**/*.{ts,tsx}", *.md]',
      "description: x\npaths: 'src/**/*.{ts,tsx}, *.md'",
      'paths: "src/**/*.{ts,tsx}, *.md" # notes\n# more notes',
      "paths: [\n  src/**/*.{ts,tsx},\n  *.md\n]",
    ]
  ) {
    assert.deepEqual(read(head, "paths"), { scope, text: "Be brief.\n" }, head);
  }
  assert.deepEqual(read("globs: src/**/*.{ts,tsx},*.md\nalwaysApply: false", "globs").scope, scope);
  assert.deepEqual(read('applyTo: "src/**/*.{ts,tsx},*.md"', "applyTo").scope, scope);
});

Deno.test("readPathRule() returns the scope of a rule without globs for each host", () => {
  const scopeOf = (text: string, form: "paths" | "globs" | "applyTo") =>
    readPathRule(text, form).scope;
  assert.deepEqual(scopeOf("Be brief.", "paths"), { kind: "always" });
  assert.deepEqual(scopeOf("Be brief.", "globs"), { kind: "manual" });
  assert.deepEqual(scopeOf("Be brief.", "applyTo"), { kind: "manual" });
  const always = "---\nglobs: *.ts\nalwaysApply: true\n---\n";
  assert.deepEqual(scopeOf(always, "globs"), { kind: "always" });
  const described = "---\ndescription: How to release\nglobs:\nalwaysApply: false\n---\n";
  assert.deepEqual(scopeOf(described, "globs"), {
    kind: "described",
    description: "How to release",
  });
});

Deno.test("readPathRule() does not read brackets in a path as a list, nor a comma within them as a separator", () => {
  const read = (head: string) => readPathRule(`---\n${head}\n---\n`, "globs").scope;
  for (
    const [written, ...globs] of [
      ["app/(shop)/[id]/page.tsx", "app/(shop)/[id]/page.tsx"],
      ["[id]/[slug]", "[id]/[slug]"],
      ["[id]/*.ts, [slug]", "[id]/*.ts", "[slug]"],
      ["[app/[id]/**, *.md]", "app/[id]/**", "*.md"],
      ["src/[a,b].ts,lib", "src/[a,b].ts", "lib"],
      ['"a", "b"', "a", "b"],
      ["\t*.ts", "*.ts"],
      ["|\n  src/**\n  my docs/**", "src/**", "my docs/**"],
      ['\n-\t"[slug]"\n- ./x # notes', "[slug]", "./x"],
    ] as const
  ) assert.deepEqual(read(`globs: ${written}`), { kind: "globs", globs }, written);
  for (const nothing of ["", "null", "~", "[]", '""']) {
    assert.deepEqual(read(`globs: ${nothing}`), { kind: "manual" }, nothing);
  }
});

Deno.test("readPathRule() reads alwaysApply as any YAML does, with other line ends and a mark in front too", () => {
  const read = (value: string) =>
    readPathRule(`\uFEFF---\r\nglobs:\r\nalwaysApply: ${value}\r\n---\r\n`, "globs").scope.kind;
  for (const value of ["true", "True", '"true"', "'TRUE'", "yes", "true # always"]) {
    assert.equal(read(value), "always", value);
  }
  for (const value of ["false", "No", '"false"', "null", ""]) {
    assert.equal(read(value), "manual", value);
  }
});

Deno.test("readPathRule() reports an unclosed front matter, and reads everything as text", () => {
  const rule = readPathRule("---\npaths: a\nBe brief.", "paths");
  assert.equal(rule.problem, 'its front matter is not closed: write "---" below it');
  assert.equal(rule.text, "---\npaths: a\nBe brief.");
});

Deno.test("removeComments() removes blocks, except in code and unclosed ones", () => {
  assert.equal(removeComments("a\n<!-- x\ny -->\nb\n"), "a\nb\n");
  assert.equal(removeComments("<!-- x --> a\n"), "a\n");
  assert.equal(removeComments("```html\n<!-- x -->\n```\n"), "```html\n<!-- x -->\n```\n");
  assert.equal(removeComments("    <!-- x -->\n"), "    <!-- x -->\n");
  assert.equal(removeComments("a <!-- in a line -->\n"), "a <!-- in a line -->\n");
  assert.equal(removeComments("<!-- open\nb"), "<!-- open\nb");
  assert.equal(removeComments("<!-- x -->\n<!-- y -->\nz"), "z");
});
