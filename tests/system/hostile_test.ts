import assert from "node:assert/strict";
import { runHostile } from "../runs/hostile_runs.ts";
import { HOSTILE_CASES } from "../runs/hostile_cases.ts";

/** Quick cases, one of each kind; `deno task campaign:limits` has all. */
const QUICK: readonly (readonly [name: string, refusal: RegExp])[] = [
  [
    "300 hooks fetch 1 MB of knowledge",
    /texts must have at most 2000000 characters together: current value is \d+ where the hook \\"h1\\" fetches/,
  ],
  ["a text of expressions that stand for the body of the profile", /2000000 characters together/],
  ["hooks whose ids and parameters multiply an input", /2000000 characters together/],
  ["inputs that go a million levels deep", /nested too deeply/],
  ["1,000 sources, plugins and regular expressions of a manifest", /must have at most 100 entries/],
  ["links in circles, pipes, devices and files without content", /not a regular file/],
];

for (const [name, refusal] of QUICK) {
  Deno.test(`a server stays up: ${name}`, async () => {
    const hostile = HOSTILE_CASES.find((one) => one.name === name);
    assert.ok(hostile !== undefined);
    // The campaign checks times and memory, as this machine may be busy.
    const answers = await runHostile(hostile, { heap: 256 });
    for (const { request, status, other } of answers) {
      assert.ok(status !== 0 && status !== 500, `${request} was answered ${status}`);
      assert.ok(other < 30_000, `another tree was not answered after ${request}`);
    }
    assert.match(answers.map(({ detail }) => detail).join("\n"), refusal);
  });
}
