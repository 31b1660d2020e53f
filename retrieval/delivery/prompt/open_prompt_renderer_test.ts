import assert from "node:assert/strict";
import {
  bundleFor,
  documentsOf,
  makeIssue,
  NO_EMBEDDER,
  render,
} from "../../../tests/task_fixture.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { openEngine } from "../../engine.ts";
import { openEstimator } from "../pack/open_estimator.ts";
import { PROMPT_PATH } from "./open_prompt_renderer.ts";

const TREE = {
  "src/wombat.py":
    "import gate\n\n\ndef wombat():\n    return gate.open()\n\n\ndef other():\n    pass\n",
  "src/use.py": "from wombat import wombat\n\n\ndef use():\n    return wombat()\n",
  "docs/animals.md": "# Wombat\n\nIt digs.\n",
  "docs/linked.md": "---\nupdated: 2026-01-02\n---\n# Deploy\n\nUpload a folder.\n",
};

const ISSUE = makeIssue({
  id: "w-7",
  title: "Refactor `wombat` across all [[linked]]",
  description: "It should dig.  {{code}} & <b>\n\n\n\nMuch deeper. " + "zzz ".repeat(600),
  type: "feature",
  labels: ["animals", "digging"],
  manifest: { primary: ["src/wombat.py"], read: ["docs/animals.md"], forbidden: ["src/gate.py"] },
});

async function prompt(
  workspace: TempWorkspace,
  issue = ISSUE,
  budget: number | undefined = undefined,
): Promise<string> {
  return await render(await bundleFor(workspace, issue, { format: "prompt", budget }), "prompt");
}

Deno.test("N-22 a prompt has its parts in noface's order", async () => {
  using workspace = new TempWorkspace(TREE);
  const issue = { ...ISSUE, manifest: { ...ISSUE.manifest!, read: [] } };
  const text = await prompt(workspace, issue);
  const inOrder = [
    /^You are a software engineer\./m,
    /^# Issue w-7: Refactor `wombat` across all \[\[linked\]\]$/m,
    /^Type: feature$/m,
    /^Labels: animals, digging$/m,
    /^It should dig\. {2}\{\{code\}\} & <b>\n\n\n\nMuch deeper\./m,
    /^# Work manifest$/m,
    /^May be edited: src\/wombat\.py$/m,
    /^Not to be touched: src\/gate\.py$/m,
    /^# Code$/m,
    /^## src\/wombat\.py:1-9 \(may be edited, whole file\)$/m,
    /^## src\/use\.py:1-5 use \(whole file\)$/m,
    /^# Design documents$/m,
    /^## docs\/animals\.md:1-3 Wombat \(design document, whole file\)$/m,
    /^## docs\/linked\.md:4-6 Deploy \(design document\)$/m,
    /^Changed 2026-01-02\.$/m,
    /^# Version control$/m,
    /^# Approach$/m,
    /^# Workflow$/m,
    /^# Progress$/m,
    /^# Quality$/m,
    /^# Constraints$/m,
    /^Edit no file but those that may be edited\./m,
    /^# End$/m,
    /ISSUE_COMPLETE[^]*BLOCKED:/,
  ];
  let at = -1;
  for (const part of inOrder) {
    const found = text.search(part);
    assert.ok(found > at, `${part} at ${found} after ${at} in\n${text}`);
    at = found;
  }
});

Deno.test("N-22 a prompt shows code with all its blank lines, and no more than one between its parts", async () => {
  using workspace = new TempWorkspace(TREE);
  const text = await prompt(workspace);
  assert.ok(text.includes(TREE["src/wombat.py"].trimEnd()));
  const outside = text.replaceAll(/^```.*\n[^]*?\n```$/gm, "code").replace(
    ISSUE.description,
    "text",
  );
  assert.doesNotMatch(outside, /\n\n\n/);
});

