import assert from "node:assert/strict";
import { writeDossier, writeRye } from "../policy_trees.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

const HARBOUR = {
  profiles: {
    base: { permissions: ["fetch.knowledge.*"], context: { system: ["who"], before: ["tides"] } },
    unload: {
      extends: "base",
      description: "Unload a ship",
      inputs: { ship: { required: true } },
      context: { suppress: ["environment", "instruction"] },
      body: "Unload {input:ship}.",
    },
  },
  knowledge: { who: "You are a pilot.", tides: "Tides turn." },
};

function makeWorkspace(write: (folder: string) => void): TempWorkspace {
  const workspace = new TempWorkspace({ "README.md": "# Harbour\n" });
  workspace.initialize();
  write(workspace.root);
  return workspace;
}

const MESSAGE = `Tides turn.

<profile name="unload">
<description>Unload a ship</description>
<permissions>
fetch.knowledge.*
</permissions>
Unload Ada.
</profile>`;

Deno.test("the command line composes a profile for each provider", async () => {
  using workspace = makeWorkspace((root) => writeDossier(root, HARBOUR));
  const ask = async (...words: string[]) =>
    assertSuccess(
      await workspace.run(["compose", "--profile", "unload", "--input", "ship=Ada", ...words]),
    );
  assert.equal(await ask("--for", "text"), `You are a pilot.\n\n${MESSAGE}\n`);
  assert.deepEqual(JSON.parse(await ask("--for", "anthropic")), {
    system: "You are a pilot.",
    messages: [{ role: "user", content: MESSAGE }],
  });
  assert.deepEqual(JSON.parse(await ask()).messages.map(({ role }: { role: string }) => role), [
    ...["system", "user"],
  ]);
  const { events, chain } = JSON.parse(await ask("--json"));
  assert.deepEqual(events.systemPrompt.layers, ["who"]);
  assert.deepEqual(events.contextInjected.before, ["tides"]);
  assert.match(chain[1].origin.hash, /^[a-f0-9]{64}$/);
  assert.match(await ask("--tree"), /^fetch\n└── knowledge\n[^]* {4}├── tides\n {4}└── who\n$/);
});

Deno.test("the command line continues a thread, and refuses a changed one", async () => {
  using workspace = makeWorkspace((root) => writeDossier(root, HARBOUR));
  const lines = ['{"role":"user","content":"Go."}', '{"role":"assistant","content":"Went."}', ""];
  const text = lines.join("\n");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const payload = { "byte_offset": text.length, hash: new Uint8Array(digest).toHex() };
  const signed = `${text}${JSON.stringify({ event_type: "checkpoint", payload })}\n`;
  const words = [
    "compose",
    "--profile",
    "unload",
    "--input",
    "ship=Ada",
    "--resume",
    "thread.jsonl",
  ];
  const resume = async (transcript: string, ...more: string[]) => {
    workspace.write("thread.jsonl", transcript);
    return await workspace.run([...words, ...more]);
  };
  const { messages } = JSON.parse(assertSuccess(await resume(signed)));
  assert.deepEqual(messages.slice(1, 3), lines.slice(0, 2).map((line) => JSON.parse(line)));
  assert.match(messages[3].content, /continue from there/);
  assertFailure(await resume(signed.replace("Went", "Gone")), {
    code: 2,
    message: /was changed before the checkpoint in line 3/,
  });
  const more = `${signed}{"role":"user","content":"More."}\n`;
  assertFailure(await resume(more), { code: 2, message: /it has lines after its last checkpoint/ });
  assert.equal(JSON.parse(assertSuccess(await resume(more, "--lenient"))).messages.length, 5);
});

Deno.test("the command line lists, shows and checks profiles", async () => {
  using workspace = makeWorkspace((root) =>
    writeDossier(root, {
      ...HARBOUR,
      profiles: {
        ...HARBOUR.profiles,
        broken: "---\nextends: [a, b]\n---\n",
        gone: { extends: "nowhere" },
      },
    })
  );
  const list = assertSuccess(await workspace.run(["profile"]));
  assert.match(list, /^unload +base +project +Unload a ship$/m);
  assert.match(
    list,
    /^broken +- +Cannot use ".dossier\/profiles\/broken.md" as line 2, column 10 is wrong/m,
  );
  assert.match(list, /^dossier\/base-review +system /m);
  const shown = assertSuccess(await workspace.run(["profile", "show", "unload"]));
  assert.match(shown, /^ {2}base +project +\.dossier\/profiles\/base\.md$/m);
  assert.match(shown, /^ {2}ship +string +required$/m);
  assert.match(shown, /^ {2}system +who +base +project +\d+$/m);
  assert.match(shown, /^ {2}before +environment +hook +suppressed$/m);
  const { code, stdout } = await workspace.run(["profile", "check"]);
  assert.equal(code, 2);
  assert.match(stdout, /^error: broken: Cannot use /m);
  assert.match(stdout, /^error: gone: .*"nowhere" cannot be loaded/m);
  assert.match(stdout, /2 errors, 0 warnings$/m);
  assertSuccess(await workspace.run(["profile", "check", "unload"]));
});

