import assert from "node:assert/strict";
import { PROVIDERS, toPromptText, toProviderRequest } from "./provider.ts";

const SCHEMA = { type: "object", properties: {} };
const PROMPT = {
  system: "You are {system}.",
  messages: [{ role: "user", content: "Go." }, { role: "assistant", content: "Went." }],
  tools: [{ name: "crane_lift", description: "Lifts", schema: SCHEMA }],
};

Deno.test("R-34: toProviderRequest() puts the system prompt into the place for each provider", () => {
  assert.deepEqual(toProviderRequest(PROMPT, "anthropic"), {
    system: "You are {system}.",
    messages: PROMPT.messages,
    tools: [{ name: "crane_lift", description: "Lifts", input_schema: SCHEMA }],
  });
  assert.deepEqual(toProviderRequest(PROMPT, "openai"), {
    messages: [{ role: "system", content: "You are {system}." }, ...PROMPT.messages],
    tools: [{
      type: "function",
      function: { name: "crane_lift", description: "Lifts", parameters: SCHEMA },
    }],
  });
  assert.deepEqual(toProviderRequest(PROMPT, "gemini"), {
    system_instruction: { parts: [{ text: "You are {system}." }] },
    contents: [
      { role: "user", parts: [{ text: "Go." }] },
      { role: "model", parts: [{ text: "Went." }] },
    ],
    tools: [{
      function_declarations: [{
        name: "crane_lift",
        description: "Lifts",
        parameters_json_schema: SCHEMA,
      }],
    }],
  });
  assert.deepEqual(toProviderRequest(PROMPT, "messages"), {
    messages: [{ role: "system", content: "You are {system}." }, ...PROMPT.messages],
    tools: [{ name: "crane_lift", description: "Lifts", schema: SCHEMA }],
  });
});

Deno.test("toProviderRequest() declares the arguments of a tool as an object", () => {
  const schema = { properties: { a: { type: "string" } } };
  const tools = [{ name: "lift", description: "", schema }];
  const { tools: sent } = toProviderRequest({ ...PROMPT, tools }, "anthropic");
  assert.deepEqual(sent, [
    { name: "lift", description: "", input_schema: { type: "object", ...schema } },
  ]);
});

Deno.test("toProviderRequest() describes a tool to Gemini by its name when it has no description", () => {
  const tools = [{ name: "lift", description: "", schema: SCHEMA }];
  const { tools: sent } = toProviderRequest({ ...PROMPT, tools }, "gemini");
  assert.deepEqual(sent, [{
    function_declarations: [{ name: "lift", description: "lift", parameters_json_schema: SCHEMA }],
  }]);
});

Deno.test("toProviderRequest() makes messages of other roles messages of the user", () => {
  const messages = ["user", "tool", "developer"].map((role) => ({ role, content: "It." }));
  const rolesFor = (provider: (typeof PROVIDERS)[number]) => {
    const request = toProviderRequest({ system: "", messages, tools: [] }, provider);
    return Object.values(request).flat().map((one) => (one as { role: string }).role);
  };
  assert.deepEqual(rolesFor("anthropic"), ["user", "user", "user"]);
  assert.deepEqual(rolesFor("openai"), ["user", "user", "developer"]);
  assert.deepEqual(rolesFor("gemini"), ["user", "user", "user"]);
  assert.deepEqual(rolesFor("messages"), ["user", "tool", "developer"]);
  const { messages: sent } = toProviderRequest({ system: "", messages, tools: [] }, "anthropic");
  assert.deepEqual((sent as unknown[])[1], { role: "user", content: "tool:\nIt." });
});

Deno.test("toProviderRequest() sends no empty system prompt and no empty list of tools", () => {
  for (const provider of PROVIDERS) {
    const request = toProviderRequest({ ...PROMPT, system: "", tools: [] }, provider);
    assert.deepEqual(Object.keys(request), [provider === "gemini" ? "contents" : "messages"]);
  }
});

Deno.test("toPromptText() names the role only when there are several messages", () => {
  assert.equal(toPromptText(PROMPT), "You are {system}.\n\nuser:\nGo.\n\nassistant:\nWent.");
  assert.equal(
    toPromptText({ ...PROMPT, messages: PROMPT.messages.slice(0, 1) }),
    "You are {system}.\n\nGo.",
  );
});
