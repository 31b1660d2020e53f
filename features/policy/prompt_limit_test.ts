import { MAX_PROMPT_CHARACTERS } from "./core/mod.ts";
import assert from "node:assert/strict";
import { composeIn, refused } from "../../tests/composed_policies.ts";
import { makePolicyTree, writeDossier } from "../../tests/policy_trees.ts";
import { listProfiles, openPolicies } from "./mod.ts";

const BIG = "x".repeat(500_000);

/** Returns hooks that each fetch one item at an event. */
function fetchMany(count: number, event: string, id = "big"): string {
  const one = (at: number) =>
    `  - id: h${at}\n    event: ${event}\n    wrap: false\n    action: { fetch: "knowledge/${id}" }\n`;
  return `hooks:\n${Array.from({ length: count }, (_, at) => one(at)).join("")}`;
}

function tooLarge(where: string): ReturnType<typeof refused> {
  const sentence =
    '^Cannot compose the profile "o" as its texts must have at most 2000000 characters ' +
    `together: current value is \\d+ where ${where}; use fewer or shorter texts$`;
  return refused("prompt-too-large", new RegExp(sentence));
}

const COMPOSE = { profile: "o" };

Deno.test("composeProfile() returns a prompt with exactly the maximum of characters, and rejects one more", async () => {
  const rest = MAX_PROMPT_CHARACTERS - 3 * BIG.length;
  const compose = (last: number) =>
    composeIn("dossier", {
      project: {
        profiles: { o: { context: { system: ["big", "b", "c"], before: ["d"] } } },
        knowledge: { big: BIG, b: BIG, c: BIG, d: "x".repeat(last) },
      },
    }, COMPOSE);
  // The profile itself takes some hundred characters, mostly for the path of its file.
  const { system } = await compose(rest - 2000);
  assert.equal(system.length, 3 * BIG.length + 4);
  await assert.rejects(
    compose(rest),
    tooLarge('the profile "o" asks for "\\.dossier/knowledge/d\\.md"'),
  );
});

Deno.test("composeProfile() rejects a long text of hooks or chains, and names the file", async () => {
  for (const event of ["system", "start"]) {
    await assert.rejects(
      composeIn("dossier", {
        project: {
          profiles: { o: {} },
          knowledge: { big: BIG },
          files: { "hooks.yaml": fetchMany(5, event) },
        },
      }, COMPOSE),
      tooLarge('the hook "h3" fetches "\\.dossier/knowledge/big\\.md"'),
    );
  }
  const chain = Object.fromEntries(
    ["o", "a", "b", "c", "d"].map((id, at, ids) => {
      const parent = ids[at + 1];
      return [id, { body: BIG, ...(parent === undefined ? {} : { extends: parent }) }];
    }),
  );
  await assert.rejects(
    composeIn("dossier", { project: { profiles: chain } }, COMPOSE),
    refused("prompt-too-large", /where "\.dossier\/profiles\/c\.md" is in the chain of "o"/),
  );
});

Deno.test("composeProfile() rejects a text that expressions multiply before it is joined", async () => {
  const inputs = { a: "y".repeat(100_000) };
  const start = performance.now();
  for (
    const [body, text, id] of [
      ["{input:a}".repeat(50_000), "k", "big"],
      ["Do it.", "${inputs.a}".repeat(50_000), "big"],
      ["Do it.", "${inputs} ".repeat(50_000), "big"],
      ["Do it.", "k", "${inputs.a}".repeat(5_000)],
    ] as const
  ) {
    await assert.rejects(
      composeIn("dossier", {
        project: {
          profiles: { o: { body, inputs: { a: {} } } },
          knowledge: { big: text },
          files: { "hooks.yaml": fetchMany(1, "start", id) },
        },
      }, { profile: "o", inputs }),
      refused("prompt-too-large", /current value is 2\d{6} where /),
    );
  }
  assert.ok(performance.now() - start < 2000);
});

Deno.test("listProfiles() names the profiles that it does not read, as those before them are too large", async () => {
  using tree = makePolicyTree();
  const profiles = Object.fromEntries(
    ["a", "b", "c", "d", "e", "f"].map((id) => [id, { body: "x".repeat(450_000) }]),
  );
  writeDossier(tree.root, { profiles: { ...profiles, z: { description: "Small" } } });
  const listed = (await listProfiles(openPolicies(tree))).filter(({ id }) => id.length === 1);
  assert.deepEqual(listed.flatMap(({ id, fault }) => fault === undefined ? [id] : []), [
    ..."abcdz",
  ]);
  assert.match(
    listed.find(({ id }) => id === "f")?.fault ?? "",
    /^Cannot read "\.dossier\/profiles\/f\.md" for the list as all files of its kind may have at most 2097152 bytes together, and those before it have 1\d{6}: /,
  );
});