Deno.test("profile show lists the tools that are not offered, and why", async () => {
  using workspace = makeWorkspace((root) => writeDossier(root, HARBOUR));
  workspace.write(".dossier/profiles/lift.md", "---\npermissions: [execute.tool.*]\n---\nLift.\n");
  workspace.write(".dossier/tools/crane.sh", "#!/bin/sh\n");
  const reason = 'it has no schema: write one into a comment that begins with "# tool:"';
  const shown = assertSuccess(await workspace.run(["profile", "show", "lift"]));
  assert.match(
    shown,
    new RegExp(`^tools that are not offered\n {2}crane +schema +${reason}$`, "m"),
  );
  const { palette } = JSON.parse(
    assertSuccess(await workspace.run(["profile", "show", "lift", "--json"])),
  );
  assert.deepEqual(palette.omitted, [{ itemId: "crane", reason: "schema", detail: reason }]);
  // Files and folders of this machine must not be shown.
  assert.equal(palette.tools, undefined);
});

Deno.test("profile show has the given inputs, and reports undeclared ones", async () => {
  using workspace = makeWorkspace((root) => writeDossier(root, HARBOUR));
  const shown = await workspace.run(
    ["profile", "show", "unload", "--input", "ship=Ada", "--input", "shop=Bo"],
  );
  assert.match(assertSuccess(shown), /^ {2}ship +string +"Ada"$/m);
  assert.equal(
    shown.stderr,
    'dossier: The profile "unload" does not declare the input "shop": only hooks see it\n',
  );
  workspace.write(".dossier/profiles/make.md", "---\ninputs: { constructor: {} }\n---\nMake.\n");
  const named = assertSuccess(await workspace.run(["profile", "show", "make"]));
  assert.match(named, /^ {2}constructor +string +optional$/m);
  assertFailure(await workspace.run(["profile", "check", "--input", "ship=Ada"]), {
    code: 2,
    message: /Cannot use --input with check/,
  });
});

Deno.test("the command line converts policies of Rye, and both are composed to the same", async () => {
  using workspace = makeWorkspace((root) => writeRye(root, HARBOUR));
  const compose = async () =>
    assertSuccess(
      await workspace.run([
        "compose",
        "--profile",
        "unload",
        "--input",
        "ship=Ada",
        "--words",
        "dossier",
      ]),
    );
  const before = await compose();
  const planned = assertSuccess(await workspace.run(["profile", "import", "--dry-run"]));
  assert.match(planned, /^would write \.dossier\/profiles\/unload\.md$/m);
  const wrote = assertSuccess(await workspace.run(["profile", "import"]));
  assert.equal(wrote, planned.replaceAll("would write", "wrote"));
  Deno.removeSync(`${workspace.root}/.ai`, { recursive: true });
  assert.equal(await compose(), before);
});

Deno.test("the command line refuses an invalid composition in one sentence", async () => {
  using workspace = makeWorkspace((root) => writeDossier(root, HARBOUR));
  const refusals: readonly (readonly [readonly string[], RegExp])[] = [
    [["compose"], /Cannot compose without a profile/],
    [["compose", "--profile", "unlaod"], /Cannot find the profile "unlaod": did you mean "unload"/],
    [["compose", "--profile", "../x"], /that is not an ID/],
    [["compose", "--profile", "unload"], /without the input "ship": add a value/],
    [["compose", "--profile", "unload", "--input", "ship"], /write NAME=VALUE/],
    [
      ["compose", "--profile", "base", "--resume", "none"],
      /Cannot read the transcript .* there is no such file/,
    ],
    [["compose", "--profile", "base", "--lenient"], /without --resume/],
    [["profile", "show"], /write list, show ID/],
    [["profile", "list", "--force"], /Cannot use --force with list/],
  ];
  for (const [words, message] of refusals) {
    assertFailure(await workspace.run(words), { code: 2, message });
  }
});
