import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { readClaims } from "./read_claims.ts";

const ROOTS = ["web", "api"];
const TOKEN = "token-of-more-than-16-characters";
const OTHER = "another-token-of-16-characters";

/** Reads a text as a file of tokens. */
async function read(text: string, token?: string) {
  using workspace = new TempWorkspace({ "tokens.yaml": text });
  Deno.chmodSync(workspace.path("tokens.yaml"), 0o600);
  return await readClaims(workspace.path("tokens.yaml"), { roots: ROOTS, token });
}

Deno.test("readClaims() gives each token the repositories that it names, and none without names", async () => {
  const claims = await read(
    `tokens:\n  - name: web\n    token: ${TOKEN}\n    repositories: [web]\n` +
      `  - name: all\n    token: ${OTHER}\n    repositories: all\n` +
      `  - name: nothing\n    token: ${OTHER}-x\n`,
  );
  assert.deepEqual(claims.map(({ name, repositories }) => [name, repositories]), [
    ["web", ["web"]],
    ["all", "all"],
    ["nothing", []],
  ]);
  assert.deepEqual(await readClaims(undefined, { roots: ROOTS, token: undefined }), []);
});

Deno.test("readClaims() refuses invalid files, and reveals no token", async () => {
  const entry = (more: string, name = "web") => `tokens:\n  - name: ${name}\n${more}`;
  const own = `    token: ${TOKEN}\n`;
  const problems: readonly (readonly [text: string, problem: RegExp])[] = [
    ["", /must have a list under "tokens"/],
    ["tokens: []\n", /must have a list under "tokens"/],
    [`tokens: ${TOKEN}\n`, /must have a list under "tokens"/],
    ["tokens: [\n", /must have a list under "tokens"/],
    [`tokens:\n  - ${TOKEN}\n`, /it is not a mapping/],
    [entry(""), /must have a "token"/],
    [entry("    token: short\n"), /at least 16 characters/],
    [entry(`    token: "${TOKEN} with spaces"\n`), /one line of letters/],
    [entry(own, '"a b"'), /its "name" must be/],
    [entry(`${own}    repositories: web\n`), /must be a list, or all/],
    [entry(`${own}    repositories: [web, nowhere]\n`), /names "nowhere", which is not served/],
    [entry(`${own}    repository: [web]\n`), /its only keys may be name, token, repositories/],
    [`${entry(own)}${entry(own, "b").slice("tokens:\n".length)}`, /is a duplicate/],
  ];
  for (const [text, problem] of problems) {
    await assert.rejects(read(text), (error: Error) => {
      assert.equal(error.name, "UsageError", text);
      assert.match(error.message, problem);
      assert.ok(!error.message.includes(TOKEN), error.message);
      return true;
    });
  }
  await assert.rejects(read(entry(own), TOKEN), /is a duplicate/);
});
