import assert from "node:assert/strict";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";
import { HostedWorkspace } from "./hosted_workspace.ts";

const USAGE = 2;

const linesOf = (text: string) =>
  text.split("\n").slice(0, -1).map((line): { role: string; content: string } => JSON.parse(line));

Deno.test("truncate cuts the middle of standard input or a file, and keeps texts that fit", async () => {
  using workspace = new HostedWorkspace({ "a.log": "example output" });
  const run = async (args: readonly string[], input = "") =>
    assertSuccess(await workspace.run(["truncate", ...args], { input }));
  assert.equal(await run(["--bytes", "1", "a.log"]), "…13 chars truncated…t");
  assert.equal(await run(["--tokens", "1"], "example output"), "ex…3 tokens truncated…ut");
  assert.equal(await run(["-"], "example output\n"), "example output\n");
  assert.equal(await run([]), "");
  assert.equal(
    await run(["--header", "--bytes", "2"], "a\nb\nc\n"),
    "Total output lines: 3\n\na…4 chars truncated…\n",
  );
  const lines = Array.from({ length: 300 }, (_, index) => `${index}\n`).join("");
  assert.match(await run(["--legacy"], lines), /^127\n\[\.{3} omitted 44 of 300 lines \.{3}\]$/m);
  assert.equal(
    await run([], "x".repeat(10_001)),
    `${"x".repeat(5000)}…1 chars truncated…${"x".repeat(5000)}`,
  );
});

Deno.test("truncate accepts 50 MB, and bytes that are not text", async () => {
  using workspace = new HostedWorkspace();
  workspace.write("big.log", new Uint8Array(50_000_000).fill(120));
  workspace.write("program", Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0xff, 0xc3));
  const big = assertSuccess(await workspace.run(["truncate", "--bytes", "4", "big.log"]));
  assert.equal(big, "xx…49999996 chars truncated…xx");
  const program = assertSuccess(await workspace.run(["truncate", "program"]));
  assert.equal(program, "\x7fELF\0��");
});

Deno.test("compact keeps what the user said and a summary, as a transcript that is compacted again", async () => {
  using workspace = new HostedWorkspace({ "summary.md": "The queue is fixed.\n" });
  workspace.initialize();
  const say = (role: string, content: string) => `${JSON.stringify({ role, content })}\n`;
  workspace.write(
    "thread.jsonl",
    say("user", "Mend the queue") + say("assistant", "Done") + say("user", "Test it"),
  );
  const compact = async (...args: readonly string[]) => {
    const result = await workspace.run(["compact", ...args]);
    assert.match(result.stderr, /has no checkpoint/);
    assert.equal(/There is no summary/.test(result.stderr), !args.includes("--summary"));
    return assertSuccess(result);
  };
  const words = ["thread.jsonl", "--summary", "summary.md"];
  const next = await compact(...words);
  const messages = linesOf(next);
  assert.ok(messages.every(({ role }) => role === "user"));
  assert.match(messages[0]!.content, /^<environment_context>\n {2}<cwd>.*<\/cwd>\n/);
  assert.deepEqual(messages.slice(1, 3).map(({ content }) => content), [
    ...["Mend the queue", "Test it"],
  ]);
  assert.match(messages[3]!.content, /\nThe queue is fixed\.$/);
  assert.equal(messages.length, 4);
  workspace.write("next.jsonl", next);
  const again = linesOf(await compact("next.jsonl"));
  assert.deepEqual(again.slice(0, 3), messages.slice(0, 3));
  assert.match(again[3]!.content, /\n\(no summary available\)$/);
  const small = linesOf(await compact(...words, "--budget", "3"));
  assert.deepEqual(small.slice(1, -1).map(({ content }) => content), [
    "Me…3 tokens truncated…ue",
    "Test it",
  ]);
  const record = JSON.parse(await compact(...words, "--json"));
  assert.deepEqual(record.messages, messages);
  const piped = await workspace.run(["compact", "-", ...words.slice(1)], {
    input: workspace.read("thread.jsonl"),
  });
  assert.equal(assertSuccess(piped), next);
  assert.ok(record.tokens.before > 0 && record.tokens.after > 0);
});

