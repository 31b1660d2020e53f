import assert from "node:assert/strict";
import { ROOT } from "./documents/document.ts";
import { copyFolder } from "./documents/run_document.ts";
import { HostedWorkspace } from "./system/hosted_workspace.ts";

/** Inputs of each profile of the repository. */
const REQUIRED = {
  "work/base": [],
  "work/feature": ["task=Mails name the reason"],
  "work/release": ["version=9.8.7"],
  "work/review": ["change=main..mails"],
};

/** Returns a workspace with the policies of the repository, and their sources. */
function copyPolicies(): HostedWorkspace {
  const workspace = new HostedWorkspace({ "AGENTS.md": Deno.readTextFileSync(`${ROOT}AGENTS.md`) });
  for (const folder of ["profiles", "knowledge", "tools"]) {
    copyFolder(`${ROOT}.dossier/${folder}`, workspace.path(`.dossier/${folder}`));
  }
  for (const name of ["hooks.yaml", "manifest.yaml"]) {
    workspace.write(`.dossier/${name}`, Deno.readTextFileSync(`${ROOT}.dossier/${name}`));
  }
  copyFolder(`${ROOT}docs/decisions`, workspace.path("docs/decisions"));
  return workspace;
}

Deno.test("profile check finds nothing in our own policies, and manifest check nothing in the manifest", async () => {
  using workspace = copyPolicies();
  const { stdout } = await workspace.run(["profile", "check", "--json"]);
  assert.deepEqual(JSON.parse(stdout).findings, []);
  assert.deepEqual(await workspace.run(["manifest", "check", "--strict"]), {
    code: 0,
    stderr: "",
    stdout: "The manifest has no problems.\n",
  });
});

Deno.test('our knowledge files equal the output of "deno task knowledge build"', async () => {
  using workspace = copyPolicies();
  const { stdout } = await workspace.run(["knowledge", "build", "--dry-run", "--json"]);
  const built: readonly { readonly id: string; readonly status: string }[] = JSON.parse(stdout);
  assert.deepEqual(
    built.filter(({ status }) => status !== "unchanged").map(({ id }) => id),
    [],
    'Run "deno task knowledge build"',
  );
});

for (const [profile, inputs] of Object.entries(REQUIRED)) {
  Deno.test(`${profile} is composed of the identity, its items, and the part of the program`, async () => {
    using workspace = copyPolicies();
    const given = [...inputs, "area=core"].flatMap((input) => ["--input", input]);
    const { code, stdout, stderr } = await workspace.run(
      ["compose", "--profile", profile, ...given, "--for", "text"],
    );
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^# For agents that work on dossier$/m);
    assert.match(stdout, /^<core id="areas\/core" type="knowledge">$/m);
    assert.match(stdout, new RegExp(`^<profile name="${profile}">$`, "m"));
    for (const input of inputs) assert.ok(stdout.includes(input.split("=")[1]!), input);
    assert.equal(stdout.includes("# 1. "), profile !== "work/release");
    assert.doesNotMatch(stdout, /\{input:|\$\{/);
  });
}

Deno.test("a reviewer may run the tests of a folder, but not the whole gate", async () => {
  using workspace = copyPolicies();
  const namesOf = async (profile: string) => {
    const { stdout } = await workspace.run(["profile", "show", profile, "--json"]);
    const { palette } = JSON.parse(stdout);
    return palette.definitions.map(({ name }: { readonly name: string }) => name);
  };
  assert.deepEqual(await namesOf("work/release"), ["tests_gate", "tests_quick", "profile_return"]);
  assert.deepEqual(await namesOf("work/review"), ["tests_quick", "profile_return"]);
});

Deno.test("examples/start_agent.ts prints the sources of a prompt", async () => {
  using workspace = copyPolicies();
  const example = `${ROOT}examples/start_agent.ts`;
  const start = async (...words: string[]) => {
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "--config", `${ROOT}deno.json`, example, ...words],
      cwd: workspace.root,
      env: { NO_COLOR: "1" },
    }).output();
    return [success, new TextDecoder().decode(stdout), new TextDecoder().decode(stderr)] as const;
  };
  const [, shownProfile] = await start(
    ".",
    "work/feature",
    "task=Mails name the reason",
    "area=cli",
  );
  assert.match(shownProfile, /^chain: dossier\/base-execute > work\/base > work\/feature$/m);
  assert.match(shownProfile, /^before: area, \d+ tokens, \.dossier\/knowledge\/areas\/cli\.md$/m);
  assert.match(shownProfile, /^tools: tests_gate, tests_quick, profile_return$/m);
  assert.deepEqual(await start(".", "work/feature"), [
    false,
    "",
    'invalid-inputs: Cannot compose the profile "work/feature" without the input "task": add a value\n',
  ]);
});
