import assert from "node:assert/strict";
import { findNamedPaths } from "./find_named_paths.ts";

const paths = (text: string) => findNamedPaths(text).map(({ form, path }) => `${form} ${path}`);

Deno.test("findNamedPaths() finds links to files, without anchors, and no addresses", () => {
  const text = 'See [a](docs/a%20b.md#top), [b](<c.md>), [c](../d.md "D"), [e](/f.md).\n' +
    "[x](https://x.y/z.md) [y](#anchor) [z](mailto:a@b.c) [t]({{ site }}/a.md) `[code](no.md)`\n";
  assert.deepEqual(paths(text), ["link docs/a b.md", "link c.md", "link ../d.md", "link /f.md"]);
});

Deno.test("findNamedPaths() finds paths in code spans, and nothing that only looks like one", () => {
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

Deno.test("findNamedPaths() passes over code that a line says is gone, made or not meant", () => {
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
