import assert from "node:assert/strict";
import { toTerminalNotice } from "@dossier/memory/core";
import { canRun, waitUntil, withTmux } from "../../../tests/tmux_server.ts";
import { startInTerminal } from "./script_terminal.ts";
import type { TerminalChannel } from "./terminal_leg.ts";
import { tmuxChannel } from "./tmux_channel.ts";

/** The notice of 2,000 bytes: 1,024 of them, the mark, and the carriage return. */
const LONG_TEXT = `${"ä".repeat(500)}\n${"ö".repeat(499)}`;
const LONG_LINE = `${"ä".repeat(500)} ${"ö".repeat(11)} …[truncated]`;

/**
 * Programs that read input like agents and write it to a file: single keys, or a line that the
 * terminal edits.
 */
const READERS = [
  {
    how: "keys",
    read: 'stty raw -echo; printf ready; head -c "$2" > "$1"',
    expected: `${LONG_LINE}\r`,
  },
  {
    how: "lines",
    read: 'stty -echo; printf ready; head -n 1 > "$1"',
    expected: `${LONG_LINE}\n`,
  },
] as const;

const LONG_BYTES = String(new TextEncoder().encode(LONG_LINE).length + 1);

const hasScript = await canRun("script", "--version");
const hasTmux = await canRun("tmux", "-V");

const SCRIPT = hasScript ? "" : " (skipped: apt-get install bsdutils)";
const TMUX = hasTmux ? "" : " (skipped: apt-get install tmux)";

for (const { how, read, expected } of READERS) {
  Deno.test({
    name: `M-30: a program that reads ${how} in a terminal of script gets one line${SCRIPT}`,
    ignore: !hasScript,
    fn: () =>
      withFolder(async (folder) => {
        const args = ["-c", read, "it's", `${folder}/line`, LONG_BYTES];
        await using terminal = startInTerminal("sh", args, { folder });
        const shown = readShown(terminal.output);
        await waitUntil(() => shown().includes("ready"));
        await typeLong(terminal.channel);
        assert.equal(await terminal.code, 0);
        assert.equal(Deno.readTextFileSync(`${folder}/line`), expected);
        assert.equal(await terminal.channel.isDriven(), false);
      }),
  });

  Deno.test({
    name: `M-30: a program that reads ${how} in a pane of tmux gets one line${TMUX}`,
    ignore: !hasTmux,
    fn: () =>
      withTmux(async ({ folder, socket, tmux, open }) => {
        const pane = await open("sh", "-c", read, "sh", `${folder}/line`, LONG_BYTES);
        const screen = () => tmux("capture-pane", "-p", "-t", pane);
        await waitUntil(async () => (await screen()).includes("ready"));
        const channel = tmuxChannel({ pane, socket, now: later });
        await typeLong(channel);
        await waitUntil(async () => !await channel.isDriven());
        assert.equal(Deno.readTextFileSync(`${folder}/line`), expected);
        assert.equal(await tmux("list-buffers"), "");
      }),
  });
}

Deno.test({
  name:
    `M-30: a pane of tmux takes nothing while somebody scrolls, types, or has an editor open${TMUX}`,
  ignore: !hasTmux,
  fn: () =>
    withTmux(async ({ socket, tmux, open }) => {
      const pane = await open("sleep", "60");
      const channel = tmuxChannel({ pane, socket, now: later });
      assert.equal(await channel.canAccept(), "now");
      assert.equal(await tmuxChannel({ pane, socket }).canAccept(), "later");
      await tmux("copy-mode", "-t", pane);
      assert.equal(await channel.canAccept(), "later");
      const editor = await open("sh", "-c", "printf '\\033[?1049h'; sleep 60");
      const full = { pane: editor, socket, now: later };
      await waitUntil(async () => await tmuxChannel(full).canAccept() === "later");
      assert.equal(await tmuxChannel({ ...full, isFullScreen: true }).canAccept(), "now");
    }),
});

Deno.test({
  name: `M-30: a pane of tmux in which the agent has ended, or a shell waits, takes nothing${TMUX}`,
  ignore: !hasTmux,
  fn: () =>
    withTmux(async ({ folder, socket, tmux, open }) => {
      await tmux("set-option", "-g", "default-shell", "/bin/sh");
      const pane = await open();
      assert.equal(await tmuxChannel({ pane, socket }).isDriven(), false);
      await tmux("send-keys", "-t", pane, `head -n 1 > ${folder}/line`, "Enter");
      const agent = tmuxChannel({ pane, socket, now: later });
      await waitUntil(() => agent.isDriven());
      await tmux("send-keys", "-t", pane, "done", "Enter");
      await waitUntil(async () => !await agent.isDriven());
      assert.equal(await agent.canAccept(), "later");
    }),
});

Deno.test({
  name: `M-30: a pane of tmux that is gone is not driven, and takes nothing${TMUX}`,
  ignore: !hasTmux,
  fn: () =>
    withTmux(async ({ socket, tmux, open }) => {
      const channel = tmuxChannel({ pane: await open("sleep", "60"), socket });
      assert.equal(await channel.isDriven(), true);
      const other = tmuxChannel({ socket, pane: "%99" });
      assert.equal(await other.isDriven(), false);
      assert.equal(await other.type("text\r"), false);
      await tmux("kill-server");
      assert.equal(await channel.isDriven(), false);
    }),
});

/** A time at which no key was pressed for long. */
function later(): number {
  return Date.now() + 10_000;
}

/** Types a text of 2,000 bytes and one line break. */
async function typeLong(channel: TerminalChannel): Promise<void> {
  assert.equal(new TextEncoder().encode(LONG_TEXT).length, 1999);
  assert.equal(await channel.isDriven(), true);
  assert.equal(await channel.canAccept(), "now");
  assert.equal(await channel.type(toTerminalNotice(LONG_TEXT)), true);
}

async function withFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync();
  try {
    await test(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Reads what a program shows, and returns what it has shown so far. */
function readShown(output: ReadableStream<Uint8Array>): () => string {
  let shown = "";
  const read = async () => {
    for await (const text of output.pipeThrough(new TextDecoderStream() as TransformStream)) {
      shown += text;
    }
  };
  read();
  return () => shown;
}
