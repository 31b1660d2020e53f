import { estimateTokens } from "@dossier/core/text";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import { writeDossier } from "../../tests/policy_trees.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openLocalService } from "../service/local_service.ts";
import { nameRoots } from "../service/roots.ts";
import { createMcpServer, INSTRUCTIONS } from "./create_mcp_server.ts";

/** Maximum number of tokens of the list of tools in a model's window. */
const MAX_LIST_TOKENS = 1700;

/** Number of bytes at which hosts cut instructions and descriptions. */
const MAX_TEXT_BYTES = 2048;

Deno.test("createMcpServer() lists eight tools that cost a model little", async () => {
  await using service = openLocalService(nameRoots(["/none"]));
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer(service);
  await server.connect(far);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(near);
  const { tools } = await client.listTools();
  const tokens = estimateTokens(JSON.stringify(tools));
  assert.ok(tokens <= MAX_LIST_TOKENS, `the list takes ${tokens} tokens`);
  assert.equal(tools.length, 8);
  for (const { name, description = "", inputSchema, outputSchema, annotations } of tools) {
    assert.ok(description !== "" && new TextEncoder().encode(description).length < MAX_TEXT_BYTES);
    assert.equal(inputSchema.type, "object", name);
    assert.equal(outputSchema, undefined, name);
    // A bundle or an answer is recorded.
    assert.equal(
      annotations?.readOnlyHint,
      name !== "context" && name !== "need" && name !== "remember",
    );
  }
  assert.ok(new TextEncoder().encode(INSTRUCTIONS).length < MAX_TEXT_BYTES);
  await client.close();
});

Deno.test("createMcpServer() reports missing and invalid parameters as such", async () => {
  await using service = openLocalService(nameRoots(["/none"]));
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer(service).connect(far);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(near);
  const cases: readonly (readonly [string, Record<string, unknown>])[] = [
    ["resources/read", {}],
    ["resources/read", { uri: 5 }],
    ["prompts/get", {}],
    ["tools/call", {}],
    ["completion/complete", {}],
  ];
  const answers: unknown[] = [];
  near.onmessage = (message) => answers.push(message);
  for (const [at, [method, params]] of cases.entries()) {
    await near.send({ jsonrpc: "2.0", id: 100 + at, method, params });
  }
  while (answers.length < cases.length) await new Promise((done) => setTimeout(done, 1));
  const codes = (answers as { error: { code: number } }[]).map(({ error }) => error.code);
  assert.deepEqual(codes, cases.map(() => -32602));
  assert.match(
    JSON.stringify(answers),
    /Cannot take \\"params\.uri\\" of the request: Invalid input/,
  );
  await client.close();
});

Deno.test("createMcpServer() adds the texts of a profile to a bundle", async () => {
  using workspace = new TempWorkspace({ "dock.py": "def dock(ship):\n    return ship\n" });
  writeDossier(workspace.root, { profiles: { review: { body: "Review {input:ship}." } } });
  await using service = openLocalService(nameRoots([workspace.root]));
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer(service).connect(far);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(near);
  const call = (more: object) =>
    client.callTool({ name: "context", arguments: { query: "dock a ship", ...more } });
  const given = await call({ profile: "review", inputs: { ship: "Ada" } });
  assert.match(JSON.stringify(given.content), /Review Ada\.[^]*def dock/);
  const refused = await call({ profile: "reveiw" });
  assert.ok(refused.isError);
  assert.match(JSON.stringify(refused.content), /did you mean/);
  await client.close();
});
