import { openEstimator } from "@dossier/retrieval";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import { nameRoots, openLocalService } from "../service/mod.ts";
import { createMcpServer } from "./create_mcp_server.ts";

/** Maximum number of tokens of the list of tools, which a model pays before it calls one. */
const MAX_LIST_TOKENS = 1400;

Deno.test("the list of tools costs a model few tokens", async () => {
  await using service = openLocalService(nameRoots(["/none"]));
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer(service).connect(far);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(near);
  const { tools } = await client.listTools();
  await client.close();
  const sent = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  const { count } = await openEstimator("o200k");
  const tokens = count(JSON.stringify(sent));
  assert.ok(tokens <= MAX_LIST_TOKENS, `${tokens} tokens`);
});
