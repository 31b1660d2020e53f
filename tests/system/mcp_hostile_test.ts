import { mcpHandler } from "@dossier/server/mcp";
import { nameRoots, openLocalService } from "@dossier/server/service";
import assert from "node:assert/strict";
import { TempWorkspace } from "../temp_workspace.ts";

/** Parts of an answer that a test checks. */
interface Answer {
  readonly id: number | string | null;
  readonly result?: { readonly isError?: boolean; readonly content?: unknown };
  readonly error?: { readonly code: number };
}

/** Outcome of a line: a result or an error with its ID, an error without one, or no answer. */
type Outcome = "result" | "error" | "nameless" | "none";

const CALL = '"jsonrpc":"2.0","id":$,"method":"tools/call","params"';
const LIST = '"jsonrpc":"2.0","id":$,"method":"tools/list"';
const META = '{"io.modelcontextprotocol/protocolVersion":"2026-07-28",' +
  '"io.modelcontextprotocol/clientCapabilities":{}}';
const SEARCH = '"name":"search","arguments":';
const DEEP = "[".repeat(20_000) + "]".repeat(20_000);

/** Valid and invalid lines of clients; `$` is their ID. */
const LINES: readonly (readonly [Outcome, string])[] = [
  ["result", `{${LIST}}`],
  ["result", `{${LIST},"params":null}`],
  ["result", `{${LIST},"params":[]}`],
  ["result", `{${LIST},"params":{"cursor":null}}`],
  ["result", `{${LIST},"params":{"cursor":"","_meta":null}}`],
  ["result", `{${LIST},"params":{"_meta":{"progressToken":null}}}`],
  ["result", `{${LIST},"meta":{},"auth":"x"}`],
  ["result", `\ufeff{${LIST}}`],
  ["result", `  {${LIST}}\t\r`],
  ["result", '{"id":$,"method":"tools/list"}'],
  ["result", '{"jsonrpc":null,"id":$,"method":"ping"}'],
  ["result", `[{${LIST}}]`],
  ["result", `{${CALL}:{"name":"status"}}`],
  ["result", `{${CALL}:{"name":"status","arguments":null}}`],
  ["result", `{${CALL}:{"name":"status","arguments":[]}}`],
  ["result", `{${CALL}:{"name":"status","arguments":"{}"}}`],
  ["result", `{${CALL}:{${SEARCH}{"query":"retry","limit":null,"paths":"","root":""}}}`],
  ["result", `{${CALL}:{${SEARCH}{"query":["retry"],"limit":"3","paths":"[\\"**\\"]"}}}`],
  ["result", `{${CALL}:{${SEARCH}"{\\"query\\":\\"retry\\"}"}}`],
  [
    "result",
    `{${CALL}:{"name":"structure","arguments":{"kind":"MAP","targets":null,"budget":"500"}}}`,
  ],
  ["result", `{${CALL}:{"name":"read","arguments":{"path":"a.py","startLine":"1","endLine":""}}}`],
  ["result", `{${CALL}:{"name":"need","arguments":{"text":["NEED_CODE: a.py"],"session":7}}}`],
  [
    "result",
    `{${CALL}:{"name":"context","arguments":{"query":"x","issue":null,"inputs":"","profile":null}}}`,
  ],
  [
    "result",
    `{"id":$,"method":"prompts/get","params":{"name":"ask","arguments":{"question":7,"session":null}}}`,
  ],
  [
    "result",
    `{"id":$,"method":"prompts/get","params":{"name":"ask","arguments":{"question":["x"],"session":""}}}`,
  ],
  ["result", '{"id":$,"method":"resources/list","params":null}'],
  ["error", '{"jsonrpc":"2.0","id":$,"method":123}'],
  ["error", '{"jsonrpc":"2.0","id":$}'],
  ["error", '{"jsonrpc":"1.0","id":$,"method":"tools/list"}'],
  ["error", `{${LIST},"params":[1]}`],
  ["error", `{${LIST},"params":"x"}`],
  ["error", `{${LIST},"params":{"_meta":7}}`],
  ["error", `{${LIST},"params":{"cursor":"bogus"}}`],
  ["error", `{${LIST},}`],
  ["error", `{${LIST},"x":"\u0000"}`],
  ["error", `{${LIST},"x":"\ud800`],
  ["error", `{${LIST},"params":{"x":${DEEP}}}`],
  ["error", `{${LIST},"text":"${"x".repeat(4_200_000)}"}`],
  ["error", `{${CALL}:{"name":null}}`],
  ["error", `{${CALL}:{"name":"none","arguments":{}}}`],
  ["error", `{${CALL}:{"name":"status","arguments":7}}`],
  ["error", '{"id":$,"method":"bogus"}'],
  [
    "error",
    '{"id":$,"method":"prompts/get","params":{"name":"ask","arguments":{"question":null}}}',
  ],
  ["nameless", '{"jsonrpc":"2.0","id":null,"method":"tools/list"}'],
  ["nameless", '{"jsonrpc":"2.0","id":{},"method":"tools/list"}'],
  ["nameless", '{"jsonrpc":"2.0","id":true,"method":"tools/list"}'],
  ["nameless", "[]"],
  ["nameless", "7"],
  ["nameless", "null"],
  ["nameless", "{}"],
  ["nameless", "\u0000"],
  ["nameless", "\u00ff\u00fe"],
  ["nameless", "Content-Length: 20"],
  ["none", '{"jsonrpc":"2.0","method":"notifications/progress","params":null}'],
  ["none", '{"method":"notifications/bogus","id":null}'],
  ["none", '{"jsonrpc":"2.0","id":$,"result":{}}'],
  ["none", '{"jsonrpc":"2.0","id":$,"result":7,"more":1}'],
];

