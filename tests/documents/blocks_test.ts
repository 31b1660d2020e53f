import assert from "node:assert/strict";
import { TempWorkspace } from "../temp_workspace.ts";
import { readDocuments } from "./document.ts";
import { type DocumentRun, listRunBlocks, runDocument } from "./run_document.ts";

/** Expectations of a document besides that its blocks run. */
type Check = (run: DocumentRun, read: (path: string) => string) => void;

const CHECKS: Readonly<Record<string, Check>> = {
  "README.md": ({ stdout }) => {
    assert.match(stdout, /^ {2}MCP server {2}would be added {2}\/.*\.mcp\.json$/m);
  },
  "docs/bundle.md": (_, read) => {
    const { budget } = JSON.parse(read("bundle.json"));
    assert.ok(budget.used > 0 && budget.used <= budget.limit);
  },
  "docs/configuration.md": ({ stdout }) => {
    assert.match(stdout, /^exclude\.max_file_bytes +default +4194304$/m);
    assert.match(stdout, /^ok +configuration/m);
  },
  "docs/hosts.md": ({ stdout }) => {
    assert.match(stdout, /^Claude Code\n {2}MCP server {2}would be added {2}\/.*\.mcp\.json$/m);
    assert.match(stdout, /^Codex\n {2}hooks {2}would be added {2}\/.*hooks\.json$/m);
    // The output of a hook depends on the speed of the machine.
    assert.match(stdout, /^Write no CSS\.$/m);
  },
  "docs/memory.md": ({ stdout }) => {
    assert.match(stdout, /^- \[o1\] "Uploads are given up/m);
  },
  "docs/orchestrators.md": ({ stdout }, read) => {
    assert.match(stdout, /^BLOCKED: this is only an example$/m);
    const prompt = read("prompt.md");
    assert.match(prompt, /^# Issue up-7: Say why a file was given up$/m);
    assert.match(prompt, /^export async function drainQueue\($/m);
    assert.match(prompt, /^- provided: NEED_CODE: src\/retry\.ts:20-30/m);
    assert.match(prompt, /^export function pauseAfter\(/m);
    assert.match(read("retry.md"), /^TypeError: reason is undefined at src\/mail\.ts:16:42$/m);
    assert.ok(read("again.md").length > 0 && prompt.startsWith(read("again.md").trimEnd()));
    assert.match(stdout, /^Total output lines: 5000\n\n1\n2\n/m);
    assert.equal(JSON.parse(read("request.json")).messages.length, 2);
    assert.match(read("next.jsonl"), /Fix the queue[^]*The queue is fixed\./);
  },
  "docs/policies.md": ({ transcripts }, read) => {
    assert.equal(transcripts.length, 4);
    const context = read("context.md");
    assert.match(context, /^## knowledge:rules\/customers \(of the profile/m);
    assert.match(context, /^A customer saw this: two mails in a day\./m);
    assert.match(context, /^## src\/mail\.ts:/m);
  },
  "docs/ranking.md": ({ stdout }) => {
    assert.match(stdout, /^ +[\d.]+ {2}src\/retry\.ts:\d+-\d+ {2}\w+$/m);
    assert.match(stdout, /score of the part, sum of:$/m);
    assert.match(stdout, /score, product of:$/m);
  },
  "docs/repositories.md": ({ stdout }) => {
    assert.match(stdout, /^ +[\d.]+ {2}costs\/src\/price\.ts:1-1 {2}PRICE_OF_UPLOAD$/m);
    assert.match(
      stdout,
      /^Passages of the repositories src, costs, by whose names the paths begin/m,
    );
    assert.match(stdout, /^## costs\/src\/price\.ts:1-1 PRICE_OF_UPLOAD/m);
  },
  "docs/service.md": ({ stdout }, read) => {
    assert.match(stdout, /"status":"ready"/);
    assert.match(stdout, /# Context\n/);
    assert.match(read("prompt.md"), /^# Issue up-8: /m);
    assert.match(stdout, /"outcome": "(?:provided|already_present)"/);
    assert.equal(JSON.parse(read("found.json")).results[0].path, "src/queue.ts");
    assert.equal(JSON.parse(read("callers.json")).definitions[0].symbol, "retryUpload");
    assert.equal(JSON.parse(read("record.json")).id, 1);
    assert.equal(JSON.parse(read("compose.json")).profile, "dossier/base");
    assert.match(stdout, /"code":"invalid-request"/);
  },
  "docs/structure.md": ({ transcripts }) => assert.equal(transcripts.length, 4),
  // The output of a hook depends on the speed of the machine.
  "docs/tutorial.md": ({ transcripts }) => assert.equal(transcripts.length, 6),
};

/** Programs that change the machine; blocks that run may not call them. */
const INSTALL_REGEXP = /\b(?:npm|npx|pip3?|apt|apt-get|brew|deno (?:install|add))\b/;

const documents = readDocuments().filter((document) => listRunBlocks(document).length > 0);

Deno.test("CHECKS has a check for each document with blocks that run", () => {
  assert.deepEqual(documents.map(({ path }) => path), Object.keys(CHECKS));
});

Deno.test("blocks that run install nothing", () => {
  const blocks = documents.flatMap(listRunBlocks);
  assert.deepEqual(blocks.filter(({ text }) => INSTALL_REGEXP.test(text)), []);
});

for (const document of documents) {
  const blocks = listRunBlocks(document);
  Deno.test(`${document.path}: its ${blocks.length} blocks run, and print the documented output`, async () => {
    using workspace = new TempWorkspace();
    const run = await runDocument(document, workspace);
    for (const { command, expected, actual } of run.transcripts) {
      assert.equal(actual.trimEnd(), expected.trimEnd(), command);
    }
    CHECKS[document.path]!(run, (path) => Deno.readTextFileSync(`${run.folder}/${path}`));
  });
}
