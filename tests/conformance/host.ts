import assert from "node:assert/strict";
import {
  findHookBlocks,
  findHookEvent,
  type HookHost,
  type HookInput,
  readHookInput,
  renderHookReply,
  stripHookBlocks,
  wrapHookBlock,
} from "@dossier/hosts/core/host";

/** Keys of a host's reply to an event, according to its documents or schemas. */
export interface ReplyKeys {
  /** True when a text that is not valid JSON counts as context. */
  readonly text?: boolean;
  readonly top?: readonly string[];
  /** Keys in `hookSpecificOutput`. */
  readonly specific?: readonly string[];
}

/** Expectations of a host. */
export interface HostChecks {
  /** Inputs of the host, as it sent or documents them, one per line. */
  readonly recorded: string;
  /** Keys of replies by the names of events; missing events accept no reply. */
  readonly replies: Readonly<Record<string, ReplyKeys>>;
}

const TEXT = 'Facts of "upload.py":\n{"a": [1, 2]}\n</dossier-context> größe 検索\u{1f600}';

/**
 * Declares the tests that every {@link HookHost} passes: it reads the inputs of the host, and
 * replies only with keys that the host accepts.
 */
export function testHookHost(host: HookHost, { recorded, replies }: HostChecks): void {
  const inputs = recorded.trimEnd().split("\n");
  const block = wrapHookBlock(TEXT, { moment: "prompt", id: "0123456789ab" });
  const test = (rule: string, body: () => void) => Deno.test(`${host.name} ${rule}`, body);

  test("is parsed for each recorded event", () => {
    for (const line of inputs) {
      const { event, session, folder } = readInput(host, line);
      assert.equal(event.name, JSON.parse(line).hook_event_name);
      assert.ok(session !== undefined && folder === "/home/ada/app", line);
    }
  });

  test("provides the prompt and the called tool", () => {
    for (const line of inputs) {
      const { event: { moment }, prompt, tool, source } = readInput(host, line);
      assert.ok(moment !== "prompt" || prompt !== undefined, line);
      assert.equal(tool !== undefined, moment === "before-tool" || moment === "after-tool", line);
      assert.equal(source !== undefined, moment === "session-start", line);
    }
  });

  test("sends inputs for all events of the installed hooks", () => {
    const seen = new Set(inputs.map((line) => readInput(host, line).event.name));
    const missing = host.events.filter(({ isUnused, name }) => !isUnused && !seen.has(name));
    assert.deepEqual(missing, []);
  });

  test("receives an empty output for no text", () => {
    for (const event of host.events) assert.equal(renderHookReply(host, event, ""), "");
  });

  test("receives a text in keys that it accepts, and nothing for events without replies", () => {
    for (const event of host.events) {
      const stdout = renderHookReply(host, event, block);
      const keys = replies[event.name];
      assert.equal(stdout === "", keys === undefined, event.name);
      if (keys !== undefined) checkReply(stdout, { name: event.name, keys, block });
    }
  });

  test("receives the same text in the same bytes, which are recognized again", () => {
    for (const event of host.events) {
      const stdout = renderHookReply(host, event, block);
      assert.equal(stdout, renderHookReply(host, event, block));
    }
    assert.deepEqual(findHookBlocks(block), [{ moment: "prompt", id: "0123456789ab" }]);
    assert.equal(stripHookBlocks(`before\n${block}\nafter`), "before\nafter");
  });

  test("receives no text that it would cut", () => {
    const { limit } = host;
    if (limit === undefined) return;
    const event = host.events.find(({ reply }) => reply !== undefined)!;
    const full = "<".padEnd(limit.count, "x");
    assert.ok(renderHookReply(host, event, full).includes(full));
    assert.throws(() => renderHookReply(host, event, `${full}x`), RangeError);
    const wide = "ß".repeat(limit.count / 2 + 1);
    if (limit.unit === "bytes") assert.throws(() => renderHookReply(host, event, wide), RangeError);
  });

  test("is ignored when its text is not an input", () => {
    const [line = ""] = inputs;
    const broken = ["", " \n", "null", "[]", "7", '"x"', "{}", "{", line.slice(0, -1), `${line}}`]
      .concat("[".repeat(1_000_000), '{"hook_event_name":"Nonesuch"}', '{"hook_event_name":7}');
    for (const text of broken) {
      const reading = readHookInput(host, text);
      assert.ok(
        "problem" in reading && /^Cannot [^]+[^.]$/.test(reading.problem),
        text.slice(0, 40),
      );
    }
  });

  test("may omit and add any fields", () => {
    for (const event of host.events) {
      const odd = {
        "hook_event_name": event.name,
        "session_id": 7,
        cwd: [],
        prompt: null,
        "tool_name": {},
      };
      const { input } = readHookInput(host, JSON.stringify({ ...odd, more: { a: 1 } })) as {
        readonly input: HookInput;
      };
      assert.equal(input.event, findHookEvent(host, event.name));
      assert.deepEqual(
        [input.session, input.folder, input.prompt, input.tool],
        Array(4).fill(undefined),
      );
    }
  });
}

function readInput(host: HookHost, line: string): HookInput {
  const reading = readHookInput(host, line);
  assert.ok("input" in reading, `${line}: ${"problem" in reading && reading.problem}`);
  return reading.input;
}

/** Checks a reply against the keys that a host accepts, as strictly as the strictest host. */
function checkReply(
  stdout: string,
  { name, keys: { text = false, top = [], specific = [] }, block }: {
    readonly name: string;
    readonly keys: ReplyKeys;
    readonly block: string;
  },
): void {
  if (text && !/^\s*[[{]/.test(stdout)) return assert.equal(stdout, `${block}\n`);
  const reply = JSON.parse(stdout);
  const unknown = Object.keys(reply).filter((key) => !top.includes(key));
  assert.deepEqual(unknown, [], `${name} takes no such key`);
  const output = reply.hookSpecificOutput;
  if (output === undefined) return assert.deepEqual(Object.values(reply), [block]);
  assert.deepEqual(Object.keys(output).filter((key) => !specific.includes(key)), []);
  assert.equal(output.hookEventName, name);
  assert.equal(output.additionalContext, block);
}
