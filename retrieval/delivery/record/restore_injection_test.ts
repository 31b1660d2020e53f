import type { RenderFormat } from "@dossier/core";
import { type Engine, openEngine } from "@dossier/retrieval";
import assert from "node:assert/strict";
import { FORMATS, makeIssue, NO_EMBEDDER, render } from "../../../tests/task_fixture.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import type { RestoredInjection } from "./restore_injection.ts";
import { linesOf } from "../../../tests/lines_of.ts";

/** Joined here, so that no tool mistakes the file for one with a secret. */
const SECRET = ["gh", "p_"].join("") + "x4Kq".repeat(9);

/** More lines than a fully shown file has. */
const LARGE = Array.from(
  { length: 200 },
  (_, at) => `/** Uploads part ${at}. */\nexport function uploadPart${at}() {\n  return ${at};\n}`,
).join("\n");

const FILES = {
  "src/upload.ts": "export function retryUpload(file: File) {\n  return send(file);\n}\n",
  "src/large.ts": `${LARGE}\n`,
  "src/token.ts": `export const token = "${SECRET}";\r\nexport const other = 1;\r\n`,
  "src/caller.ts": 'import { retryUpload } from "./upload.ts";\n\nretryUpload(a);\n',
  "src/sender.ts": "export function send(upload: File) {\n  return upload.retry();\n}\n\n\n// 1\n",
  "docs/upload.md": `---\ntitle: Uploads\n---\n# Uploads\n\n${
    "They are tried again. ".repeat(200)
  }\n`,
};

const ISSUE = makeIssue({
  title: "Refactor the retry of uploads across the `retryUpload` protocol",
  description: "As [[upload]] says <&>, `uploadPart7` fails.\n",
  manifest: {
    primary: ["src/upload.ts", "src/large.ts", "src/token.ts"],
    forbidden: [".env"],
  },
});

/** Tree with an engine. */
class Tree implements Disposable {
  readonly workspace = new TempWorkspace(FILES);
  #engine: Engine | undefined;

  async engine(): Promise<Engine> {
    return this.#engine ??= await openEngine({
      root: this.workspace.root,
      openEmbedder: NO_EMBEDDER,
    });
  }

  /** Delivers a bundle, and returns the number of its record and its text. */
  async deliver(
    format: RenderFormat = "markdown",
    options: { readonly explain?: boolean; readonly refresh?: boolean } = {},
  ): Promise<{ readonly id: number; readonly text: string }> {
    const bundle = await (await this.engine()).contextForIssue(ISSUE, { ...options, format });
    return { id: bundle.record!, text: await render(bundle, format) };
  }

  /** Returns the record, restored by an engine that has not opened the tree before. */
  async restore(id: number): Promise<RestoredInjection | undefined> {
    using engine = await openEngine({ root: this.workspace.root });
    return await engine.renderRecord(id);
  }

  /** Returns the changed parts of a record as lines. */
  async changesOf(id: number): Promise<string[]> {
    const restored = await this.restore(id);
    assert.ok(restored !== undefined && "changed" in restored);
    return restored.changed.map(({ path, change }) => `${path} ${change}`);
  }

  [Symbol.dispose](): void {
    this.#engine?.[Symbol.dispose]();
    this.workspace[Symbol.dispose]();
  }
}

for (const format of FORMATS) {
  Deno.test(`restoreInjection() returns a bundle as ${format} byte for byte`, async () => {
    using tree = new Tree();
    const { id, text } = await tree.deliver(format, { explain: format === "json" });
    const { fragments } = (await (await tree.engine()).findRecord(id))!;
    // Every kind of derived text is included.
    assert.ok(fragments.some(({ form }) => form === "outline"));
    assert.ok(
      fragments.some(({ role, edited }) => role === "document" && edited),
    );
    assert.ok(
      linesOf(fragments).some(({ path, edited }) => path === "src/token.ts" && edited),
    );
    assert.ok(fragments.some(({ role }) => role === "snippet"));
    assert.ok(!text.includes(SECRET));
    assert.deepEqual(await tree.restore(id), { text });
  });

  Deno.test(`restoreInjection() returns an answer to requests as ${format} byte for byte`, async () => {
    using tree = new Tree();
    const engine = await tree.engine();
    const asked = "NEED_CODE: src/large.ts:5-9\nNEED_DOC: upload\nNEED_CODE: src/token.ts\n" +
      "NEED_CODE: ../x\nNEED_CODE: none.ts\n";
    const answer = await engine.answerRequests(asked, { session: "web-7", format });
    assert.equal(answer.fragments.length, 3);
    const text = await render(answer, format);
    assert.deepEqual(await tree.restore(answer.record!), { text });
  });
}

