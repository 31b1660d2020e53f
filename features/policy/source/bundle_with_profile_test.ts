import type { Bundle, Omission } from "@dossier/core";
import { isContextError } from "@dossier/core/errors";
import { formatLocation } from "@dossier/core/fragment";
import { PROFILE_SHARE } from "../core/mod.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { writeDossier, writeRye, type WrittenPolicies } from "../../../tests/policy_trees.ts";
import { sampleSecrets } from "../../../tests/sample_secrets.ts";
import { codesOf, FORMATS, makeIssue, NO_EMBEDDER, render } from "../../../tests/task_fixture.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { POLICY_FEATURE } from "../feature.ts";
import type { ProfileOptions } from "./requested_profile.ts";
import { type Engine, openEngine } from "../../../retrieval/engine.ts";
import type { TaskOptions } from "../../../retrieval/answer/request.ts";

const CODE = {
  "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
  "src/send.py": "def send(file):\n    return file.upload()\n",
};

const POLICIES: WrittenPolicies = {
  profiles: {
    "review/base": {
      context: { system: ["voice"], before: ["threats"], after: ["checklist", "news"] },
    },
    "review/security": {
      extends: "review/base",
      category: "review",
      model: { tier: "large" },
      inputs: { ship: { required: true }, port: { default: "Oslo" } },
      context: { system: ["voice", "gone"], before: ["blank"], suppress: ["news"] },
      body: "Review {input:ship} in {input:port}.",
    },
  },
  knowledge: {
    voice: "---\nname: Voice\n---\n\nBe brief about uploads.\n",
    threats: "Uploads that retry without end.\n",
    checklist: "1. Who may upload?\n2. Who may retry?\n",
    news: "Nothing that anybody should read.\n",
    blank: "\n",
    rules: "In ${inputs.port} uploads are logged.\n",
  },
  files: {
    "hooks.yaml": JSON.stringify({
      hooks: [
        { id: "house", event: "start", position: "after", action: { fetch: "knowledge/rules" } },
        {
          id: "never",
          event: "start",
          condition: { any: [] },
          action: { fetch: "knowledge/news" },
        },
      ],
    }),
  },
};

const ASKED = { profile: "review/security", inputs: { ship: "Ada" } };

/**
 * A tree with policies, and its engine. There are no policies of the user, and only the system
 * policies that come with the program.
 */
async function use<Result>(
  write: (root: string) => void,
  work: (engine: Engine, workspace: TempWorkspace) => Promise<Result>,
): Promise<Result> {
  using workspace = new TempWorkspace(CODE);
  workspace.initialize();
  write(workspace.root);
  using engine = await openEngine({
    root: workspace.root,
    openEmbedder: NO_EMBEDDER,
    features: [POLICY_FEATURE],
  });
  return await work(engine, workspace);
}

const ask = (
  write: (root: string) => void,
  options: TaskOptions & ProfileOptions = {},
  query = "retry an upload",
): Promise<Bundle> =>
  use(write, (engine) => engine.context(query, { record: false, ...ASKED, ...options }));

const inOurForm = (root: string) => writeDossier(root, POLICIES);

/** Returns the texts of a profile in a bundle: the location, the kind and the reason of each. */
function listContributed({ fragments }: Bundle) {
  return fragments.filter(({ role }) => role === "profile")
    .map((one) => [one.position, formatLocation(one), one.reasons?.join(), one.text]);
}

const reasonsOf = (omitted: readonly Omission[]) =>
  omitted.filter(({ location }) => location === undefined)
    .map(({ source, reason }) => `${source} ${reason}`);

Deno.test("a bundle with a profile contains the texts of its chain and its hooks, and the code", async () => {
  const bundle = await ask(inOurForm);
  assert.deepEqual(listContributed(bundle), [
    ["system", "knowledge:voice", "profile review/base", "Be brief about uploads."],
    ["before", "profile:review/security", "profile review/security", "Review Ada in Oslo."],
    ["before", "knowledge:threats", "profile review/base", "Uploads that retry without end."],
    [
      "after",
      "knowledge:checklist",
      "profile review/base",
      "1. Who may upload?\n2. Who may retry?",
    ],
    ["after", "knowledge:rules", "hook house", bundle.fragments[4]?.text],
  ]);
  assert.match(bundle.fragments[4]?.text ?? "", /^<rules [^]*\nIn Oslo uploads are logged\.\n/);
  assert.ok(bundle.fragments.slice(0, 5).every(({ trust }) => trust === "project"));
  assert.deepEqual(
    bundle.sections.map(({ name, position, fragments }) => [name, position, fragments]).slice(0, 4),
    [
      ["profile-system", "system", 1],
      ["profile-before", "before", 2],
      ["profile-after", "after", 2],
      ["ranking", "before", 2],
    ],
  );
  assert.deepEqual(bundle.profile, {
    id: "review/security",
    inputs: { ship: "Ada", port: "Oslo" },
    chain: ["review/base", "review/security"],
  });
  assert.deepEqual(reasonsOf(bundle.omitted), [
    "knowledge:news suppressed",
    "knowledge:gone missing",
    "knowledge:blank empty",
  ]);
  assert.deepEqual(bundle.notes.filter(({ code }) => code === "profile-item"), [{
    code: "profile-item",
    message:
      'Nothing is included from "gone" for the profile review/security: there is no such item',
  }]);
});

