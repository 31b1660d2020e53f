import assert from "node:assert/strict";
import { composeIn, refused } from "../../tests/composed_policies.ts";
import { makePolicyTree, writeRye } from "../../tests/policy_trees.ts";
import { openPolicies } from "./mod.ts";

/** Returns the value that a directive's text is read as, and the warnings about it. */
async function read(text: string) {
  using tree = makePolicyTree();
  writeRye(tree.root, { profiles: { a: text } });
  const policies = openPolicies(tree);
  const profile = await policies.loadProfile("a");
  return { profile, notes: policies.notes };
}

const fence = (xml: string) => `# A\n\n\`\`\`xml\n${xml}\n\`\`\`\n\nBody.\n`;
const metadata = (inner: string) =>
  fence(`<directive name="a" version="1.0.0">\n<metadata>\n${inner}\n</metadata>\n</directive>`);

Deno.test("R-42: a fence within another is not taken, and raw text may hold anything", async () => {
  const outer = "````text\n```xml\n<directive name='no'/>\n```\n````\n";
  const { profile } = await read(
    outer +
      fence(
        '<directive name="yes" extends=" base "><metadata/><raw> a < b && </c> </raw></directive>',
      ),
  );
  assert.deepEqual([profile.name, profile.extends, profile.body], ["yes", "base", "Body."]);
  assert.equal(profile.context, undefined);
});

Deno.test("R-43: permissions accept existing actions, and reject unknown ones", async () => {
  const permissions = async (inner: string) =>
    (await read(metadata(`<permissions>${inner}</permissions>`))).profile.permissions;
  assert.deepEqual(
    await permissions(
      "<execute><tool>rye.file-system.*</tool><directive>a/b</directive></execute>" +
        '<fetch>*</fetch><sign><knowledge>x</knowledge></sign><acknowledge risk="high">so</acknowledge>',
    ),
    [
      ...["execute.tool.rye.file-system.*", "execute.profile.a.b", "fetch.*", "sign.knowledge.x"],
    ],
  );
  assert.deepEqual(await permissions("*"), ["*"]);
  await assert.rejects(
    permissions("\n<delete/>"),
    refused("invalid-profile", /line 7, column 1 is wrong: permissions have no <delete>/),
  );
});

Deno.test("R-43: an unrestricted permission is composed only when its risk is acknowledged", async () => {
  const compose = (inner: string) =>
    composeIn("rye", {
      project: { profiles: { a: metadata(`<permissions>${inner}</permissions>`) } },
    }, { profile: "a" });
  await assert.rejects(compose("*"), refused("risk-not-acknowledged", /its risk is unrestricted/));
  for (const everything of ["<cap>*</cap>", "*"]) {
    const inner = `${everything}<acknowledge risk="unrestricted">it is a sandbox</acknowledge>`;
    assert.deepEqual((await compose(inner)).permissions, ["*"]);
  }
});

