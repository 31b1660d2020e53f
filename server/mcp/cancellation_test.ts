import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Transport } from "@modelcontextprotocol/server";
import assert from "node:assert/strict";
import { openLocalService } from "../service/local_service.ts";
import { nameRoots } from "../service/roots.ts";
import type { CallOperation, CallOptions, Service } from "../service/service.ts";
import { createMcpServer } from "./create_mcp_server.ts";
import { mcpHandler } from "./mcp_handler.ts";

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Service whose searches end only when they are cancelled. */
interface HangingService {
  readonly service: Service;
  /** Resolves when the first search has begun. */
  readonly begun: Promise<void>;
  /** Resolves when the service is notified that the call was cancelled. */
  readonly cancelled: Promise<void>;
}

function hangingService(): HangingService {
  const begun = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const local = openLocalService(nameRoots(["/none"]));
  const search = ({ signal }: CallOptions) =>
    new Promise((_resolve, reject) => {
      assert.ok(signal !== undefined);
      signal.addEventListener("abort", () => {
        cancelled.resolve();
        reject(signal.reason);
      });
      begun.resolve();
    });
  const call = (name: string, request: object, options: CallOptions = {}) =>
    name === "search" ? search(options) : local.call(name, request, options);
  const service = { ...local, call: call as CallOperation };
  return { service, begun: begun.promise, cancelled: cancelled.promise };
}

Deno.test("createMcpServer() passes a cancellation on to the service", async () => {
  const { service, begun, cancelled } = hangingService();
  await using _service = service;
  const [near, far] = InMemoryTransport.createLinkedPair();
  const failures: unknown[] = [];
  const server = createMcpServer(service, { onFailure: (error) => failures.push(error) });
  await server.connect(far as Transport);
  const client = new OldClient({ name: "test", version: "1" });
  await client.connect(near);
  const stop = new AbortController();
  const call = client.callTool({ name: "search", arguments: { query: "x" } }, undefined, {
    signal: stop.signal,
  });
  await begun;
  stop.abort();
  await assert.rejects(call);
  await cancelled;
  // The server keeps answering, and a cancelled call is not a failure.
  const { resources } = await client.listResources();
  assert.equal(resources.length, 1);
  assert.deepEqual(failures, []);
  await client.close();
});

for (const era of ["2025-11-25", "2026-07-28"]) {
  Deno.test(`mcpHandler() treats a closed connection as a cancellation in ${era}`, async () => {
    const { service, begun, cancelled } = hangingService();
    await using _service = service;
    const handle = mcpHandler(service);
    await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, handle);
    const stop = new AbortController();
    const isModern = era === "2026-07-28";
    const response = fetch(`http://127.0.0.1:${server.addr.port}/mcp`, {
      method: "POST",
      signal: stop.signal,
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": era,
        ...(isModern ? { "Mcp-Method": "tools/call", "Mcp-Name": "search" } : {}),
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "search",
          arguments: { query: "x" },
          ...(isModern ? { _meta: ENVELOPE } : {}),
        },
      }),
    }).then(async (answer) => await answer.text());
    await begun;
    stop.abort();
    await assert.rejects(response);
    await cancelled;
  });
}