Deno.test("compact includes the present AGENTS.md of the named folder", async () => {
  using workspace = new HostedWorkspace({
    "AGENTS.md": "Use tabs.",
    "web/AGENTS.md": "Write no CSS.",
    "thread.jsonl": '{"role":"user","content":"Go"}\n',
  });
  workspace.initialize();
  const compacted = async (...args: readonly string[]) =>
    linesOf(assertSuccess(await workspace.run(["compact", "thread.jsonl", ...args])))
      .slice(0, 2).map(({ content }) => content);
  assert.deepEqual(await compacted("--folder", "web"), [
    `# AGENTS.md instructions for ${
      workspace.path("web")
    }\n\n<INSTRUCTIONS>\nUse tabs.\n\nWrite no CSS.\n</INSTRUCTIONS>`,
    `<environment_context>\n  <cwd>${workspace.path("web")}</cwd>\n</environment_context>`,
  ]);
  workspace.write("AGENTS.md", "Use spaces.");
  const [instructions] = await compacted();
  assert.match(instructions!, /\nUse spaces\.\n<\/INSTRUCTIONS>$/);
  workspace.write("next.jsonl", (await workspace.run(["compact", "thread.jsonl"])).stdout);
  const again = linesOf((await workspace.run(["compact", "next.jsonl"])).stdout);
  assert.equal(again.length, 4);
});

Deno.test("compact reads what Claude Code and Codex write", async () => {
  using workspace = new HostedWorkspace({ "AGENTS.md": "Use tabs.", "CLAUDE.md": "Use spaces." });
  workspace.initialize();
  const rules = { "claude-code": "Use spaces.", codex: "Use tabs." };
  for (const [name, rule] of Object.entries(rules)) {
    workspace.write(
      `${name}.jsonl`,
      Deno.readTextFileSync(new URL(`../transcripts/${name}.jsonl`, import.meta.url)),
    );
    const run = async (...args: readonly string[]) =>
      assertSuccess(await workspace.run(["compact", `${name}.jsonl`, ...args]));
    const [instructions, environment, ...said] = linesOf(await run("--folder", "."));
    assert.match(instructions!.content, new RegExp(`\n${rule}\n</INSTRUCTIONS>$`));
    assert.match(environment!.content, /^<environment_context>/);
    assert.ok(said.length >= 2 && said.every(({ role }) => role === "user"));
    assert.match(said.at(-1)!.content, /\n\(no summary available\)$/);
    const asked = linesOf(await run("--request"));
    assert.ok(asked.some(({ role }) => role === "assistant") && asked.at(-1)!.role === "user");
    assertFailure(await workspace.run(["compact", `${name}.jsonl`]), {
      code: USAGE,
      message: /folder of the session, "\/home\/me\/project": name it with --folder/,
    });
  }
});

Deno.test("compact renders the request for a summary in the format of a provider", async () => {
  using workspace = new HostedWorkspace({
    "thread.jsonl": '{"role":"user","content":"Go"}\n{"role":"tool","content":"Gone"}\n',
  });
  const ask = async (...args: readonly string[]) =>
    assertSuccess(await workspace.run(["compact", "thread.jsonl", "--request", ...args]));
  const messages = linesOf(await ask());
  assert.deepEqual(messages.map(({ role }) => role), ["user", "tool", "user"]);
  assert.match(messages[2]!.content, /summary/);
  const { messages: sent } = JSON.parse(await ask("--for", "anthropic"));
  assert.deepEqual(sent[1], { role: "user", content: "tool:\nGone" });
  assert.match(await ask("--for", "text"), /^user:\nGo\n\ntool:\nGone\n\nuser:\n/);
});

Deno.test("truncate and compact refuse unreadable input in one sentence", async () => {
  using workspace = new HostedWorkspace({
    "thread.jsonl": '{"role":"user"\n',
    "empty.jsonl": "",
    "folder/a": "",
  });
  const cases: readonly (readonly [string, RegExp])[] = [
    ["truncate none", /Cannot read the text from "none" as there is no such file/],
    ["truncate folder", /it is a folder/],
    ["truncate a b", /several files/],
    ["truncate --bytes 1 --tokens 1", /two of --bytes, --tokens and --legacy/],
    ["truncate --tokens 1 --legacy", /two of/],
    ["truncate --bytes -1", /whole number of at least 0/],
    ["compact", /without a transcript/],
    ["compact a b", /name one file, or - for standard input/],
    ["compact - --summary -", /both the transcript and the summary from standard input/],
    ["compact none", /Cannot read the transcript ".*none" as there is no such file/],
    ["compact empty.jsonl --folder none", /there is no such file or folder/],
    ["compact thread.jsonl", /line 1 is not valid JSON/],
    ["compact empty.jsonl --request --summary x", /both --request and --summary/],
    ["compact thread.jsonl --for nobody", /use one of anthropic/],
  ];
  for (const [words, message] of cases) {
    assertFailure(await workspace.run(words.split(" ")), { code: USAGE, message });
  }
  assertFailure(await workspace.run(["truncate"], { shell: '"$@" < folder' }), {
    code: USAGE,
    message: /Cannot read the text from standard input/,
  });
  const { stdout, stderr } = await workspace.run(["compact", "empty.jsonl"]);
  assert.match(stderr, /contains no message/);
  assert.equal(linesOf(stdout).length, 2);
});
