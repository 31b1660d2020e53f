import assert from "node:assert/strict";
import { FORMATS, makeIssue, NO_EMBEDDER, render } from "../../tests/task_fixture.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";

const PRECIOUS = "the precious text";

/** What is named by none of these rules may be given. */
const TREE = {
  ".gitignore": "ignored.ts\n",
  ".dossierignore": "hidden/\n",
  "src/open.ts": "export const open = 1;\n",
  "src/guarded.ts": `// ${PRECIOUS}\n`,
  "docs/guarded.md": `# Guarded\n\n${PRECIOUS}\n`,
  "ignored.ts": `// ${PRECIOUS}\n`,
  "hidden/a.md": `# ${PRECIOUS}\n`,
  "vendor/a.ts": `// ${PRECIOUS}\n`,
  ".env": PRECIOUS,
};

const ASKED: readonly string[] = [
  "NEED_CODE: src/open.ts",
  "NEED_CODE: ./src/../src/guarded.ts:1-1",
  "NEED_DOC: docs/guarded.md",
  "NEED_DOC: [[guarded]]",
  "NEED_CODE: ignored.ts",
  "NEED_DOC: hidden/a.md",
  "NEED_CODE: vendor/a.ts",
  "NEED_CODE: .env",
];

for (const place of ["a folder", "a repository"]) {
  Deno.test(`N-18 N-20 answerRequests() gives nothing that is forbidden, ignored or excluded, in ${place}`, async () => {
    using workspace = new TempWorkspace(TREE);
    if (place === "a repository") workspace.initialize();
    using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
    const issue = makeIssue({
      title: "open",
      manifest: { primary: ["src/other.ts"], forbidden: ["./src/guarded.ts", "docs/guarded.md"] },
    });
    await engine.contextForIssue(issue, { session: "s", settings: { referencesOnly: true } });
    const settings = { needMaxItems: ASKED.length };
    const text = ASKED.join("\n");
    const bundle = await engine.answerRequests(text, { session: "s", settings });
    const outcomes = new Map(bundle.outcomes?.map(({ request, outcome }) => [request, outcome]));
    assert.ok(outcomes.size >= ASKED.length - 1, "the document may count once");
    assert.equal(outcomes.get("NEED_CODE: src/open.ts"), "provided");
    outcomes.delete("NEED_CODE: src/open.ts");
    for (const [request, outcome] of outcomes) assert.equal(outcome, "excluded", request);
    assert.deepEqual(bundle.passages.map(({ path }) => path), ["src/open.ts"]);
    for (const format of FORMATS) {
      assert.ok(!(await render(bundle, format)).includes(PRECIOUS), format);
    }
  });
}
