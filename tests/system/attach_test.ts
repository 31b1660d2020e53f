import assert from "node:assert/strict";
import { permissionFlags } from "@dossier/retrieval/permissions";
import { LOCKED, PROGRAM, TempWorkspace } from "../temp_workspace.ts";
import { canRun, type TestedTmux, waitUntil, withTmux } from "../tmux_server.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

const hasTmux = await canRun("tmux", "-V");
const hasScript = await canRun("script", "--version");
const TMUX = hasTmux ? "" : " (skipped: apt-get install tmux)";
const SCRIPT = hasScript ? "" : " (skipped: apt-get install bsdutils)";

/** Agent that appends each line that it reads to a file. */
const AGENT = 'while read -r line; do echo "$line" >> "$1"; [ "$line" = leave ] && exit 3; done';

/** Workspace whose commands have the permissions of `attach`. */
class AttachWorkspace extends TempWorkspace {
  override commandLine(args: readonly string[]): readonly string[] {
    // An executable has the permissions of its user.
    if (PROGRAM !== undefined) return super.commandLine(args);
    const [program = ""] = super.commandLine(args);
    const cli = super.commandLine([]).at(-1)!;
    return [
      program,
      "run",
      "--quiet",
      ...LOCKED,
      "--no-prompt",
      ...permissionFlags("attach"),
      cli,
      ...args,
    ];
  }

  /** Queues texts for the session `s1`. */
  async inject(...texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      assert.match(
        assertSuccess(await this.run(["inject", "--session", "s1", text])),
        /^Queued as /,
      );
    }
  }
}

