import assert from "node:assert/strict";
import { TOKEN_ESTIMATORS } from "@dossier/core/text";
import { readHostTranscript } from "./mod.ts";

const ESTIMATOR = { estimator: TOKEN_ESTIMATORS.piece };

function line(text: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    type: "user",
    sessionId: "s",
    cwd: "/r",
    message: { content: text },
    ...more,
  });
}

/** Reads bytes that come in small pieces, as from a pipe. */
function readBytes(bytes: Uint8Array, size = 7) {
  let at = 0;
  return readHostTranscript(
    new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(at, at += size));
      },
    }),
    ESTIMATOR,
  );
}

const read = (text: string) => readBytes(new TextEncoder().encode(text));

Deno.test("readHostTranscript() reads a file that the program itself wrote", async () => {
  const url = new URL("../../../tests/transcripts/claude-code.jsonl", import.meta.url);
  const { host, root, measures, notes, entries, agentText } = await readHostTranscript(
    url.pathname,
    ESTIMATOR,
  );
  assert.deepEqual([host, root, notes], ["claude-code", "/home/me/project", []]);
  const { prompts, calls, compactions, looks, looksBeforeEdit, edited, usage } = measures;
  assert.deepEqual({ prompts, calls, compactions, looks, looksBeforeEdit, edited }, {
    prompts: 3,
    calls: 10,
    compactions: 1,
    looks: 7,
    looksBeforeEdit: 6,
    edited: ["src/a.ts", "src/d.ts"],
  });
  // Twelve responses of the model. Each read 5,000 tokens from a cache and wrote 300 to it.
  assert.deepEqual(usage, {
    input: 14456,
    cacheRead: 60000,
    cacheWrite: 3600,
    output: 924,
    answers: 12,
  });
  assert.deepEqual(measures.repeated.files.map(({ path, times }) => [path, times]), [
    ...[["src/b.ts", 2], ["src/a.ts", 1]],
  ]);
  assert.ok(entries.some(({ kind, text }) => kind === "read" && text === "Read: src/b.ts:5-14"));
  assert.ok(agentText.includes("I changed src/a.ts"));
});

Deno.test("readHostTranscript() reads what is there of one that is cut, and says so", async () => {
  const { measures, notes } = await read(
    `${line("one")}\n${line("two")}\n${line("three").slice(0, 40)}`,
  );
  assert.equal(measures.prompts, 2);
  assert.deepEqual(notes, ["The last line is cut short: the transcript may be being written"]);
});

Deno.test("readHostTranscript() notes lines that it cannot read", async () => {
  const deep = "[".repeat(200_000);
  const nested = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
  const call = { type: "tool_use", id: "1", name: "x", input: { deep: JSON.parse(nested) } };
  const { measures, notes } = await read([
    ...["{broken", "", deep, line("", { type: "new-kind" }), line("", { type: "new-kind" })],
    line("", { type: "assistant", message: { content: [call] } }),
    line("fine"),
  ].join("\n"));
  assert.deepEqual([measures.prompts, measures.calls], [1, 1]);
  assert.deepEqual(notes, [
    "2 lines are not a JSON object and skipped",
    "Lines of unknown types are skipped: new-kind 2",
    "Calls without an output: 1",
  ]);
});

Deno.test("readHostTranscript() shows bytes that are not UTF-8, and says so", async () => {
  const bytes = new TextEncoder().encode(line("caf? au lait"));
  bytes[bytes.indexOf(63)] = 0xe9;
  const { entries, notes } = await readBytes(bytes);
  assert.equal(entries[0]?.text, "caf\ufffd au lait");
  assert.deepEqual(notes, ["1 line is not all UTF-8"]);
});

Deno.test("readHostTranscript() passes over a line that is too long", async () => {
  const long = new TextEncoder().encode(`${"x".repeat(33 * 1024 * 1024)}\n${line("short")}`);
  const { measures, notes } = await readBytes(long, 1024 * 1024);
  assert.equal(measures.prompts, 1);
  assert.deepEqual(notes, ["1 line is longer than 32 MiB and skipped"]);
});

Deno.test("readHostTranscript() names the location of the transcripts of subagents", async () => {
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/s.jsonl`, line("go"));
  Deno.mkdirSync(`${folder}/s/subagents`, { recursive: true });
  for (const name of ["agent-1.jsonl", "agent-1.meta.json"]) {
    Deno.writeTextFileSync(`${folder}/s/subagents/${name}`, "");
  }
  const { notes } = await readHostTranscript(`${folder}/s.jsonl`, ESTIMATOR);
  assert.deepEqual(notes, [
    `The work of subagents is in 1 other transcripts, which are not read: see "${folder}/s/subagents"`,
  ]);
});

Deno.test("readHostTranscript() refuses in one sentence what is no transcript", async () => {
  const folder = Deno.makeTempDirSync();
  const cases = [
    ["", /^Cannot read the transcript as it is empty: name the file that the host writes$/],
    [
      "hello\nworld",
      /it contains no line that Claude Code or Codex writes: name one of their files/,
    ],
    ['{"role":"user"}', /contains no line/],
    ['{"type":"progress"}', /contains no line/],
    // A line of another host with a similar form.
    [
      '{"sessionId":"s","kind":"main"}\n{"id":"1","type":"user","content":[{"text":"hi"}]}',
      /contains no line/,
    ],
    ["\0\x01\0", /it is binary: name the file that the host writes, which ends in \.jsonl$/],
    [
      String.fromCharCode(
        ...new Uint8Array(new Uint16Array([...line("x")].map((c) => c.charCodeAt(0))).buffer),
      ),
      /it is binary/,
    ],
  ] as const;
  for (const [text, message] of cases) {
    await assert.rejects(read(text), { code: "invalid-transcript", message });
  }
  const files = [
    [folder, /it is not a regular file but a folder: replace it by a file$/],
    [`${folder}/none.jsonl`, /none\.jsonl" as there is no such file: name one that exists$/],
    ["/dev/null", /a pipe, a socket or a device/],
  ] as const;
  for (const [path, message] of files) {
    await assert.rejects(readHostTranscript(path, ESTIMATOR), {
      code: "invalid-transcript",
      message,
    });
  }
});
