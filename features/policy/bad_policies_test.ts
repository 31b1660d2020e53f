import { isContextError } from "@dossier/core";
import assert from "node:assert/strict";
import { noise } from "../../tests/sample_secrets.ts";
import { checkItemId } from "./core/mod.ts";
import fc from "fast-check";
import { composeIn, FORMS, refused } from "../../tests/composed_policies.ts";
import {
  makePolicyTree,
  writeDossier,
  writeRye,
  type WrittenPolicies,
  type WrittenProfile,
} from "../../tests/policy_trees.ts";
import {
  checkPolicies,
  composeProfile,
  importPolicies,
  listProfiles,
  openPolicies,
} from "./mod.ts";

const front = (yaml: string) => `---\n${yaml}\n---\n\nBody.\n`;

Deno.test("an invalid front matter is reported in one sentence with file, line and column", async () => {
  const bomb = `a: &a [x, x]\n${
    Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [*a, *a]`).join("\n")
  }`;
  const cases: readonly (readonly [string, RegExp])[] = [
    ["---\nextends: a\n", /line 1, column 1 is wrong: its front matter is not closed/],
    [front("extends: [a, b]"), /line 2, column 10 is wrong: "extends" must be text/],
    [front("a: b: c"), /line 2, column 4 is wrong: /],
    [front("- a"), /line 2, column 1 is wrong: it must be a mapping/],
    [
      front("limits:\n  turns: many"),
      /line 3, column 10 is wrong: "limits" must be a mapping of numbers/,
    ],
    [
      front("permissions: [{a: b}]"),
      /line 2, column 15 is wrong: "permissions" must be a list of texts/,
    ],
    [front("extends: a\nextends: b"), /line 3, column 1 is wrong: Map keys must be unique/],
    [front(`hooks: ${"[".repeat(300)}${"]".repeat(300)}`), /levels/],
    [
      front(`x: &x [1]\nhooks: *x`),
      /line 3, column 8 is wrong: aliases are not supported here/,
    ],
    [front("a: b\n".repeat(40_000)), /its YAML must have at most 131072 characters: it has \d+/],
    [front(`description: \0`), /it is not UTF-8 text/],
  ];
  for (const [text, sentence] of cases) {
    const project = { profiles: { a: text } };
    await assert.rejects(
      composeIn("dossier", { project }, { profile: "a" }),
      refused("invalid-profile", sentence),
      text.slice(0, 60),
    );
  }
  // An expression that no text uses is skipped, however large its value would be.
  const { notes } = await composeIn("dossier", { project: { profiles: { a: front(bomb) } } }, {
    profile: "a",
  });
  assert.match(notes[0] ?? "", /^\.dossier\/profiles\/a\.md:2:1: there is no "a" here/);
  await assert.rejects(
    composeIn("dossier", { project: { profiles: { a: front("permissions: [delete.x]") } } }, {
      profile: "a",
    }),
    refused("invalid-capability", /"\.dossier\/profiles\/a\.md", line 2, column 15/),
  );
});

Deno.test("an unknown key of an acknowledgement is reported with its location", async () => {
  const text = front("acknowledge:\n  - { risk: elevated, resaon: We know }");
  const { notes } = await composeIn("dossier", { project: { profiles: { a: text } } }, {
    profile: "a",
  });
  assert.deepEqual(notes, [
    '.dossier/profiles/a.md:3:23: there is no "resaon" here: it is ignored',
  ]);
});

Deno.test("a comma that splits an unquoted description is reported", async () => {
  const text = front("outputs:\n  left: { type: string, description: What is left, and why }");
  const { notes } = await composeIn("dossier", { project: { profiles: { a: text } } }, {
    profile: "a",
  });
  assert.deepEqual(notes, [
    '.dossier/profiles/a.md:3:52: there is no "and why" here: it is ignored',
  ]);
});

for (const form of FORMS) {
  const test = (name: string, run: () => Promise<void>) => Deno.test(`${name} (${form})`, run);
  const write = form === "rye" ? writeRye : writeDossier;
  const folder = form === "rye" ? ".ai" : ".dossier";
  const profiles = form === "rye" ? "directives" : "profiles";

  test("a chain of a thousand profiles is composed", async () => {
    const chain: Record<string, WrittenProfile> = { p1000: {} };
    for (let at = 0; at < 1000; at += 1) chain[`p${at}`] = { extends: `p${at + 1}` };
    const composed = await composeIn(form, { project: { profiles: chain } }, { profile: "p0" });
    assert.equal(composed.chain.length, 1001);
  });

  test("a profile that suppresses itself and what it asks for is composed without it", async () => {
    const { blocks, skipped } = await composeIn(form, {
      project: {
        profiles: { leaf: { context: { system: ["who"], suppress: ["leaf", "who"] } } },
        knowledge: { who: "Me." },
      },
    }, { profile: "leaf" });
    assert.deepEqual([blocks, skipped.map(({ reason }) => reason)], [[], ["suppressed"]]);
  });

  test("what is no readable text is left out of a prompt, and a profile of it fails", async () => {
    using tree = makePolicyTree();
    const ids = ["folder", "link", "way/out", "binary", "large", "fine"];
    write(tree.root, {
      profiles: { leaf: { context: { system: ids } } },
      knowledge: { fine: "Fine.", binary: "a\0b", large: "x".repeat(1024 * 1024 + 1) },
    });
    const knowledge = `${tree.root}/${folder}/knowledge`;
    Deno.mkdirSync(`${knowledge}/folder.md`);
    Deno.writeTextFileSync(`${tree.home}/secret.md`, "Secret.");
    Deno.symlinkSync(`${tree.home}/secret.md`, `${knowledge}/link.md`);
    Deno.mkdirSync(`${tree.home}/elsewhere`);
    Deno.writeTextFileSync(`${tree.home}/elsewhere/out.md`, "Out.");
    Deno.symlinkSync(`${tree.home}/elsewhere`, `${knowledge}/way`);
    Deno.symlinkSync(`${tree.home}/secret.md`, `${tree.root}/${folder}/${profiles}/linked.md`);
    const policies = openPolicies(tree);
    const { system, skipped } = await composeProfile({ profile: "leaf" }, policies);
    assert.equal(system, "Fine.");
    assert.deepEqual(
      skipped.map(({ id, reason, detail = "" }) => [id, reason, detail.split(" as it ")[1]]),
      [
        ["folder", "failed", "is not a regular file but a folder: replace it by a file"],
        ["link", "failed", "is not a regular file but a symbolic link: replace it by a file"],
        ["way/out", "failed", undefined],
        ["binary", "failed", "is not UTF-8 text: save it as UTF-8 text"],
        ["large", "failed", "is larger than 1048576 bytes (it has 1048577): make it smaller"],
      ],
    );
    await assert.rejects(
      composeProfile({ profile: "linked" }, policies),
      refused("invalid-profile", /linked\.md" as it is not a regular file but a symbolic link/),
    );
    const { findings } = await checkPolicies(openPolicies(tree));
    assert.equal(findings.filter(({ level }) => level === "warning").length, 5);
  });

  test("a user space that cannot be read is left out with a note", async () => {
    using tree = makePolicyTree();
    write(tree.root, { profiles: { leaf: {} } });
    Deno.writeTextFileSync(`${tree.home}/${folder}`, "a file");
    const { notes } = await composeProfile({ profile: "leaf" }, openPolicies(tree));
    assert.deepEqual(notes, [
      `The user space "${tree.home}/${folder}" is omitted as it is not a folder: replace it by a folder`,
    ]);
  });

  test("a project whose folder is a link is left out with a note", async () => {
    using tree = makePolicyTree();
    write(tree.home, { profiles: { leaf: {} } });
    Deno.symlinkSync(`${tree.home}/${folder}`, `${tree.root}/${folder}`);
    const policies = openPolicies({ root: tree.root });
    assert.match(policies.notes[0] ?? "", /project space .* is omitted as it is a symbolic link/);
    await assert.rejects(policies.loadProfile("leaf"), refused("profile-not-found", /"leaf"/));
  });

  test("a broken file of hooks or settings fails with its place", async () => {
    const [hooks, settings] = form === "rye"
      ? ["config/agent/hooks.yaml", "config/agent/resilience.yaml"]
      : ["hooks.yaml", "policy.yaml"];
    const run = (files: Readonly<Record<string, string>>) =>
      composeIn(form, { project: { profiles: { leaf: {} }, files } }, { profile: "leaf" });
    await assert.rejects(
      run({ [hooks]: "hooks:\n  - [a" }),
      refused("invalid-hooks", /hooks\.yaml" as line \d+, column \d+ is wrong/),
    );
    await assert.rejects(run({ [hooks]: "hooks: {}" }), refused("invalid-hooks", /must be a list/));
    await assert.rejects(
      run({ [settings]: "a: b: c" }),
      refused("invalid-policy", /line 1, column 4 is wrong/),
    );
    const { notes } = await run({ [hooks]: "hooks: [1, {id: a}]", [settings]: "dedupe: never\n" });
    assert.equal(notes.length, 3, notes.join("\n"));
    const signed = `# ${form === "rye" ? "rye" : "dossier"}:signed:2031-01-02T03:04:05Z:${
      "1".repeat(64)
    }`;
    await assert.rejects(
      run({ [hooks]: `${signed}\nhooks: []\n` }),
      refused("tampered-item", /hooks\.yaml/),
    );
  });

  test("a hash that matches is said to be unverified", async () => {
    const body = form === "rye" ? "```yaml\ntitle: T\n```\nMe.\n" : "Me.\n";
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
    const hash = new Uint8Array(digest).toHex();
    const vendor = form === "rye" ? "rye" : "dossier";
    const { system, blocks: [block] } = await composeIn(form, {
      project: {
        profiles: { leaf: { context: { system: ["who"] } } },
        knowledge: { who: `<!-- ${vendor}:signed:2031-01-02T03:04:05Z:${hash} -->\n${body}` },
      },
    }, { profile: "leaf" });
    assert.deepEqual([system, block?.origin.signature], ["Me.", "unverified"]);
  });
}

const ID = fc.constantFrom("a", "b", "c/d", "c/e");
const LIST = fc.array(ID, { maxLength: 3 });
const PROFILE: fc.Arbitrary<WrittenProfile> = fc.record({
  description: fc.constantFrom("", "Do it", "A & B"),
  category: fc.constantFrom("", "demo"),
  permissions: fc.subarray(["fetch.*", "execute.tool.x.*", "sign.knowledge.y"]),
  context: fc.record({
    system: LIST,
    before: LIST,
    after: LIST,
    suppress: fc.array(ID, { maxLength: 1 }),
  }),
  body: fc.constantFrom("Go.", "Go {input:x}.\n\nAnd on."),
  outputs: fc.subarray(["tons", "remark"]),
}, { requiredKeys: [] });

/** A chain of three profiles, with some of the items that they request. */
const POLICIES: fc.Arbitrary<WrittenPolicies> = fc.record({
  profiles: fc.tuple(PROFILE, PROFILE, PROFILE).map(([root, middle, leaf]) => ({
    root,
    "m/middle": { ...middle, extends: "root" },
    leaf: { ...leaf, extends: "m/middle" },
  })),
  knowledge: fc.subarray(["a", "b", "c/d", "c/e"])
    .map((ids) => Object.fromEntries(ids.map((id) => [id, `Of ${id}.`]))),
});

Deno.test("two notations of one policy, and its import, have equal bytes", async () => {
  await fc.assert(
    fc.asyncProperty(
      POLICIES,
      fc.constantFrom("dossier" as const, "rye" as const),
      async (policies, words) => {
        using tree = makePolicyTree();
        const { root } = tree;
        const request = { profile: "leaf", inputs: { x: "1" }, words };
        const compose = async () => {
          const policies = openPolicies({ root });
          const { system, messages, events, palette } = await composeProfile(request, policies);
          return JSON.stringify([system, messages, events, palette.definitions]);
        };
        writeDossier(root, policies);
        const dossier = await compose();
        Deno.removeSync(`${root}/.dossier`, { recursive: true });
        writeRye(root, policies);
        assert.equal(await compose(), dossier);
        if (words === "rye") return;
        const { refused } = await importPolicies({ root });
        assert.deepEqual(refused, []);
        Deno.removeSync(`${root}/.ai`, { recursive: true });
        assert.equal(await compose(), dossier);
      },
    ),
    { numRuns: 25 },
  );
});

Deno.test("nothing suppressed appears, whatever a policy says", async () => {
  await fc.assert(
    fc.asyncProperty(
      POLICIES,
      fc.constantFrom("budgeted", "unbudgeted"),
      async (policies, compose) => {
        const project = { ...policies, files: { "policy.yaml": `compose: ${compose}\n` } };
        const { chain, blocks, messages, system } = await composeIn("dossier", { project }, {
          profile: "leaf",
          inputs: { x: "1" },
        });
        const suppressed = chain.flatMap(({ context }) => context?.suppress ?? []);
        const text = system + messages.map(({ content }) => content).join();
        for (const id of suppressed) {
          assert.ok(!text.includes(`Of ${id}.`));
          assert.ok(blocks.every((block) => block.id !== id));
        }
      },
    ),
    { numRuns: 40 },
  );
});

Deno.test("compositions and lists do not depend on the order in which files were written", async () => {
  const policies: WrittenPolicies = {
    profiles: { b: { context: { system: ["x", "y"] } }, a: { extends: "b" }, "c/d": {}, "c/a": {} },
    knowledge: { x: "X", y: "Y", z: "Z" },
  };
  const reversed = (record: object) => Object.fromEntries(Object.entries(record).reverse());
  const run = async (written: WrittenPolicies) => {
    using tree = makePolicyTree();
    writeDossier(tree.root, written);
    const policies = openPolicies(tree);
    const listed = (await listProfiles(policies)).map(({ id }) => id);
    const { system, messages, palette } = await composeProfile({ profile: "a" }, policies);
    return JSON.stringify([listed, system, messages, palette.tree]).replaceAll(tree.root, "ROOT");
  };
  const { profiles = {}, knowledge = {} } = policies;
  assert.equal(
    await run({ profiles: reversed(profiles) as typeof profiles, knowledge: reversed(knowledge) }),
    await run(policies),
  );
});

Deno.test("listProfiles() describes profiles without secrets", async () => {
  const token = noise(24);
  using tree = makePolicyTree();
  writeDossier(tree.root, { profiles: { a: { description: `with token=${token}` } } });
  const [listed] = await listProfiles(openPolicies(tree));
  assert.match(listed!.description, /^with token=«masked: /);
});

Deno.test("importPolicies() follows no link, and keeps existing files", async () => {
  using tree = makePolicyTree();
  writeRye(tree.root, { profiles: { a: {} }, knowledge: { k: "K" } });
  Deno.mkdirSync(`${tree.root}/.dossier`);
  Deno.symlinkSync(tree.home, `${tree.root}/.dossier/profiles`);
  await assert.rejects(
    importPolicies({ root: tree.root }),
    (error) =>
      isContextError(error) && /"\.dossier\/profiles" is a symbolic link/.test(error.message),
  );
  assert.deepEqual([...Deno.readDirSync(tree.home)], []);
  Deno.removeSync(`${tree.root}/.dossier/profiles`);
  writeDossier(tree.root, { knowledge: { k: "Mine" } });
  const imported = await importPolicies({ root: tree.root });
  assert.deepEqual([imported.written, imported.kept], [[".dossier/profiles/a.md"], [
    ".dossier/knowledge/k.md",
  ]]);
  const forced = await importPolicies({ root: tree.root, force: true });
  assert.deepEqual(forced.kept, []);
});

Deno.test("a profile of more items than files may be open is composed", async () => {
  const ids = Array.from({ length: 1500 }, (_, at) => `k${at}`);
  const { blocks, skipped } = await composeIn("dossier", {
    project: {
      profiles: { leaf: { context: { before: ids } } },
      knowledge: Object.fromEntries(ids.map((id) => [id, `Of ${id}.`])),
    },
  }, { profile: "leaf" });
  assert.deepEqual([blocks.length, skipped.length], [1500, 0]);
});

Deno.test("checkPolicies() reports a missing item of a hook once for all profiles", async () => {
  using tree = makePolicyTree();
  writeDossier(tree.root, { profiles: { one: {}, two: {} } });
  const hook = "{ id: h, event: start, action: { fetch: 'teams/${inputs.team}' } }";
  Deno.writeTextFileSync(`${tree.root}/.dossier/hooks.yaml`, `hooks: [${hook}]\n`);
  const { findings } = await checkPolicies(openPolicies(tree));
  const message = '"h" is omitted as its ID contains "${inputs.team}": it has no value';
  assert.deepEqual(findings, [{ level: "warning", message }]);
});

Deno.test("checkPolicies() reports a problem of a shared file once", async () => {
  for (
    const [file, text, sentence] of [
      ["policy.yaml", "compose: [", /^Cannot use "\.dossier\/policy\.yaml" as line 1, column /],
      [
        "policy.yaml",
        "capability_risk: { '*': x }",
        /^Cannot read the risks of "\.dossier\/policy/,
      ],
      ["hooks.yaml", "hooks: [", /^Cannot use "\.dossier\/hooks\.yaml" as line 1, column /],
    ] as const
  ) {
    using tree = makePolicyTree();
    writeDossier(tree.root, { profiles: { one: {}, two: {} }, files: { [file]: text } });
    const { findings } = await checkPolicies(openPolicies(tree));
    assert.deepEqual(findings.map(({ level, id }) => [level, id]), [["error", undefined]]);
    assert.match(findings[0]!.message, sentence);
  }
});

Deno.test("checkPolicies() reports a fact about a file once, and names the item with a secret", async () => {
  using tree = makePolicyTree();
  const body = "Use ghp_16C7e42F292c6912E7710c838347Ae178B4a.";
  writeDossier(tree.root, { profiles: { bold: { body }, plain: {} } });
  Deno.writeTextFileSync(`${tree.root}/.dossier/hooks.yaml`, "hooks: [{ event: begin }]\n");
  const { findings } = await checkPolicies(openPolicies(tree));
  const place = '".dossier/hooks.yaml", hooks[0]';
  assert.deepEqual(findings, [
    {
      level: "warning",
      id: "bold",
      message:
        '".dossier/profiles/bold.md" contains a secret, which is masked in every prompt: remove it',
    },
    {
      level: "warning",
      message: `The hook at ${place} never runs as there is no event "begin": ` +
        "use route, system, start or continue",
    },
  ]);
});

Deno.test("files that are not found because of the limits of a folder are reported", () => {
  using tree = makePolicyTree();
  const deep = "a/".repeat(34);
  writeDossier(tree.root, {
    knowledge: { [`${deep}far`]: "Far.", [`${"a/".repeat(32)}near`]: "Near." },
  });
  const policies = openPolicies(tree);
  assert.ok(policies.listKnowledge().some((id) => id.endsWith("near")));
  assert.ok(!policies.listKnowledge().some((id) => id.endsWith("far")));
  assert.deepEqual(policies.notes, [
    `".dossier/knowledge/${
      "a/".repeat(32)
    }a" is skipped as it is more than 32 folders deep: move it to a higher folder`,
  ]);
});

Deno.test("a rejection by a limit states the limit and the actual value", async () => {
  using tree = makePolicyTree();
  const capability = `execute.tool.${"a".repeat(2000)}`;
  writeDossier(tree.root, { profiles: { long: { permissions: [capability] } } });
  const policies = openPolicies(tree);
  await assert.rejects(
    policies.loadProfile("long"),
    refused("invalid-capability", /must have at most 1024 characters: it has 2013$/),
  );
  assert.throws(
    () => checkItemId("a".repeat(2000), "profile"),
    refused("invalid-item-id", /an id must have at most 1024 characters: it has 2000$/),
  );
});
