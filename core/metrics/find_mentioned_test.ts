import assert from "node:assert/strict";
import fc from "fast-check";
import { findMentioned, mentionKey, mentionKeys, type MentionOptions } from "./find_mentioned.ts";

function mentioned(
  text: string,
  paths: readonly string[],
  options: MentionOptions = {},
): readonly string[] {
  return [...findMentioned(text, paths.map((path) => ({ path })), options)];
}

Deno.test("findMentioned() finds a path in all spellings of agents", () => {
  const texts = [
    "src/a.ts",
    "I changed src/a.ts.",
    "**src/a.ts**: (see src/a.ts:12-40, `src/a.ts#L3`)",
    "cat ./src/a.ts",
    "@src/a.ts",
    "diff --git a/src/a.ts b/src/a.ts",
    "git show HEAD:src/a.ts",
    "--file=src/a.ts",
    '{"file_path":"/home/me/repo/src/a.ts"}',
    "C:\\Users\\me\\repo\\src\\a.ts",
    '"ok\\nsrc/a.ts\\nM lib/b.ts"',
    '"src\\\\a.ts"',
    "~/repo/src/a.ts",
    "in a.ts there is",
  ];
  for (const text of texts) assert.deepEqual(mentioned(text, ["src/a.ts"]), ["src/a.ts"], text);
});

Deno.test("findMentioned() does not mistake another file for it", () => {
  const texts = [
    "",
    "lib/src/a.ts",
    "src/a.tsx and src/a.ts.bak",
    "mysrc/a.ts",
    "xsrc/a.ts",
    "src/b/a.ts",
    "../src/a.ts/c",
    "src a.t s",
    "/src/b.ts",
  ];
  for (const text of texts) assert.deepEqual(mentioned(text, ["src/a.ts"]), [], text);
});

Deno.test("findMentioned() accepts the end of a path that fits only one file", () => {
  const paths = ["core/rank/mod.ts", "core/pack/mod.ts", "docs/plan.md"];
  assert.deepEqual(mentioned("mod.ts and plan.md", paths), ["docs/plan.md"]);
  assert.deepEqual(mentioned("rank/mod.ts", paths), ["core/rank/mod.ts"]);
  assert.deepEqual(mentioned("plan.md", paths, { others: ["notes/plan.md"] }), []);
  assert.deepEqual(mentioned("docs/plan.md", paths, { others: ["docs/plan.md"] }), [
    "docs/plan.md",
  ]);
});

Deno.test("findMentioned() resolves an absolute path to the longest path that it ends with", () => {
  const paths = ["src/a.ts", "lib/src/a.ts"];
  assert.deepEqual(mentioned("/repo/lib/src/a.ts", paths), ["lib/src/a.ts"]);
  assert.deepEqual(mentioned("/repo/lib/src/a.ts", ["src/a.ts"], { others: ["lib/src/a.ts"] }), []);
  assert.deepEqual(mentioned("a/src/a.ts", ["src/a.ts"], { others: ["a/src/a.ts"] }), []);
});

Deno.test("findMentioned() compares absolute paths with the root when it is known", () => {
  const root = "/home/me/repo";
  const names = (text: string) => mentioned(text, ["src/a.ts"], { root }).length;
  assert.deepEqual(["/home/me/repo/src/a.ts", "~/repo/src/a.ts", "src/a.ts"].map(names), [1, 1, 1]);
  assert.deepEqual(["/tmp/repo/src/a.ts", "/src/a.ts", "~/other/src/a.ts"].map(names), [0, 0, 0]);
  const windows = { root: "C:\\Users\\me\\" };
  assert.equal(mentioned("C:\\Users\\me\\src\\a.ts", ["src/a.ts"], windows).length, 1);
});

Deno.test("findMentioned() finds paths with brackets and spaces", () => {
  const paths = ["app/(shop)/[id].tsx", "docs/my notes.md"];
  assert.deepEqual(mentioned('Read("app/(shop)/[id].tsx") docs/my notes.md', paths), paths);
  assert.deepEqual(mentioned("app/(shop)/[id].tsxs", paths), []);
});

Deno.test("findMentioned() finds a document by its slug, a plain word only when it is marked", () => {
  const names = (text: string, slug: string) =>
    findMentioned(text, [{ path: "vault/x.md", slug }]).size;
  assert.equal(names("as context-injection says", "context-injection"), 1);
  assert.equal(names("as my-context-injection says", "context-injection"), 0);
  assert.equal(names("auth is slow", "auth"), 0);
  for (const text of ["[[auth]]", "[[auth#a|b]]", "`auth`", '"auth"']) {
    assert.equal(names(text, "auth"), 1, text);
  }
  assert.equal(names("[[authors]]", "auth"), 0);
  assert.equal(names("anything", ""), 0);
});

Deno.test("findMentioned() finds every path that occurs by itself in a text, and no other", () => {
  const segment = fc.stringMatching(/^[a-z]{1,3}$/);
  const path = fc.tuple(segment, segment, segment).map(([a, b, c]) => `${a}/${b}/${c}.ts`);
  const lists = fc.uniqueArray(path, { minLength: 1, maxLength: 8 });
  fc.assert(fc.property(lists, fc.nat(8), (paths, count) => {
    const written = paths.slice(0, count);
    const text = written.map((one) => `see ${one}:3,`).join("\n");
    assert.deepEqual(mentioned(text, paths), written);
  }));
});

Deno.test("mentionKeys() contains the key of each path that findMentioned() finds", () => {
  const path = fc.constantFrom("src/a.ts", "a.ts", "b/my notes.md", "app/[id].tsx", "lib/a.ts");
  const text = fc.array(fc.oneof(path, fc.constantFrom("see ", "\\n", ".", "./", ":3", "@", " ")));
  fc.assert(fc.property(fc.uniqueArray(path), text, (paths, parts) => {
    const written = parts.join("");
    const keys = mentionKeys(written);
    for (const found of mentioned(written, paths)) assert.ok(keys.has(mentionKey(found)), written);
  }));
});

Deno.test("findMentioned() reads a hostile text in time", () => {
  for (const part of ["\\", ".", "@", "a/", "…"]) {
    assert.deepEqual(mentioned(`${part.repeat(300_000)}x src/a.ts`, ["src/a.ts"]), ["src/a.ts"]);
  }
});
