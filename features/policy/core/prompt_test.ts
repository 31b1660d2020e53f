import assert from "node:assert/strict";
import {
  assembleFirstMessage,
  assembleSystem,
  CONTINUATION,
  POLICY_WORDS,
  renderPrompt,
  resumeMessages,
  wrapItem,
} from "./prompt.ts";

const UNLOAD = {
  name: "unload",
  description: "Unload a ship & rest",
  body: "Unload Ada.\n",
  permissions: ["execute.tool.crane.*", "fetch.profile.a", "fetch.*", "*"],
  permissionsText: "",
  outputs: [
    { name: "tons", type: "number", required: true, description: "what was carried" },
    { name: "remark", type: "string", required: false },
  ],
};

Deno.test("renderPrompt() writes the profile in lines between tags", () => {
  assert.equal(
    renderPrompt(UNLOAD, POLICY_WORDS.dossier),
    `<profile name="unload">
<description>Unload a ship &amp; rest</description>
<permissions>
execute.tool.crane.*
fetch.profile.a
fetch.*
*
</permissions>
Unload Ada.
When the work is done, call profile_return with these fields:
- tons (number, required): what was carried
- remark (string, optional)
When you cannot continue, call profile_return with status="error" and describe the problem in error_detail.
</profile>`,
  );
});

Deno.test("renderPrompt() in the words of the seed shows the permissions as they are written", () => {
  const raw = "<permissions><execute><tool>crane.*</tool></execute></permissions>";
  const prompt = renderPrompt({ ...UNLOAD, permissionsText: raw, outputs: [] }, POLICY_WORDS.rye);
  assert.deepEqual(prompt.split("\n").slice(0, 3), [
    '<directive name="unload">',
    "<description>Unload a ship &amp; rest</description>",
    raw,
  ]);
  assert.deepEqual(renderPrompt(UNLOAD, POLICY_WORDS.rye).split("\n").slice(2, 8), [
    "<permissions>",
    "<execute><tool>crane.*</tool></execute>",
    "<fetch><directive>a</directive></fetch>",
    "<fetch>*</fetch>",
    "*",
    "</permissions>",
  ]);
});

Deno.test("renderPrompt() has no line for a missing description", () => {
  const profile = {
    ...UNLOAD,
    description: "",
    permissions: [],
    permissionsText: "",
    outputs: [],
  };
  assert.equal(
    renderPrompt(profile, POLICY_WORDS.dossier),
    '<profile name="unload">\nUnload Ada.\n</profile>',
  );
});

Deno.test("wrapItem() names the tag after the item, and escapes its attributes", () => {
  assert.equal(
    wrapItem(" Ships enter. \n", { id: "a/harbour", itemType: "knowledge", name: "Harbour" }),
    '<Harbour id="a/harbour" type="knowledge">\nShips enter.\n</Harbour>',
  );
  assert.equal(wrapItem("x", { id: "a/tides", itemType: "" }), '<tides id="a/tides">\nx\n</tides>');
  assert.equal(
    wrapItem("x", { id: 'a/"><b>&', itemType: "", name: "no tag" }),
    '<context id="a/&quot;&gt;&lt;b&gt;&amp;">\nx\n</context>',
  );
  assert.match(wrapItem("x", { id: "a/1st", itemType: "" }), /^<context id="a\/1st">/);
});

Deno.test("assembleFirstMessage() places hooks outermost and omits empty texts", () => {
  const message = assembleFirstMessage({
    before: { hooks: ["h1", " "], chain: ["c1\n", "c2"] },
    prompt: "do it",
    after: { hooks: ["h2"], chain: ["c3"] },
  });
  assert.equal(message, "h1\n\nc1\n\nc2\n\ndo it\n\nc3\n\nh2");
  assert.equal(assembleSystem({ hooks: ["h"], chain: ["root", "leaf"] }), "h\n\nroot\n\nleaf");
  assert.equal(assembleSystem({ hooks: [], chain: [""] }), "");
});

const say = (written: string) => {
  const [role = "", content = ""] = written.split(": ");
  return { role, content };
};

Deno.test("resumeMessages() keeps the last messages that fit, beginning with one of the user", () => {
  const earlier = ["user: old", "assistant: 12345678", "user: 1234", "assistant: 1234"].map(say);
  // Two tokens hold the last two messages; the one before needs two more.
  const messages = resumeMessages(earlier, { ceiling: 2, hooks: ["be brief"], continuation: "on" });
  assert.deepEqual(messages, ["user: 1234", "assistant: 1234", "user: be brief\n\non"].map(say));
  const all = resumeMessages(earlier, { ceiling: 100 });
  assert.deepEqual(all, [...earlier, say(`user: ${CONTINUATION}`)]);
});

Deno.test("resumeMessages() keeps at least the last message, unless it is not the user's", () => {
  const long = "x".repeat(100);
  const kept = resumeMessages([say("user: a"), say(`user: ${long}`)], { ceiling: 1 });
  assert.deepEqual(kept.map(({ content }) => content), [long, CONTINUATION]);
  assert.equal(resumeMessages([say(`assistant: ${long}`)], { ceiling: 1 }).length, 1);
  assert.equal(resumeMessages([], {}).length, 1);
});