Deno.test("a bundle without a profile is the same as before profiles existed", async () => {
  const plain = await use(() => {}, (engine) => engine.context("retry an upload"));
  const beside = await use(inOurForm, (engine) => engine.context("retry an upload"));
  assert.equal(beside.hash, plain.hash);
  assert.ok(!("profile" in plain));
});

Deno.test("a bundle shows lines of a profile once, even if the ranking proposes them too", async () => {
  const text = `${POLICIES.knowledge!.voice}\nRetry the upload of a file with send().\n`;
  const write = (root: string) => {
    writeRye(root, { knowledge: { voice: text, rules: POLICIES.knowledge!.rules! } });
    writeDossier(root, { profiles: POLICIES.profiles!, files: POLICIES.files! });
  };
  const query = "brief retry upload send logged";
  const bundle = await ask(write, {}, query);
  const [voice] = bundle.fragments;
  assert.equal(formatLocation(voice!), ".ai/knowledge/voice.md:5-7");
  assert.equal(voice?.text, "Be brief about uploads.\n\nRetry the upload of a file with send().");
  // An input is filled in, and the item still has the location of its lines.
  const rules = bundle.fragments.find(({ reasons }) => reasons?.[0] === "hook house");
  assert.equal(formatLocation(rules!), ".ai/knowledge/rules.md:1-1");
  assert.match(rules!.text, /In Oslo uploads are logged/);
  const shown = bundle.fragments.filter(({ location }) => location?.path.startsWith(".ai/"));
  const lines = shown.flatMap(({ location }) =>
    Array.from(
      { length: location!.endLine - location!.startLine + 1 },
      (_, at) => `${location!.path}:${location!.startLine + at}`,
    )
  );
  assert.equal(new Set(lines).size, lines.length);
  const plain = await use(write, (engine) => engine.context(query));
  assert.ok(plain.fragments.some(({ location }) => location?.path === ".ai/knowledge/voice.md"));
});

Deno.test("a bundle omits excluded files, even if a profile requests them", async () => {
  const write = (root: string) => {
    writeRye(root, { knowledge: { voice: "Be brief.", threats: "Be quick." } });
    writeDossier(root, { profiles: POLICIES.profiles! });
    Deno.writeTextFileSync(`${root}/.dossierignore`, ".ai/knowledge/voice.md\n");
  };
  const bundle = await ask(write);
  assert.deepEqual(listContributed(bundle).map(([, place]) => place), [
    "profile:review/security",
    ".ai/knowledge/threats.md:1-1",
  ]);
  assert.ok(reasonsOf(bundle.omitted).includes("knowledge:voice excluded"));
  assert.ok(bundle.notes.some(({ message }) =>
    message ===
      'Nothing is included from ".ai/knowledge/voice.md" for the profile review/base: an exclusion rule hides it'
  ));
});

Deno.test("a bundle states for each text of a profile whether it is from the project, the user or the system", async () => {
  using workspace = new TempWorkspace(CODE);
  using home = new TempWorkspace();
  const context = { system: ["voice", "house", "dossier/identity"] };
  writeDossier(workspace.root, {
    profiles: { review: { context, body: "" } },
    knowledge: { voice: "A." },
  });
  writeDossier(home.root, { knowledge: { voice: "B.", house: "C." } });
  using engine = await openEngine({
    root: workspace.root,
    openEmbedder: NO_EMBEDDER,
    spaces: { home: home.root },
    features: [POLICY_FEATURE],
  });
  const { fragments } = await engine.context("retry an upload", { profile: "review" });
  assert.deepEqual(
    fragments.filter(({ role }) => role === "profile").map(({ source, trust }) => [source, trust]),
    [
      ["knowledge:voice", "project"],
      ["knowledge:house", "user"],
      ["knowledge:dossier/identity", "system"],
    ],
  );
});