Deno.test("restoreInjection() restores code that is only named, with any current text", async () => {
  using tree = new Tree();
  const engine = await tree.engine();
  const settings = { referencesOnly: true };
  const bundle = await engine.contextForIssue(ISSUE, { settings });
  assert.ok(
    bundle.fragments.every(({ form, role }) => form === "reference" || role === "document"),
  );
  tree.workspace.write("src/upload.ts", "");
  const text = await render(bundle, "markdown");
  assert.deepEqual(await tree.restore(bundle.record!), { text });
  tree.workspace.remove("src/upload.ts");
  assert.deepEqual(new Set(await tree.changesOf(bundle.record!)), new Set(["src/upload.ts gone"]));
});

Deno.test("restoreInjection() restores unchanged lines of a changed file", async () => {
  using tree = new Tree();
  const { id, text } = await tree.deliver();
  tree.workspace.write("src/sender.ts", `${FILES["src/sender.ts"]}// 2\n`);
  assert.deepEqual(await tree.restore(id), { text });
});

Deno.test("restoreInjection() returns the passages that have changed or are missing", async () => {
  using tree = new Tree();
  const { id } = await tree.deliver();
  const { workspace } = tree;
  workspace.write("src/upload.ts", "export function retryUpload() {\n  return 1;\n}\n");
  // An outline, a cut document and a text with a secret are derived texts.
  workspace.write("src/large.ts", `${FILES["src/large.ts"]}// end\n`);
  workspace.write("docs/upload.md", `${FILES["docs/upload.md"]}End.\n`);
  workspace.write("src/token.ts", FILES["src/token.ts"].replace("x4Kq", "x4Kr"));
  workspace.remove("src/caller.ts");
  assert.deepEqual(
    new Set(await tree.changesOf(id)),
    new Set([
      "src/upload.ts changed",
      "src/large.ts changed",
      "docs/upload.md changed",
      "src/token.ts changed",
      "src/caller.ts gone",
    ]),
  );
  workspace.write("src/upload.ts", "");
  assert.ok((await tree.changesOf(id)).includes("src/upload.ts gone"));
});

for (
  const [how, path, text] of [
    ["the configuration excludes", ".dossier/config.yaml", "exclude: { dirs: [docs] }\n"],
    ["an ignore file leaves out", ".dossierignore", "docs/\n"],
    ["is too large", ".dossier/config.yaml", "exclude: { max_file_bytes: 4000 }\n"],
  ] as const
) {
  Deno.test(`restoreInjection() reports a file as missing that ${how} by now`, async () => {
    using tree = new Tree();
    const { id } = await tree.deliver();
    tree.workspace.write(path, text);
    assert.deepEqual(await tree.changesOf(id), ["docs/upload.md gone"]);
  });
}

Deno.test("restoreInjection() reports a file as missing that was replaced by a link", async () => {
  using tree = new Tree();
  const { id } = await tree.deliver();
  Deno.renameSync(tree.workspace.path("docs/upload.md"), tree.workspace.path("kept.md"));
  Deno.symlinkSync("../kept.md", tree.workspace.path("docs/upload.md"));
  assert.deepEqual(await tree.changesOf(id), ["docs/upload.md gone"]);
});

Deno.test("restoreInjection() reports a changed template of a prompt", async () => {
  using tree = new Tree();
  const { id, text } = await tree.deliver("prompt");
  const other = await tree.deliver("markdown");
  tree.workspace.write(".dossier/prompt.md", "{{title}}\n{{code}}\n");
  assert.deepEqual(await tree.changesOf(id), [".dossier/prompt.md changed"]);
  assert.deepEqual(await tree.restore(other.id), { text: other.text });
  tree.workspace.remove(".dossier/prompt.md");
  assert.deepEqual(await tree.restore(id), { text });
});

Deno.test("restoreInjection() restores derived text of a file that was newer than its index", async () => {
  using tree = new Tree();
  await tree.deliver();
  tree.workspace.write("src/large.ts", `${FILES["src/large.ts"]}// end\n`);
  const { id, text } = await tree.deliver("markdown", { refresh: false });
  assert.deepEqual(await tree.restore(id), { text });
});
