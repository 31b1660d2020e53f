import assert from "node:assert/strict";
import { noise } from "../../tests/sample_secrets.ts";
import { makeTree } from "../../tests/temp_tree.ts";
import { lstatOrUndefined } from "../machine/mod.ts";
import { runNameGuesser } from "./run_name_guesser.ts";
import type { NameGuesserOptions } from "./mod.ts";

const QUESTION = { question: "why does it give up so soon", map: "src/queue.ts\n  drainQueue" };

/** Returns the guesses of a `sh` script in its own folder, and its input. */
async function ask(
  script: string,
  { question = QUESTION, ...options }: Partial<NameGuesserOptions> & {
    readonly question?: typeof QUESTION;
  } = {},
) {
  using tree = makeTree({ "state/index.lock": "", "run/.keep": "" });
  const asked = await runNameGuesser(question, {
    command: ["sh", "-c", `cat > input; ${script}`],
    folder: `${tree.root}/run`,
    state: `${tree.root}/state`,
    ...options,
  });
  const input = lstatOrUndefined(`${tree.root}/run/input`) === undefined
    ? ""
    : Deno.readTextFileSync(`${tree.root}/run/input`);
  return { answer: asked.kind === "guessed" ? asked.names : asked.reason, input };
}

Deno.test("runNameGuesser() passes the instruction, the question and the map to a program, and reads its output", async () => {
  const { answer, input } = await ask("printf 'Names:\\n1. `retryUpload`\\n2. max_retries\\n'");
  assert.deepEqual(answer, ["retryUpload", "max_retries"]);
  assert.match(
    input,
    /^You help .+one a line.+\n\n# The question\n\nwhy does it give up so soon\n\n# The map\n\nsrc\/queue\.ts\n {2}drainQueue\n$/s,
  );
});

Deno.test("runNameGuesser() passes arguments unchanged, and variables", async () => {
  const command = ["sh", "-c", 'echo "$1" "$EXTRA"', "sh", "a;b*$HOME"];
  const { answer } = await ask("", { command, environment: { EXTRA: "more" } });
  assert.deepEqual(answer, ["a", "b*$HOME", "more"]);
});

Deno.test("runNameGuesser() masks secrets in the question, and returns no secret as a name", async () => {
  const secret = ["gh", "p_"].join("") + noise(36);
  const question = { ...QUESTION, question: `why is ${secret} refused` };
  const { answer, input } = await ask(`echo retry; echo ${secret}`, { question });
  assert.deepEqual(answer, ["retry"]);
  assert.ok(input.includes("why is «masked: github-token» refused") && !input.includes(secret));
});

Deno.test("runNameGuesser() passes only the start of a long question", async () => {
  const question = { ...QUESTION, question: `${"x".repeat(19_999)}😀 and more` };
  const { input } = await ask("echo a", { question });
  assert.ok(input.includes("x\ufffd\n\n# The map") && input.length < 21_000);
});

Deno.test("runNameGuesser() reports why there are no names, and the fix", async () => {
  const secret = ["gh", "p_"].join("") + noise(36);
  const cases: readonly (readonly [string, RegExp, Partial<NameGuesserOptions>?])[] = [
    ["exit 3", /^it exited with code 3: run it alone to see why$/],
    ["echo ' no \n key' >&2; exit 1", /^it exited with code 1 and reported: no key$/],
    [`echo ${secret} >&2; exit 1`, /^it exited with code 1 and reported: «masked: github-token»$/],
    ["kill -9 $$", /^it exited with code 137: run/],
    ["exit 0", /^it printed no names: run it alone to see why$/],
    ["echo 'I do not know what it could be called.'", /^it printed no names: /],
    ["yes retry", /^it printed more than 65536 bytes: make it print less$/],
    ["echo a; sleep 60", /^it took longer than 0\.3 s: choose a faster one$/, { timeLimitMs: 300 }],
    ["", /"no-such-program" was not found: [a-z]/, { command: ["no-such-program"] }],
    ["", /^this process may not run "python3": write "\S.* with-plugins" in front of /, {
      command: ["python3"],
    }],
    ["", /^its name is empty: name a program$/, { command: [] }],
  ];
  for (const [script, reason, options] of cases) {
    assert.match(String((await ask(script, options)).answer), reason, script);
  }
});

Deno.test("runNameGuesser() ends a program that takes too long, with its descendants", async () => {
  using tree = makeTree({ "state/index.lock": "" });
  const script = "(sleep 1; echo late > file) & sleep 60";
  const asked = await runNameGuesser(QUESTION, {
    command: ["sh", "-c", script],
    folder: tree.root,
    state: `${tree.root}/state`,
    timeLimitMs: 300,
  });
  assert.equal(asked.kind, "failed");
  await new Promise((resolve) => setTimeout(resolve, 1100));
  assert.equal(lstatOrUndefined(`${tree.root}/file`), undefined);
});

Deno.test("runNameGuesser() ends on request", async () => {
  const start = performance.now();
  const signal = AbortSignal.timeout(300);
  await assert.rejects(ask("sleep 20", { signal }), { code: "interrupted" });
  await assert.rejects(ask("sleep 20", { signal }), { code: "interrupted" });
  assert.ok(performance.now() - start < 10_000);
});

Deno.test("runNameGuesser() runs once for the same question and map, and again for another", async () => {
  using tree = makeTree({ "state/index.lock": "" });
  const state = `${tree.root}/state`;
  const run = (question = QUESTION, options: Partial<NameGuesserOptions> = {}) =>
    runNameGuesser(question, {
      command: ["sh", "-c", "echo x >> runs; echo name$(wc -l < runs)"],
      folder: tree.root,
      state,
      ...options,
    });
  const names = async (...given: Parameters<typeof run>) => {
    const asked = await run(...given);
    return asked.kind === "guessed" ? asked.names.join() : asked.reason;
  };
  assert.equal(await names(QUESTION, { isCached: false }), "name1");
  assert.equal(lstatOrUndefined(`${state}/names`), undefined);
  assert.equal(await names(), "name2");
  assert.equal(await names(), "name2");
  assert.equal(await names(QUESTION, { isCached: false }), "name2");
  assert.equal(await names({ ...QUESTION, question: "another" }), "name3");
  assert.equal(await names({ ...QUESTION, map: "another" }), "name4");
  const command = ["sh", "-c", "echo x >> runs; echo other$(wc -l < runs)"];
  assert.equal(await names(QUESTION, { command }), "other5");
  assert.equal(await names(), "name2");
  // A failed request is repeated.
  const failing = { command: ["sh", "-c", "echo x >> runs; test $(wc -l < runs) = 7 && echo ok"] };
  assert.match(await names(QUESTION, failing), /code 1/);
  assert.equal(await names(QUESTION, failing), "ok");
});
