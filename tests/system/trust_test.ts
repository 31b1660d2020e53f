import assert from "node:assert/strict";
import { TempWorkspace } from "../temp_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

const PRIVATE = "only for the user's eyes";

/** Clone that requests a file of the user, a program and an address. */
function makeClone(): TempWorkspace {
  const workspace = new TempWorkspace({
    ".dossier/manifest.yaml":
      "version: 1\nidentity:\n  - {uri: 'path:n.md', allow_external: true}\n",
    ".dossier/config.yaml": "names: {command: /bin/none}\n",
    "../home/notes.txt": PRIVATE,
  });
  Deno.symlinkSync("../home/notes.txt", workspace.path("n.md"));
  return workspace;
}

Deno.test("trust lists the requests of a clone, grants them, and revokes them", async () => {
  using workspace = makeClone();
  const run = async (...words: string[]) => assertSuccess(await workspace.run(words));
  const tiers = () => run("context", "--tiers", "all", "notes");
  const target = Deno.realPathSync(workspace.path("n.md"));
  const list = (state: string) =>
    `${state}  .dossier/config.yaml:1: names.command, to reach "/bin/none"\n` +
    `${state}  .dossier/manifest.yaml:3: allow_external of path:n.md, to reach "${target}"\n`;
  assert.equal(await run("trust"), list("not granted"));
  assert.ok(!(await tiers()).includes(PRIVATE));
  assertFailure(await workspace.run(["trust", "accept"]), {
    code: 2,
    message: /not a terminal.*--yes/,
  });
  assert.equal(await run("trust"), list("not granted"));

  const granted = await run("trust", "accept", "--yes");
  assert.ok(
    granted.endsWith(
      "Granted for the present content of these files and for these targets only.\n",
    ),
  );
  const { mode } = Deno.statSync(`${workspace.config}/dossier/trusted.json`);
  assert.equal(mode! & 0o777, 0o600);
  assert.equal(await run("trust"), list("granted    "));
  assert.ok((await tiers()).includes(PRIVATE));
  assert.match(await run("config"), /^names\.command +\.dossier\/config\.yaml:1 +"\/bin\/none"$/m);

  assert.equal(await run("trust", "revoke"), "2 grants are revoked.\n");
  assert.ok(!(await tiers()).includes(PRIVATE));
  assert.equal(await run("trust", "revoke"), "Nothing was granted to this repository.\n");
});

Deno.test("manifest check lists requests, and how to grant them", async () => {
  using workspace = makeClone();
  const { code, stdout } = await workspace.run(["manifest", "check", "--strict"]);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^warning \(not_granted\): path:n\.md requests allow_external in line 3.* trust accept"$/m,
  );
});

Deno.test("trust lists nothing for a repository without requests, and refuses other operands", async () => {
  using workspace = new TempWorkspace({ "a.ts": "" });
  assert.match(
    assertSuccess(await workspace.run(["trust"])),
    /requests nothing that only you may grant\.\n$/,
  );
  for (const words of [["trust", "all"], ["trust", "accept", "x"], ["trust", "--yes"]]) {
    assertFailure(await workspace.run(words), { code: 2, message: /^dossier: Cannot use / });
  }
  const { settings, userOnly } = JSON.parse(
    assertSuccess(await workspace.run(["config", "--json"])),
  );
  assert.deepEqual(Object.keys(userOnly).sort(), Object.keys(settings).sort());
  assert.equal(userOnly["names.command"], "any value");
});