Deno.test("a bundle contains equal texts of a profile once", async () => {
  const bundle = await ask((root) =>
    writeDossier(root, {
      profiles: {
        "review/security": { context: { system: ["a"], before: ["a", "b"], after: ["c"] } },
      },
      knowledge: { a: "One.", b: "One.\n", c: "Two." },
    })
  );
  assert.deepEqual(listContributed(bundle).map(([, place]) => place), [
    "knowledge:a",
    "profile:review/security",
    "knowledge:c",
  ]);
  assert.deepEqual(reasonsOf(bundle.omitted), ["knowledge:b duplicate"]);
});

Deno.test("hooks route a profile by its inputs, its category and its model", async () => {
  const facts = {
    "inputs.ship": "Ada",
    category: "review",
    model: "large",
    profile: ASKED.profile,
  };
  for (const [path, value] of Object.entries(facts)) {
    const route = (wanted: string) => ({
      "hooks.yaml": JSON.stringify({
        hooks: [{
          id: "to-port",
          event: "route",
          condition: { path, value: wanted },
          action: { extend: "port" },
        }],
      }),
    });
    const profiles = { ...POLICIES.profiles, port: { context: { system: ["rules"] } } };
    const bundles = await Promise.all(
      [value, "other"].map((wanted) =>
        ask((root) => writeDossier(root, { ...POLICIES, profiles, files: route(wanted) }))
      ),
    );
    assert.deepEqual(bundles.map(({ profile }) => [profile?.chain[0], profile?.route]), [
      ["port", "to-port"],
      ["review/base", undefined],
    ]);
  }
});

Deno.test("the permissions of a profile do not change a bundle", async () => {
  const withRights = (permissions: readonly string[]) => ({
    ...POLICIES,
    profiles: {
      ...POLICIES.profiles,
      "review/base": { ...POLICIES.profiles!["review/base"] as object, permissions },
    },
  });
  const hashes = await Promise.all(
    [[], ["fetch.knowledge.*"], ["execute.tool.*"]].map(async (permissions) =>
      (await ask((root) => writeDossier(root, withRights(permissions)))).hash
    ),
  );
  assert.equal(new Set(hashes).size, 1);
});

Deno.test("a profile that cannot be used is a typed error, before there is an index", async () => {
  const signed = `<!-- dossier:signed:2026-01-02T03:04:05Z:${"0".repeat(64)} -->\nBe brief.\n`;
  const cases: readonly (readonly [string, WrittenPolicies, TaskOptions & ProfileOptions])[] = [
    ["profile-not-found", {}, { profile: "review/securty" }],
    ["invalid-item-id", {}, { profile: "../x" }],
    ["invalid-inputs", {}, { inputs: {} }],
    ["invalid-inputs", {}, { profile: undefined }],
    ["circular-profile", { profiles: { a: { extends: "b" }, b: { extends: "a" } } }, {
      profile: "a",
    }],
    ["tampered-item", { knowledge: { voice: signed } }, {}],
    ["invalid-profile", { profiles: { a: "---\nextends: [b]\n---\n" } }, { profile: "a" }],
  ];
  for (const [code, policies, options] of cases) {
    const write = (root: string) => {
      writeDossier(root, POLICIES);
      writeDossier(root, policies);
    };
    await use(write, async (engine) => {
      await assert.rejects(
        engine.context("retry", { ...ASKED, ...options }),
        (error) => isContextError(error) && error.code === code,
        code,
      );
      assert.equal((await engine.status()).documents, 0);
    });
  }
});

Deno.test("the record of a bundle with a profile names it, and restores the bundle byte for byte", async () => {
  const issue = makeIssue({ title: "Retry the upload", manifest: { primary: ["src/send.py"] } });
  await use(inOurForm, async (engine) => {
    for (const format of FORMATS) {
      for (
        const bundle of [
          await engine.contextForIssue(issue, { ...ASKED, format }),
          await engine.context("retry the upload", { ...ASKED, format }),
        ]
      ) {
        const record = await engine.findRecord(bundle.record!);
        assert.deepEqual(record?.request.profile, bundle.profile);
        assert.deepEqual(
          record?.fragments.filter(({ role }) => role === "profile").map((one) => one.reasons),
          bundle.fragments.filter(({ role }) => role === "profile").map((one) => one.reasons),
        );
        const text = await render(bundle, format);
        assert.deepEqual(await engine.renderRecord(bundle.record!), { text });
      }
    }
  });
});