/** Attached process with its output so far. */
class Attached implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #reading: Promise<unknown>;
  stdout = "";
  stderr = "";

  constructor(workspace: TempWorkspace, ...words: readonly string[]) {
    this.#child = workspace.start(["attach", "--session", "s1", ...words]);
    this.#child.stdin.close();
    const read = async (name: "stdout" | "stderr") => {
      for await (const text of this.#child[name].pipeThrough(new TextDecoderStream())) {
        this[name] += text;
      }
    };
    this.#reading = Promise.all([read("stdout"), read("stderr")]);
  }

  async isReady(): Promise<void> {
    await waitUntil(() => this.stderr.includes("until it ends"));
  }

  signal(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  async end(): Promise<number> {
    const [{ code }] = await Promise.all([this.#child.status, this.#reading]);
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has already ended.
    }
    await this.end();
  }
}

interface Trial extends TestedTmux {
  readonly workspace: AttachWorkspace;
  /** Opens a pane with an agent and returns the pane. */
  openAgent(): Promise<string>;
  /** Returns the lines that agents have read. */
  lines(): readonly string[];
  attach(pane: string, ...words: readonly string[]): Attached;
}

function testPane(name: string, test: (trial: Trial) => Promise<void>): void {
  Deno.test({
    name: `M-30: ${name}${TMUX}`,
    ignore: !hasTmux,
    fn: () =>
      withTmux(async (tested) => {
        using workspace = new AttachWorkspace({ "a.md": "# Uploads\n" });
        const file = `${tested.folder}/lines`;
        Deno.writeTextFileSync(file, "");
        await test({
          ...tested,
          workspace,
          openAgent: () => tested.open("sh", "-c", AGENT, "sh", file),
          lines: () => Deno.readTextFileSync(file).split("\n").slice(0, -1),
          attach: (pane, ...words) =>
            new Attached(workspace, "--tmux", pane, "--socket", tested.socket, ...words),
        });
      }),
  });
}

testPane(
  "attach types waiting and new texts in order until the agent ends",
  async (trial) => {
    const { workspace, lines, attach } = trial;
    await workspace.inject("one\ntwo", "three");
    await using attached = attach(await trial.openAgent(), "--json");
    await waitUntil(() => lines().length === 2);
    await workspace.inject("leave");
    assert.equal(await attached.end(), 0);
    assert.deepEqual(lines(), ["one two", "three", "leave"]);
    const receipts = attached.stdout.trim().split("\n").map((line) => JSON.parse(line).receipt);
    assert.deepEqual(receipts, ["given", "given", "given"]);
    assert.match(attached.stderr, /dossier: The pane "%1" has ended\n$/);
  },
);

testPane(
  "attach keeps waiting texts for the next one when the pane dies",
  async (trial) => {
    const { workspace, lines, tmux, attach } = trial;
    const pane = await trial.openAgent();
    // Nothing is typed while a user scrolls.
    await tmux("copy-mode", "-t", pane);
    await workspace.inject("one", "two");
    await using first = attach(pane);
    await first.isReady();
    await tmux("kill-pane", "-t", pane);
    assert.equal(await first.end(), 0);
    assert.match(first.stderr, /has ended; 2 texts left for the next start\n$/);
    await using second = attach(await trial.openAgent());
    await waitUntil(() => lines().length === 2);
    assert.deepEqual(lines(), ["one", "two"]);
    second.signal("SIGINT");
    assert.equal(await second.end(), 130);
    assert.match(second.stderr, /No more is typed into the pane "%2"\n$/);
  },
);

testPane("attach types each text once however often it is stopped", async (trial) => {
  const { workspace, lines, attach } = trial;
  const pane = await trial.openAgent();
  const texts = Array.from({ length: 3 }, (_, at) => `text ${at}`);
  await workspace.inject(...texts);
  for (let stop = 0; lines().length < texts.length; stop++) {
    await using attached = attach(pane);
    await waitUntil(() => attached.stdout !== "");
    attached.signal(stop % 2 === 0 ? "SIGINT" : "SIGTERM");
    assert.equal(await attached.end(), 130);
    assert.ok(stop < texts.length);
  }
  assert.deepEqual(lines(), texts);
});

testPane(
  "attach refuses a second terminal for a session, and types into the first",
  async (trial) => {
    const { workspace, lines, attach } = trial;
    await using first = attach(await trial.openAgent());
    await first.isReady();
    await using second = attach(await trial.openAgent());
    assert.equal(await second.end(), 2);
    assert.match(
      second.stderr,
      /^dossier: Cannot attach to the session "s1" as another terminal is attached/,
    );
    await workspace.inject("one");
    await waitUntil(() => lines().length === 1);
    first.signal("SIGKILL");
    await first.end();
    await workspace.inject("two");
    await using third = attach(await trial.openAgent());
    await waitUntil(() => lines().length === 2);
    assert.deepEqual([lines(), third.stderr.includes("Cannot")], [["one", "two"], false]);
  },
);

testPane(
  "attach refuses a terminal without an agent",
  async ({ workspace, socket, tmux, open }) => {
    await tmux("set-option", "-g", "default-shell", "/bin/sh");
    const shell = await open();
    const noPane = /^dossier: Cannot attach to the pane "[^"]+" as no agent runs in it: /;
    const refused: readonly (readonly [readonly string[], RegExp])[] = [
      [["--session", "s1", "--tmux", "%99", "--socket", socket], noPane],
      [["--session", "s1", "--tmux", shell, "--socket", socket], noPane],
      [["--session", "s1", "--tmux", "%1", "--socket", `${socket}-none`], noPane],
      [["--tmux", "%1"], /^dossier: Cannot attach without a session: add --session ID/],
      [["--session", "s1"], /use either --tmux PANE, or a program to start after "--"/],
      [["--session", "s1", "--tmux", "%1", "--", "sh"], /use either --tmux PANE, or a program/],
      [["--session", "s1", "--json", "--", "sh"], /^dossier: Cannot use --json without --tmux/],
      [["--session", "", "--tmux", "%1"], /--session needs a value/],
    ];
    for (const [words, message] of refused) {
      assertFailure(await workspace.run(["attach", ...words]), { code: 2, message });
    }
  },
);

Deno.test("attach reports a missing tmux and a missing script", async () => {
  using workspace = new AttachWorkspace({ "a.md": "# Uploads\n" });
  const shell = 'PATH=/nowhere "$@"';
  for (const words of [["--tmux", "%1"], ["--", "sh"]]) {
    const result = await workspace.run(["attach", "--session", "s1", ...words], { shell });
    assertFailure(result, { code: 2, message: /"(?:tmux|script)"/ });
  }
});

Deno.test({
  name:
    `M-30: attach starts an agent, shows what it prints, and ends with a warning as it does${SCRIPT}`,
  ignore: !hasScript,
  async fn() {
    using workspace = new AttachWorkspace({ "a.md": "# Uploads\n" });
    await workspace.inject("one", "leave", "never");
    const agent = ["--", "sh", "-c", `echo ready; ${AGENT}`, "it's", workspace.path("lines")];
    await using attached = new Attached(workspace, ...agent);
    assert.equal(await attached.end(), 1);
    assert.equal(workspace.read("lines"), "one\nleave\n");
    assert.match(attached.stdout, /^ready\r\n/);
    assert.match(
      attached.stderr,
      /Delivered: .*\n.*has ended with 3; 1 text left for the next start\n$/,
    );
  },
});
