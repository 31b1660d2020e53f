import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";

const HIDDEN = "# The hidden plan\n";

Deno.test("hideIgnored() applies the current ignore files, however old the index is", async () => {
  for (const ignoreFile of [".gitignore", ".dossierignore"]) {
    for (const isRepository of [true, false]) {
      using workspace = new TempWorkspace({ "src/plan.md": HIDDEN, "src/other.md": "# Other\n" });
      if (isRepository) workspace.initialize();
      using engine = await openEngine({ root: workspace.root });
      await engine.index();
      assert.match((await engine.readFile("src/plan.md")).text, /hidden plan/);
      workspace.write(ignoreFile, "plan.md\n");
      const place = `${ignoreFile}, repository: ${isRepository}`;
      const excluded = {
        code: "file-excluded",
        message: 'Cannot read "src/plan.md": an ignore file excludes it',
      };
      await assert.rejects(engine.readFile("src/plan.md"), excluded, place);
      await assert.rejects(
        engine.readIssue("src/plan.md", { isConfined: true }),
        { code: "issue-not-found" },
        place,
      );
      const manifest = { version: 1, primary: ["src/plan.md"], read: [], forbidden: [] };
      const issue = { id: "1", title: "Change the plan", description: "", labels: [], manifest };
      const answers = [
        await engine.contextForIssue(issue, { refresh: false, filter: { paths: ["*.ts"] } }),
        await engine.answerRequests("NEED_CODE: src/plan.md", { session: "s", refresh: false }),
      ];
      for (const { fragments } of answers) {
        assert.equal(JSON.stringify(fragments).includes("hidden plan"), false, place);
      }
      assert.match((await engine.readFile("src/other.md")).text, /Other/);
    }
  }
});
