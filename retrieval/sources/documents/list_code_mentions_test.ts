import assert from "node:assert/strict";
import fc from "fast-check";
import { listCodeMentions } from "./list_code_mentions.ts";

/** Returns the mentions of a single code span. */
function mention(span: string): string {
  const { names, paths } = listCodeMentions(`Text with \`${span}\` in it.\n`);
  return [...names.map((name) => `name ${name}`), ...paths.map((path) => `path ${path}`)].join();
}

Deno.test("listCodeMentions() returns the last name of a chain, with anything around it", () => {
  for (
    const span of [
      "openStore",
      "openStore()",
      "store.openStore(path, { wait: 1 })",
      "Store::openStore",
      "Store#openStore",
      "store->openStore",
      "@openStore",
      "openStore!",
      "openStore/2",
      "openStore<Row>",
      "openStore.id",
    ]
  ) assert.equal(mention(span), "name openStore", span);
  assert.equal(mention("max_context_docs"), "name max_context_docs");
  // A member, not a file of the type "log".
  assert.equal(mention("console.log"), "name console");
  assert.equal(mention("設定を読む"), "name 設定を読む");
});

Deno.test("listCodeMentions() returns paths with and without lines, and folders", () => {
  assert.equal(mention("src/store.ts"), "path src/store.ts");
  assert.equal(mention("./src/store.ts:12-40"), "path ./src/store.ts");
  assert.equal(mention("src/store.ts#L12"), "path src/store.ts");
  assert.equal(mention("config.yaml"), "path config.yaml");
  assert.equal(mention("src/store/"), "path src/store/");
});

Deno.test("listCodeMentions() excludes commands, flags, URLs, globs, values and short names", () => {
  for (
    const span of [
      "git commit --all",
      "--max-count",
      "https://example.com/a.ts",
      "src/**/*.ts",
      "src/{a,b}.ts",
      "<name>",
      "x = openStore",
      "/etc/passwd.conf",
      "~/.config/app.toml",
      "application/json",
      "1.2.3",
      '"text"',
      "true",
      "return",
      "undefined",
      "abc",
      "a.b",
    ]
  ) assert.equal(mention(span), "", span);
});

Deno.test("listCodeMentions() reads no fenced code and returns each mention once, in order", () => {
  const text =
    "``second`` and `first`\n\n```ts\nconst x = `inside`;\n```\n\n~~~\n`inside`\n~~~\n`second`\n";
  assert.deepEqual(listCodeMentions(text), { names: ["second", "first"], paths: [] });
  assert.deepEqual(listCodeMentions("````\n```\n`inside`\n````\n`after`\n").names, ["after"]);
});

Deno.test("listCodeMentions() accepts any text, and returns at most 100 mentions", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(..."`~ab_/.:(<\n") }), (text) => {
    const { names, paths } = listCodeMentions(text);
    assert.ok([...names, ...paths].every((mention) => mention.length >= 4));
  }));
  const many = Array.from({ length: 500 }, (_, i) => `\`name_${i}\``).join(" ");
  assert.equal(listCodeMentions(many).names.length, 100);
});
