import assert from "node:assert/strict";
import fc from "fast-check";
import { BLUE_FORM, DOSSIER_FORM, emptyManifest } from "./core/mod.ts";
import { parseManifest } from "./parse_manifest.ts";

const SAMPLE = `version: 1
generated_at: 2031-04-05T06:07:08Z
source_commit: f00ba4
identity:
  max_tokens: 450
  sources:
    - uri: blue://docs/adrs/
      label: Decisions
    - uri: blue://context/voice
workflow:
  max_tokens: 1800
  sources:
    - uri: blue://docs/rfcs/{active}
    - uri: blue://state/active-tasks
      label: Open tasks
    - uri: blue://docs/runbooks/release
      allow_external: true
  refresh_triggers:
    - on_rfc_change
    - every_6_turns
    - on_tool_call: deploy
reference:
  max_tokens: 3500
  staleness_days: 21
  graph: blue://context/relevance
plugins:
  - uri: blue://tickets/
    provides: [ticket-context]
    salience_triggers:
      - commit_msg_pattern: "^[A-Z]{2,5}-[0-9]+"
      - file_annotation: "@ticket"
`;

function parse(text: string) {
  return parseManifest(text, { form: BLUE_FORM });
}

/** Returns the problems of a manifest with this text after its version. */
async function problemsOf(text: string): Promise<readonly string[]> {
  return (await parse(`version: 1\n${text}`)).problems
    .map(({ level, line, column, message }) =>
      `${level} ${line}:${column} ${message.replace(/^.*?: /, "")}`
    );
}

Deno.test("B-1: a manifest is read with its own numbers", async () => {
  const source = { allowExternal: false, allowSensitive: false };
  const { manifest, problems } = await parse(SAMPLE);
  assert.deepEqual(problems, []);
  assert.deepEqual(manifest, {
    ...emptyManifest(),
    generatedAt: "2031-04-05T06:07:08Z",
    sourceCommit: "f00ba4",
    identity: {
      maxTokens: 450,
      sources: [
        { ...source, uri: "blue://docs/adrs/", label: "Decisions" },
        { ...source, uri: "blue://context/voice" },
      ],
    },
    workflow: {
      maxTokens: 1800,
      sources: [
        { ...source, uri: "blue://docs/rfcs/{active}" },
        { ...source, uri: "blue://state/active-tasks", label: "Open tasks" },
        { ...source, uri: "blue://docs/runbooks/release", allowExternal: true },
      ],
      refreshTriggers: [
        { kind: "rfc-change" },
        { kind: "turns", every: 6 },
        { kind: "tool-call", tool: "deploy" },
      ],
    },
    reference: { maxTokens: 3500, stalenessDays: 21, graph: "blue://context/relevance" },
    plugins: [{
      uri: "blue://tickets/",
      provides: ["ticket-context"],
      salienceTriggers: [
        { kind: "commit-message", pattern: "^[A-Z]{2,5}-[0-9]+" },
        { kind: "file-annotation", text: "@ticket" },
      ],
    }],
  });
});

Deno.test("B-1: a manifest with only a version has the default budgets", async () => {
  const { manifest, problems } = await parse("version: 1\n");
  assert.deepEqual(problems, []);
  assert.deepEqual(manifest, emptyManifest());
  assert.deepEqual(
    [manifest.identity.maxTokens, manifest.workflow.maxTokens, manifest.reference.maxTokens],
    [500, 2000, 4000],
  );
  assert.equal(manifest.reference.stalenessDays, 30);
  assert.deepEqual(
    [manifest.identity, manifest.workflow, manifest.reference].map((one) => one.maxTokens),
    [500, 2000, 4000],
  );
});