Deno.test("a session does not get the texts of a profile twice", async () => {
  await use(inOurForm, async (engine) => {
    const give = () => engine.context("retry an upload", { ...ASKED, session: "s" });
    const first = await give();
    const second = await give();
    assert.equal(listContributed(first).length, 5);
    assert.deepEqual(listContributed(second), []);
    assert.ok(reasonsOf(second.omitted).includes("knowledge:voice already_present"));
  });
});

Deno.test("a bundle masks the secrets in the texts of a profile", async () => {
  const [secret = ""] = sampleSecrets(1).aws ?? [];
  const bundle = await ask((root) =>
    writeDossier(root, {
      ...POLICIES,
      knowledge: { ...POLICIES.knowledge, voice: `Use ${secret}` },
    })
  );
  assert.ok(!JSON.stringify(bundle).includes(secret));
});

Deno.test("a prompt is placed between the texts of a profile, or as the template requests", async () => {
  const issue = makeIssue({ title: "Retry the upload" });
  await use(inOurForm, async (engine, workspace) => {
    const ask = async () => {
      const bundle = await engine.contextForIssue(issue, { ...ASKED, format: "prompt" });
      const text = await render(bundle, "prompt");
      assert.deepEqual(await engine.renderRecord(bundle.record!), { text });
      return text;
    };
    assertInOrder(await ask(), [
      ...["Be brief", "Review Ada", "# Issue t-1: Retry", "# Code", "# End", "Who may retry"],
    ]);
    workspace.write(
      ".dossier/prompt.md",
      "{{#after}}First:\n{{after}}{{/after}}\n{{{title}}}\n{{code}}",
    );
    assertInOrder(await ask(), [
      ...["Be brief", "Review Ada", "First:", "Who may retry", "Retry the upload", "def send"],
    ]);
  });
});

function assertInOrder(text: string, parts: readonly string[]): void {
  const places = parts.map((part) => text.indexOf(part));
  assert.ok(places.every((place, at) => place > (places[at - 1] ?? -1)), `${places} in ${text}`);
}

const ITEMS = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 5 });

Deno.test("a bundle with a profile never exceeds its budget, nor half of it with texts of the profile, and omits suppressed ones", async () => {
  const knowledge = Object.fromEntries(
    ["a", "b", "c", "d", "e"].map((id, at) => [id, `Item ${id}. `.repeat(4 ** at)]),
  );
  await use(() => {}, async (engine, { root }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ system: ITEMS, before: ITEMS, after: ITEMS, suppress: ITEMS }), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.nat({ max: 3000 }),
        fc.constantFrom("markdown", "xml", "json"),
        async (contexts, budget, format) => {
          const profiles = Object.fromEntries(contexts.map((context, at) => [
            `p${at}`,
            { context, ...(at === 0 ? {} : { extends: `p${at - 1}` }) },
          ]));
          writeDossier(root, { profiles, knowledge });
          const profile = `p${contexts.length - 1}`;
          const bundle = await engine.context("retry an upload", {
            profile,
            budget,
            format,
            record: false,
          });
          assert.ok(bundle.budget.used <= budget);
          const said = bundle.fragments.filter(({ role }) => role === "profile");
          const spent = said.reduce((sum, { tokens }) => sum + tokens, 0);
          assert.ok(spent <= budget * PROFILE_SHARE, `${spent} of ${budget}`);
          const suppressed = new Set<string>(contexts.flatMap(({ suppress }) => suppress));
          assert.ok(!said.some(({ source }) => suppressed.has(source.split(":")[1]!)));
          const texts = said.map(({ text }) => text);
          assert.equal(new Set(texts).size, texts.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

Deno.test("a bundle with a profile has equal bytes, in whatever order its files were written", async () => {
  const reversed = <T>(values: Readonly<Record<string, T>> = {}) =>
    Object.fromEntries(Object.entries(values).reverse());
  const { profiles, knowledge, files } = POLICIES;
  const other = { profiles: reversed(profiles), knowledge: reversed(knowledge), files: files! };
  const texts = await Promise.all([POLICIES, other].map(async (policies) => {
    const bundle = await ask((root) => writeDossier(root, policies));
    return [bundle.hash, await render(bundle, "markdown"), await render(bundle, "xml")];
  }));
  assert.deepEqual(texts[1], texts[0]);
  assert.deepEqual(codesOf(await ask(inOurForm)), ["profile-item"]);
});
