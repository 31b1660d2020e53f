import assert from "node:assert/strict";
import { parseIssueRecord } from "@dossier/core/tracker";
import { bundleFor } from "../../../tests/task_fixture.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { readFrontMatter } from "../../issue/read_issue.ts";
import { linesOf } from "../../../tests/lines_of.ts";

/** File names that look like something else. */
const ODD_NAMES: readonly string[] = [
  "`tick`.py",
  "~t.py",
  "\ufeffbom.py",
  "trailing.py ",
  " leading.py",
  "nfc-\u00e9.py",
  "nfd-e\u0301.py",
  "new\nline.py",
  "a(1)+b.ts",
  "a (1).py",
  "my notes - draft.py",
  "app/[id]/page.ts",
  "$id.ts",
  "- dash.py",
  "'q'.py",
  "back\\slash.py",
  "#hash.py",
  "comma, comma.py",
  "!not.py",
  "constructor",
];

Deno.test({
  name: "contextForIssue() shows the files of a manifest by their exact names, however odd",
  // Other systems do not allow such names.
  ignore: Deno.build.os === "windows",
  async fn() {
    using workspace = new TempWorkspace(
      Object.fromEntries(ODD_NAMES.map((path, at) => [path, `odd = ${at}\n`])),
    );
    const { issue, problems } = parseIssueRecord({
      title: "odd",
      manifest: { primary: ODD_NAMES },
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(issue.manifest?.primary, ODD_NAMES);
    const bundle = await bundleFor(workspace, issue);
    assert.deepEqual(bundle.notes, []);
    assert.deepEqual(
      linesOf(bundle.fragments).map(({ path, text }) => [path, text]),
      ODD_NAMES.map((path, at) => [path, `odd = ${at}`]),
    );
  },
});

Deno.test({
  name: "contextForIssue() hides a forbidden file by its exact name, however odd, and little more",
  ignore: Deno.build.os === "windows",
  async fn() {
    for (const name of ODD_NAMES) {
      using workspace = new TempWorkspace({
        [name]: "wombat = 1\n",
        "plain.py": "wombat = 2\n",
        "a1b.ts": "wombat = 3\n",
      });
      const { issue } = parseIssueRecord({
        title: "wombat",
        manifest: { primary: [name], forbidden: [name] },
      });
      const bundle = await bundleFor(workspace, issue);
      const shown = linesOf(bundle.fragments).map(({ path }) => path);
      assert.ok(!shown.includes(name), name);
      // A name that looks like a glob is also one: this one matches all but one name.
      if (name !== "!not.py") {
        assert.deepEqual(shown.sort(), ["a1b.ts", "plain.py"], JSON.stringify(name));
      }
    }
  },
});

Deno.test("a manifest in YAML keeps odd names as well", async () => {
  const fields = await readFrontMatter(
    "manifest:\n  primary: ['`tick`.py', '~t.py', ' x.py']",
    "i",
  );
  const { issue } = parseIssueRecord({ title: "x", ...fields });
  assert.deepEqual(issue.manifest?.primary, ["`tick`.py", "~t.py", " x.py"]);
});
