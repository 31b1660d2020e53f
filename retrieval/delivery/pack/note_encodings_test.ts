import assert from "node:assert/strict";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { openEngine } from "../../engine.ts";

/** Returns the bytes of text in Latin-1. */
function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

Deno.test("Engine.context() shows files in other encodings, and reports which are not UTF-8", async () => {
  using workspace = new TempWorkspace({ "src/plain.py": "def send_grüße_plain():\n    pass\n" });
  Deno.writeFileSync(workspace.path("src/latin.py"), latin1('def send_grüße():\n    return "ü"\n'));
  Deno.writeFileSync(
    workspace.path("src/wide.py"),
    Uint8Array.from(
      [0xfeff, ...Array.from("def send_grüße_wide():\n    pass\n", (char) => char.charCodeAt(0))]
        .flatMap((unit) => [unit & 0xff, unit >> 8]),
    ),
  );
  Deno.writeFileSync(
    workspace.path("src/broken.py"),
    latin1("# \xbf\xf3\xb3\xe6\ndef send_broken():\n    pass\n"),
  );
  using engine = await openEngine({ root: workspace.root });
  const { fragments, notes } = await engine.context("send_grüße send_broken");
  const textOf = (path: string) =>
    fragments.filter(({ location }) => location?.path === path).map(({ text }) => text).join("\n");
  assert.ok(textOf("src/latin.py").includes('return "ü"'));
  assert.ok(textOf("src/wide.py").startsWith("def send_grüße_wide"));
  assert.ok(textOf("src/broken.py").includes("\ufffd"));
  assert.deepEqual(notes.filter(({ code }) => code === "not-utf-8").map(({ message }) => message), [
    "Not UTF-8, edit it in the encoding of the file: src/latin.py (windows-1252), src/wide.py (utf-16le)",
    "Not UTF-8, with invalid bytes shown as U+FFFD: src/broken.py",
  ]);
  const { notes: none } = await engine.context("send_grüße_plain", {
    filter: { paths: ["src/plain.py"] },
  });
  assert.ok(none.every(({ code }) => code !== "not-utf-8"));
});