/**
 * Returns a line with its ID; characters of the second half of Latin-1 become single bytes, which
 * are not UTF-8.
 */
function toBytes(line: string, id: number): Uint8Array<ArrayBuffer> {
  const text = line.replace("$", String(id));
  return /[\u0080-\u00ff]/.test(text)
    ? Uint8Array.from(text, (char) => char.charCodeAt(0))
    : new TextEncoder().encode(text);
}

/**
 * Checks that each line has one correct answer.
 *
 * @param isBare True when the lines lack the required fields of each request, so that valid ones
 * are refused, too.
 */
function checkAnswers(answers: readonly Answer[], isBare = false): void {
  const given = Map.groupBy(answers, ({ id }) => id);
  for (const [id, [outcome, line]] of LINES.entries()) {
    if (outcome === "nameless") continue;
    const [answer, ...others] = given.get(id) ?? [];
    const kind = answer === undefined ? "none" : answer.error === undefined ? "result" : "error";
    const shown = `${line.slice(0, 120)} ${JSON.stringify(answer)?.slice(0, 300)}`;
    const wanted = isBare && outcome === "result" ? "error" : outcome;
    assert.deepEqual([kind, others], [wanted, []], shown);
    assert.equal(answer?.result?.isError ?? false, false, shown);
  }
  const nameless = LINES.filter(([outcome]) => outcome === "nameless");
  assert.equal(given.get(null)?.length, nameless.length);
  for (const { error } of given.get(null) ?? []) assert.ok(error !== undefined);
}

for (const [era, meta] of [["2025-11-25", "{}"], ["2026-07-28", META]] as const) {
  Deno.test(`mcp answers each invalid line once in ${era}, and the valid one after it`, async () => {
    using workspace = new TempWorkspace({ "a.py": "def retry(): pass\n" });
    const child = workspace.start(["mcp"]);
    const writer = child.stdin.getWriter();
    const output = child.output();
    const good = (id: string) =>
      `\n\n{"jsonrpc":"2.0","id":"${id}","method":"tools/list","params":{"_meta":${meta}}}\n`;
    await writer.write(new TextEncoder().encode(good("first")));
    for (const [id, [, line]] of LINES.entries()) {
      await writer.write(toBytes(line, id));
      await writer.write(new TextEncoder().encode(good(`after ${id}`)));
    }
    await writer.close();
    const { code, stdout } = await output;
    assert.equal(code, 0);
    const answers = new TextDecoder().decode(stdout).trim().split("\n")
      .map((line) => JSON.parse(line) as Answer);
    checkAnswers(answers, meta === META);
    for (const id of ["first", ...LINES.keys().map((id) => `after ${id}`)]) {
      const [answer, ...others] = answers.filter((each) => each.id === id);
      assert.ok(answer?.result !== undefined && others.length === 0, id);
    }
  });
}

Deno.test("mcpHandler() answers the same bodies in the same way for all types that clients accept", async () => {
  using workspace = new TempWorkspace({ "a.py": "def retry(): pass\n" });
  await using service = openLocalService(nameRoots([workspace.root]));
  const handle = mcpHandler(service);
  const accepted = ["*/*", undefined, "application/json", "application/json, text/event-stream"];
  const answers: Answer[] = [];
  for (const [id, [, line]] of LINES.entries()) {
    const accept = accepted[id % accepted.length];
    const response = await handle(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: { "Content-Type": "application/json", ...(accept && { Accept: accept }) },
        body: toBytes(line, id),
      }),
    );
    const text = await response.text();
    const isStream = response.headers.get("content-type") === "text/event-stream";
    assert.ok(!isStream || accept?.includes("text/event-stream"));
    const json = isStream ? text.match(/^data: (\{.*)$/m)?.[1] : text;
    if (LINES[id]![0] !== "none" && json) answers.push(...[JSON.parse(json)].flat());
  }
  checkAnswers(answers);
});
