import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { noteForbidden, openForbidden } from "./open_visibility.ts";

Deno.test("openForbidden() forbids files, folders, globs and the whole tree", async () => {
  const root = "/project";
  const forbids = async (written: string, path: string) =>
    (await openForbidden({ forbidden: [written] }, root))(path);
  for (
    const [written, path, isForbidden] of [
      ["src/a.ts", "src/a.ts", true],
      ["./src//a.ts", "src/a.ts", true],
      ["src\\a.ts", "src/a.ts", true],
      ["src\\a.ts", "src\\a.ts", true],
      ["src", "src/deep/a.ts", true],
      ["src", "srcs/a.ts", false],
      ["src/hid*.ts", "src/hidden.ts", true],
      ["src/hid*.ts", "src/shown.ts", false],
      ["src/sub/**", "src/sub/deep/a.ts", true],
      ["src/{loop,git}.zig", "src/git.zig", true],
      ["*.ts", "src/a.ts", true],
      ["**", "a", true],
      [".", "src/a.ts", true],
      ["/project", "src/a.ts", true],
      ["/project/src/a.ts", "src/a.ts", true],
      ["../other", "src/a.ts", false],
    ] as const
  ) {
    assert.equal(await forbids(written, path), isForbidden, `${written} ${path}`);
  }
  assert.equal((await openForbidden(undefined, root))("a"), false);
});

Deno.test("noteForbidden() notes entries that forbid nothing", () => {
  using workspace = new TempWorkspace({ "src/a.ts": "" });
  const messages = noteForbidden(
    { forbidden: ["src", "src/a.ts", "src/*.zig", "../x", "C:\\x", "src/nope.ts"] },
    workspace.root,
  ).map(({ message }) => message);
  assert.deepEqual(messages, [
    'The manifest forbids "../x", which has no effect as it is outside the root',
    'The manifest forbids "C:\\x", which has no effect as it is outside the root',
    'The manifest forbids "src/nope.ts", which has no effect as there is no such file or folder',
  ]);
});

Deno.test("openForbidden() forbids a file with brackets in its path, and none that the brackets could match", async () => {
  using workspace = new TempWorkspace({ "app/[slug]/a.ts": "", "app/(shop)/a.ts": "" });
  const manifest = { forbidden: ["app/[slug]/a.ts", "app/(shop)/**"] };
  const isForbidden = await openForbidden(manifest, workspace.root);
  assert.deepEqual(
    ["app/[slug]/a.ts", "app/(shop)/a.ts", "app/s/a.ts", "app/shop/a.ts"].map(isForbidden),
    [true, true, false, false],
  );
});

Deno.test("noteForbidden() treats a name, and the name with a remark, as one entry", () => {
  using workspace = new TempWorkspace({ "lib/report (copy)/a.ts": "", "web/a.ts": "" });
  const forbidden = ["lib/report", "lib/report (copy)", "web", "web (old)"];
  assert.deepEqual(noteForbidden({ forbidden }, workspace.root), []);
});