Deno.test("B-1: the seed's short form is a tier that is a list of its sources", async () => {
  const { manifest, problems } = await parse(
    "version: 1\nidentity:\n  - uri: blue://docs/adrs/\n  - blue://context/voice\n" +
      "workflow: [blue://state/current-rfc]\n",
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(manifest.identity.sources.map(({ uri }) => uri), [
    "blue://docs/adrs/",
    "blue://context/voice",
  ]);
  assert.equal(manifest.workflow.sources.length, 1);
  assert.equal(manifest.identity.maxTokens, 500);
});

Deno.test("B-1: a list and keys mixed, as in the seed's sample, are no YAML: file and line are told", async () => {
  await assert.rejects(
    parse("version: 1\nidentity:\n  - uri: blue://docs/adrs/\n  max_tokens: 500\n"),
    {
      code: "invalid-manifest",
      message: /^Cannot use "\.blue\/context\.manifest\.yaml" as line 4, column 1 is wrong: /,
    },
  );
});

Deno.test("B-2: another version and an empty file are errors", async () => {
  const { problems: [problem] } = await parse("version: 2\n");
  assert.equal(
    problem?.message,
    'Cannot use all of ".blue/context.manifest.yaml" as line 1, column 10 is wrong: ' +
      '"version" must be 1: current value is 2',
  );
  for (const text of ["", "# nothing\n", "identity: []\n"]) {
    assert.equal((await parse(text)).problems[0]?.level, "error", text);
  }
  await assert.rejects(parse("just words"), { code: "invalid-manifest" });
});

Deno.test("B-3: both ways to write a number of turns mean the same", async () => {
  const triggers = (written: string) =>
    parse(`version: 1\nworkflow:\n  refresh_triggers:\n    - ${written}\n`);
  assert.deepEqual(
    (await triggers("every_10_turns")).manifest.workflow.refreshTriggers,
    (await triggers("every_n_turns: 10")).manifest.workflow.refreshTriggers,
  );
  for (const written of ["every_n_turns: 10", "on_tool_call: deploy"]) {
    const [plain, quoted] = [await triggers(written), await triggers(`"${written}"`)];
    assert.deepEqual(quoted.problems, []);
    assert.deepEqual(
      quoted.manifest.workflow.refreshTriggers,
      plain.manifest.workflow.refreshTriggers,
    );
  }
  for (
    const wrong of [
      "every_0_turns",
      "sometimes",
      "every_n_turns: 0",
      "every_n_turns: x",
      "a: b",
      "on_tool_call: [a]",
      "on_tool_call: ''",
      "on_tool_call: ' '",
      "every_n_turns: 10\n      on_tool_call: a",
    ]
  ) {
    const { problems: [problem], manifest } = await triggers(wrong);
    assert.equal(problem?.level, "error");
    assert.match(problem.message, /is not a refresh trigger/);
    assert.deepEqual(manifest.workflow.refreshTriggers, []);
  }
});

Deno.test("B-3: a trigger that is named twice, in whichever way, counts once", async () => {
  const { manifest, problems } = await parse(
    "version: 1\nworkflow:\n  refresh_triggers:\n" +
      "    - every_10_turns\n    - every_n_turns: 10\n    - on_tool_call: ' deploy '\n" +
      "    - 'on_tool_call: deploy'\n    - every_5_turns\n",
  );
  assert.deepEqual(manifest.workflow.refreshTriggers, [
    { kind: "turns", every: 10 },
    { kind: "tool-call", tool: "deploy" },
    { kind: "turns", every: 5 },
  ]);
  assert.deepEqual(
    problems.map(({ level, message }) => [level, message.match(/"[^"]*" is a duplicate/)?.[0]]),
    [
      ["warning", '"every_10_turns" is a duplicate'],
      ["warning", '"on_tool_call: deploy" is a duplicate'],
    ],
  );
});

Deno.test("parseManifest() reports each wrong value and unknown key with its location", async () => {
  assert.deepEqual(
    (await problemsOf(
      "idenity: []\nidentity:\n  max_tokens: -1\n  sources:\n    - uri: http://x\n    - label: y\n" +
        "workflow:\n  sources: 7\nreference:\n  staleness_days: many\n" +
        "plugins:\n  - uri: blue://docs/adrs\n    salience_triggers:\n      - commit_msg_pattern: '('\n",
    )).map((problem) => problem.replace(/(regular expression cannot be used).*/, "$1")),
    [
      'warning 2:1 the key "idenity" is unknown: did you mean "identity"?',
      'error 4:15 "max_tokens" must be a whole number >= 0: current value is -1',
      'error 6:12 "http://x" is not a URI of a context: it must begin with "blue://"',
      'error 7:7 a source must have a "uri"',
      'error 9:12 "sources" must be a list',
      'error 11:19 "staleness_days" must be a whole number >= 0: current value is "many"',
      'error 13:10 the URI of a plugin must be one such as "blue://tickets/"',
      "error 15:29 the regular expression cannot be used",
    ],
  );
});

Deno.test("parseManifest() rejects a label with line breaks", async () => {
  for (const label of ["Voice\\n\\nWorkflow", "\\e[31mVoice"]) {
    const uri = "blue://context/voice";
    assert.deepEqual(await problemsOf(`identity: [{uri: ${uri}, label: "${label}"}]\n`), [
      'error 2:47 "label" must be a text of one line',
    ]);
  }
});

Deno.test("parseManifest() accepts each source, plugin and knowledge file once, in any notation", async () => {
  const { manifest, problems } = await parseManifest(
    "version: 1\nidentity: [dossier://docs/adrs, dossier://docs//adrs/]\n" +
      "workflow: {sources: [dossier://docs/adrs/, 'dossier://issues/x', 'dossier://issues//x']}\n" +
      "plugins:\n  - uri: dossier://issues\n  - uri: dossier://issues/\n" +
      "knowledge:\n  - {id: a, from: [b]}\n  - {id: a, from: [c]}\n",
    { form: DOSSIER_FORM },
  );
  const { identity, workflow, plugins, knowledge } = manifest;
  assert.deepEqual(
    [identity.sources, workflow.sources, plugins].map((list) => list.map(({ uri }) => uri)),
    [["dossier://docs/adrs/"], ["dossier://docs/adrs/", "dossier://issues/x"], [
      "dossier://issues/",
    ]],
  );
  assert.deepEqual(knowledge.map(({ sources }) => sources), [["b"]]);
  assert.deepEqual(problems.map(({ level, line }) => `${level} ${line}`), [
    "warning 2",
    "warning 3",
    "warning 6",
    "warning 9",
  ]);
  assert.match(problems[0]!.message, /: "dossier:\/\/docs\/adrs\/" is a duplicate$/);
});

Deno.test("parseManifest() accepts folders of types and knowledge files in our own form", async () => {
  const { manifest, problems } = await parseManifest(
    "version: 1\ntypes:\n  adrs: docs/decisions/\nknowledge:\n" +
      "  - id: house/rules\n    from: ['docs/*.md']\n    condense: true\n" +
      "identity: ['path:docs/*.md', 'knowledge:voice']\n",
    { form: DOSSIER_FORM },
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(manifest.types, { adrs: "docs/decisions" });
  assert.deepEqual(manifest.knowledge, [
    { id: "house/rules", sources: ["docs/*.md"], isCondensed: true },
  ]);
  const outside = await parseManifest(
    "version: 1\ntypes: {adrs: ../x}\nknowledge: [{id: /x, from: [y]}]",
    {
      form: DOSSIER_FORM,
    },
  );
  assert.deepEqual(outside.manifest.types, {});
  assert.deepEqual(outside.manifest.knowledge, []);
  assert.equal(outside.problems.length, 3);
});

Deno.test("parseManifest() does not expand aliases", async () => {
  const lists = Array.from({ length: 40 }, (_, at) => `x${at + 1}: &x${at + 1} [*x${at}, *x${at}]`);
  const { problems } = await parse(
    ["version: 1", "x0: &x0 [y]", ...lists, "identity: *x9"].join("\n"),
  );
  assert.ok(problems.some(({ level, message }) => level === "error" && /identity/.test(message)));
});

Deno.test("parseManifest() returns a manifest or an error that names the file, for any text", async () => {
  const texts = fc.oneof(
    fc.string(),
    fc.array(
      fc.constantFrom(...SAMPLE.split("\n"), "  - ", "&a", "*a", "? x", "\t", "identity: {a: }"),
      { maxLength: 12 },
    ).map((lines) => lines.join("\n")),
  );
  await fc.assert(fc.asyncProperty(texts, async (text) => {
    try {
      const { manifest, problems } = await parse(text);
      assert.ok(manifest.identity.maxTokens >= 0);
      assert.ok(problems.every(({ line, column }) => line >= 1 && column >= 1));
    } catch (error) {
      assert.ok(error instanceof Error);
      assert.match(error.message, /^Cannot use "\.blue\/context\.manifest\.yaml" as line \d+/);
    }
  }));
});