Deno.test("N-22 a prompt omits the sections of empty parts", async () => {
  using workspace = new TempWorkspace({ "src/wombat.py": TREE["src/wombat.py"] });
  const text = await prompt(workspace, makeIssue({ id: "", title: "wombat" }));
  assert.match(text, /^# Issue: wombat$/m);
  assert.match(text, /^# Code$/m);
  assert.doesNotMatch(
    text,
    /# Design documents|# Work manifest|# Requested|# Build|Type:|Labels:|NEED_FILE|undefined/,
  );
  using other = new TempWorkspace({
    ...TREE,
    "src/gate.py": "",
    ".noface.toml": '[monowiki]\nvault = "nowhere"\n',
  });
  const bundle = await bundleFor(other, ISSUE, { format: "prompt" });
  assert.deepEqual(documentsOf(bundle), []);
  assert.deepEqual(bundle.notes.map(({ code }) => code), ["vault-missing"]);
  assert.doesNotMatch(await render(bundle, "prompt"), /# Design documents/);
});

Deno.test("N-22 a prompt uses the template of the project", async () => {
  const template =
    "{{! mine }}Task {{id}} & {{title}}\n{{#forbidden}}Never: {{forbidden}}\n{{/forbidden}}" +
    "{{^commands}}No commands.\n{{/commands}}\n\n\n\n{{{documents}}}\n";
  using workspace = new TempWorkspace({ ...TREE, [PROMPT_PATH]: template });
  const text = await prompt(workspace);
  assert.ok(
    text.startsWith(`Task w-7 & ${ISSUE.title}\nNever: src/gate.py\nNo commands.\n\n`),
    text,
  );
  assert.match(text, /Upload a folder/);
  assert.doesNotMatch(text, /ISSUE_COMPLETE|def wombat/);
});

Deno.test("a prompt never costs more than its budget, for any description", async () => {
  using workspace = new TempWorkspace(TREE);
  for (const description of ["", "Dig the wombat hole.\n".repeat(500), "\u{1f9ea}".repeat(5000)]) {
    const issue = { ...ISSUE, description };
    for (const budget of [0, 1, 100]) {
      await assert.rejects(bundleFor(workspace, issue, { format: "prompt", budget }), {
        code: "invalid-budget",
        message: new RegExp(
          `^Cannot render the prompt as it takes \\d+ tokens without any code: the budget is ${budget}$`,
        ),
      });
    }
    for (const budget of [500, 900, 3000]) {
      const bundle = await bundleFor(workspace, issue, { format: "prompt", budget });
      const text = await render(bundle, "prompt");
      const cost = (await openEstimator("piece")).count(text);
      assert.equal(bundle.budget.used, cost);
      assert.ok(cost <= budget, `${cost} of ${budget}`);
      assert.ok(text.endsWith("and the reason.\n"), "all of it");
      assert.ok(text.isWellFormed());
    }
  }
  const long = await prompt(workspace, { ...ISSUE, description: "Dig.\n".repeat(5000) }, 3000);
  assert.match(long, /^\[cut: \d+ of 25000 characters shown\]$/m);
  assert.match(long, /def wombat/, "there is room for code");
});

const BROKEN: readonly (readonly [template: string, message: RegExp])[] = [
  ["one\n{{#code}}\n", / as line 2 has an unclosed section "code"$/],
  ["{{#code}}x{{/code}}\n{{#code}}\n\n", / as line 2 has an unclosed section "code"$/],
  ["one\n\n{{title\n", / as line 3 has an unclosed tag$/],
  ["{{/code}}\n", / as line 1 has an unopened section "code"$/],
  ["{{#code}}\n{{/documents}}\n", / as line 1 has an unclosed section "code"$/],
  ["a\nb\n{{wombat}}\n", / as line 3 names "wombat", which is not a part: use one of id, title, /],
  ["{{#code}}\n{{^wombat}}x{{/wombat}}{{/code}}", / as line 2 names "wombat", which is not a part/],
  ["{{> other}}", / as line 1 names another template, "other"$/],
  ["{{=<% %>=}}\n<%title%> <%nothing%>", / as line 2 names "nothing", which is not a part/],
  ["{{=x=}}", / as it is not a valid Mustache template: Invalid tags/],
];

Deno.test("N-22 a broken template is rejected in one sentence with the line", async () => {
  for (const [template, message] of BROKEN) {
    using workspace = new TempWorkspace({ ...TREE, [PROMPT_PATH]: template });
    await assert.rejects(prompt(workspace), (error: Error & { code?: string }) => {
      assert.equal(error.code, "invalid-prompt", template);
      assert.match(error.message, /^Cannot use the template "\.dossier\/prompt\.md" as /);
      assert.match(error.message, message, template);
      return !error.message.includes("\n");
    });
    // Other formats are not affected.
    assert.ok((await bundleFor(workspace, ISSUE)).fragments.length > 0);
  }
});

Deno.test("a template that is not a regular file is rejected in one sentence, without blocking", async () => {
  const cases: readonly (readonly [make: string, message: RegExp])[] = [
    ["mkdir prompt.md", /as it is not a regular file but a folder: replace it by a file$/],
    ["ln -s /etc/passwd prompt.md", /but a symbolic link: replace it by a file$/],
    ["mkfifo prompt.md", /but a pipe, a socket or a device: replace it by a file$/],
    ["truncate -s 1G prompt.md", /as it is larger than \d+ bytes \(it has \d+\): make it smaller$/],
  ];
  for (const [make, message] of cases) {
    using workspace = new TempWorkspace({ ...TREE, ".dossier/x": "" });
    const args = ["--norc", "-c", make];
    const { success } = new Deno.Command("bash", { args, cwd: workspace.path(".dossier") })
      .outputSync();
    assert.ok(success, make);
    const place = 'Cannot use the template ".dossier/prompt.md" as ';
    await assert.rejects(prompt(workspace), (error: Error & { code?: string }) => {
      assert.equal(error.code, "invalid-prompt", make);
      assert.ok(error.message.startsWith(place), error.message);
      assert.match(error.message, message, make);
      return true;
    });
  }
});

Deno.test("a prompt does not expand template syntax inside of texts", async () => {
  using workspace = new TempWorkspace({
    "src/wombat.ts": "// {{title}} {{{documents}}} {{> other}} $&\nexport function wombat() {}\n",
    "docs/animals.md": "# Wombat $& $1\n\n{{code}} digs.\n",
  });
  const issue = makeIssue({
    title: "wombat {{#code}}",
    description: `\0code\0 $& {{/manifest}} ${"zzz ".repeat(600)}`,
  });
  const text = await prompt(workspace, issue);
  assert.match(text, /^# Issue t-1: wombat \{\{#code\}\}$/m);
  assert.ok(text.includes("code $& {{/manifest}}"));
  assert.ok(text.includes("// {{title}} {{{documents}}} {{> other}} $&\n"));
  assert.ok(text.includes("{{code}} digs."));
});

Deno.test("a prompt omits the section of the issue when there is none, and has one for a query", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  for (const request of ["NEED_CODE: src/use.py", "NEED_FILE: src/use.py"]) {
    const answer = await engine.answerRequests(request, { session: "s", format: "prompt" });
    const text = await render(answer, "prompt");
    assert.doesNotMatch(text, /^# Issue/m);
    assert.match(text, /^# Requested context$/m);
  }
  const bundle = await engine.context("wombat", { format: "prompt" });
  assert.match(await render(bundle, "prompt"), /^# Issue: wombat$/m);
});
