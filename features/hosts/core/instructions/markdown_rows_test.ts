import assert from "node:assert/strict";
import { findImports, findNamedPaths, followImports, isOnlyImports } from "./markdown_rows.ts";

function importer(texts: Readonly<Record<string, string>>, depth = 4) {
  const open = (path: string) =>
    Promise.resolve(
      texts[path] === undefined
        ? path.endsWith(".md") ? "there is none" : undefined
        : { path, text: texts[path] },
    );
  return followImports({ path: "0.md", text: texts["0.md"] ?? "" }, { open, depth });
}

Deno.test("C-30: followImports() follows five imports in a row, and no sixth, or as few as a host does", async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [`${at}.md`, `@${at + 1}.md`]),
  );
  for (const depth of [5, 4]) {
    const { files, refused } = await importer(chain, depth);
    assert.deepEqual(files.at(-1)?.path, `${depth}.md`);
    assert.deepEqual([files.length, refused.length], [depth, 1]);
    const { from, path, reason } = refused[0]!;
    assert.deepEqual([from, path, reason], [`${depth}.md`, `${depth + 1}.md`, "depth"]);
  }
});

Deno.test("C-30: followImports() stops at a cycle, and reads a file that two import once", async () => {
  const { files, refused } = await importer({
    "0.md": "@a.md and @b.md",
    "a.md": "@c.md\n@0.md",
    "b.md": "@c.md",
    "c.md": "x",
  });
  assert.deepEqual(files.map(({ path }) => path), ["a.md", "c.md", "b.md"]);
  assert.deepEqual(refused, [{
    path: "0.md",
    line: 2,
    from: "a.md",
    reason: "cycle",
    message: "it is one of the files that lead to this import",
  }]);
});

Deno.test("C-30: findImports() ignores code, comments and addresses", () => {
  const text = [
    "See @docs/a.md and **@./b.md** but (@no.md), @odd.md.",
    "Not `@span.md` nor me@example.com.",
    "```",
    "@fence.md",
    "```",
    "<!-- @comment.md -->",
    "- @c.md",
    "@~/own.md",
  ].join("\n");
  assert.deepEqual(findImports(text), [
    { path: "docs/a.md", line: 1 },
    { path: "./b.md", line: 1 },
    { path: "odd.md.", line: 1 },
    { path: "c.md", line: 7 },
    { path: "~/own.md", line: 8 },
  ]);
});

Deno.test("followImports() skips texts that are not imports", async () => {
  const { files, refused } = await importer({
    "0.md": "Write @param, not @types/node or @gone.md",
  });
  assert.deepEqual(files, []);
  assert.deepEqual(refused.map(({ path, message }) => [path, message]), [
    ["gone.md", "there is none"],
  ]);
});

Deno.test("isOnlyImports() is true for a file that only includes another", () => {
  assert.ok(isOnlyImports("\n@AGENTS.md\n- @docs/a.md\n"));
  assert.ok(!isOnlyImports("@AGENTS.md\nAnd be brief."));
  assert.ok(!isOnlyImports("\n"));
});

const paths = (text: string) => findNamedPaths(text).map(({ form, path }) => `${form} ${path}`);

Deno.test("findNamedPaths() finds links to files, without anchors, and no addresses", () => {
  const text = 'See [a](docs/a%20b.md#top), [b](<c.md>), [c](../d.md "D"), [e](/f.md).\n' +
    "[x](https://x.y/z.md) [y](#anchor) [z](mailto:a@b.c) [t]({{ site }}/a.md) `[code](no.md)`\n";
  assert.deepEqual(paths(text), ["link docs/a b.md", "link c.md", "link ../d.md", "link /f.md"]);
});

Deno.test("findNamedPaths() finds paths in code spans, and nothing that only resembles one", () => {
  assert.deepEqual(paths("Start at `src/app/main.ts:12` or `./lib/` and `a-b/c_d.test.tsx#L3`."), [
    "code src/app/main.ts",
    "code ./lib/",
    "code a-b/c_d.test.tsx",
  ]);
  for (
    const span of [
      ...[
        "react/jsx-runtime",
        "@scope/name",
        "src/**/*.ts",
        "GET /users",
        "a/b",
        "main.ts",
        "/etc/x.conf",
      ],
      ...[
        "path/to/file.ts",
        "src/foo.ts",
        "src/<name>.ts",
        "https://a.b/c.ts",
        "${X}/a.ts",
        "~/a/b.ts",
      ],
    ]
  ) assert.deepEqual(paths(`Look at \`${span}\` first.`), [], span);
});

Deno.test("findNamedPaths() skips paths that a line calls removed, generated or not meant", () => {
  for (
    const line of [
      ...["`src/a.ts` was removed.", "Never edit `src/a.ts`."],
      ...["```\n`src/a.ts`\n```", "<!-- `src/a.ts` -->"],
    ]
  ) assert.deepEqual(paths(line), [], line);
  const stated = (line: string) => findNamedPaths(line)[0]?.isStated;
  assert.equal(stated("The entry is `src/a.ts`."), true);
  for (const line of ["Add it to `src/a.ts`.", "It creates `src/a.ts`."]) {
    assert.equal(stated(line), false);
  }
});