Deno.test("readDirective() reads every field", async () => {
  const { profile, notes } = await read(
    fence(`<directive name="unload" version="1.2.0" extends="demo/base">
  <metadata>
    <description> Unload a ship </description>
    <category>demo</category>
    <model tier="large" id="m-1"/>
    <limits turns="8" spend="0.5"/>
    <context>
      <system>demo/rules</system>
      <before>demo/tides</before><before> </before>
      <middle>x</middle>
      <suppress>rye/sign</suppress>
    </context>
    <hooks>
      <hook id="h" event="thread_started" position="after" wrap="false" layer="3">
        <condition><any><condition path="category" value="demo"/></any></condition>
        <action item_id="demo/rules" item_type="knowledge"><param name="n" value="1"/></action>
      </hook>
      <hook event="error"><when>cost &gt; 1</when></hook>
    </hooks>
    <continuation_directive>demo/on</continuation_directive>
  </metadata>
  <inputs><input name="ship" required="true" type="string" default="Ada">Which</input></inputs>
  <outputs><output name="tons" type="number"/></outputs>
</directive>`),
  );
  const { origin: _, ...read_ } = profile;
  assert.deepEqual(read_, {
    id: "a",
    name: "unload",
    version: "1.2.0",
    extends: "demo/base",
    form: "rye",
    description: "Unload a ship",
    category: "demo",
    model: { tier: "large", id: "m-1" },
    limits: { turns: 8, spend: .5 },
    permissions: [],
    permissionsText: "",
    acknowledgedRisks: [],
    context: { system: ["demo/rules"], before: ["demo/tides"], after: [], suppress: ["rye/sign"] },
    hooks: [{
      id: "h",
      event: "start",
      layer: 3,
      origin: "profile",
      position: "after",
      wrap: false,
      condition: { any: [{ path: "category", value: "demo" }] },
      actions: [{
        kind: "fetch",
        primary: "fetch",
        itemType: "knowledge",
        itemId: "demo/rules",
        parameters: { n: "1" },
      }],
    }],
    inputs: [{
      name: "ship",
      type: "string",
      required: true,
      fallback: "Ada",
      description: "Which",
    }],
    outputs: [{ name: "tons", type: "number", required: false }],
    continuation: "demo/on",
    preamble: "# A",
    body: "Body.",
  });
  assert.deepEqual(notes, [
    ".ai/directives/a.md:13:7: a context has no <middle>: it is ignored",
    ".ai/directives/a.md:21:7: a hook with a formula is ignored: write a <condition>",
  ]);
});

Deno.test("readDirective() reads the fields of first versions: the process within the XML, and other actions", async () => {
  const { profile, notes } = await read(
    "```xml\n<directive name='a'><metadata><limits max_turns='3'/><permissions><search>*</search><cap>rye.load.tool.x</cap>" +
      "</permissions></metadata><process><step/></process></directive>\n```\n",
  );
  assert.equal(profile.body, "<process><step/></process>");
  assert.deepEqual(profile.permissions, ["fetch.*", "fetch.tool.x"]);
  assert.deepEqual(profile.limits, { turns: 3 });
  assert.equal(notes.length, 3);
});

Deno.test("readDirective() reports a problem with file, line and column", async () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    [
      "no fence",
      /line 1, column 1 is wrong: there is neither YAML at its top nor an XML code block/,
    ],
    ["```xml\n<directive/>\n", /there is neither YAML at its top nor an XML code block/],
    [
      fence("<directive><metadata></directive>"),
      /line 4, column 34 is wrong: unexpected close tag/,
    ],
    [fence("<directive>&lol;</directive>"), /line 4, column 17 is wrong: undefined entity/],
    [
      fence('<!DOCTYPE d [<!ENTITY a "b">]><directive/>'),
      /line 4, column \d+ is wrong: a document type/,
    ],
    [fence("<a>".repeat(200)), /it has more than 100 levels/],
    [
      metadata('<limits turns="many"/>'),
      /line 6, column 1 is wrong: the limit "turns" must be a number/,
    ],
    [metadata("<permissions><execute>rm</execute></permissions>").replace("rm", " "), /ok/],
  ];
  for (const [text, sentence] of cases.slice(0, -1)) {
    await assert.rejects(read(text), refused("invalid-profile", sentence), text.slice(0, 60));
  }
});

Deno.test("readDirective() reads a hostile megabyte in a moment", async () => {
  const started = performance.now();
  const hostile = ["<raw>".repeat(200_000), "<a/>".repeat(240_000), "<a b=''/>\n".repeat(90_000)];
  for (const xml of hostile) {
    await read(fence(`<directive>${xml}</directive>`)).catch((error) =>
      assert.ok(refused("invalid-profile", /is wrong/)(error))
    );
  }
  const texts = [
    "```" + " ".repeat(1_000_000) + "`",
    "`".repeat(1_000_000),
    "<directive".repeat(100_000),
  ];
  const line = `<!-- rye:signed:2031-01-02T03:04:05Z:${"0".repeat(64)} -->\n`;
  for (const text of texts) {
    await assert.rejects(read(text), { code: "invalid-profile" });
    await assert.rejects(read(line + text), { code: "tampered-item" });
  }
  assert.ok(performance.now() - started < 5_000);
});
