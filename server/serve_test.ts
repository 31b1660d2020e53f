import assert from "node:assert/strict";
import { RawConnection } from "../tests/raw_connection.ts";
import { TempWorkspace } from "../tests/temp_workspace.ts";
import { serve } from "./serve.ts";
import { openLocalService } from "./service/local_service.ts";
import { nameRoots } from "./service/roots.ts";
import type { CallOperation, CallOptions, Service } from "./service/service.ts";

/** Number of bytes that exceeds the buffers between a server and its client. */
const MANY_BYTES = 12_000_000;

/** Returns a service with some methods replaced. */
function change(service: Service, changes: Partial<Service>): Service {
  return new Proxy(service, {
    get(target, name) {
      const changed = Reflect.get(changes, name);
      if (changed !== undefined) return changed;
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

Deno.test("serve() sends complete responses when it is stopped, also to a slow client", async () => {
  using workspace = new TempWorkspace({});
  const service = openLocalService(nameRoots([workspace.root]));
  const roots = [{ name: "x".repeat(MANY_BYTES), path: workspace.root }];
  const server = await serve(change(service, { roots }), { port: 0 });
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
  await connection.write(
    new TextEncoder().encode("GET /v1/roots HTTP/1.1\r\nHost: localhost\r\n\r\n"),
  );
  const buffer = new Uint8Array(65_536);
  let received = await connection.read(buffer) ?? 0;
  let isStopped = false;
  const stopped = server.stop().then(() => isStopped = true);
  // This is longer than an earlier time limit of responses.
  await new Promise((resolve) => setTimeout(resolve, 700));
  assert.equal(isStopped, false);
  for (let length; (length = await connection.read(buffer)) !== null;) received += length;
  assert.ok(received > MANY_BYTES);
  await stopped;
});

Deno.test("serve() waits for no incomplete request when it is stopped", async () => {
  using workspace = new TempWorkspace({});
  const service = openLocalService(nameRoots([workspace.root]));
  const server = await serve(service, { port: 0, load: { bodyTimeoutMs: 2000 } });
  const parts = [
    "",
    "GET / HTTP/1.1\r\nX-A: ",
    "POST /v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
  ];
  const connections: RawConnection[] = [];
  for (const part of parts) {
    const connection = await RawConnection.open(server.port);
    await connection.send(part);
    connections.push(connection);
  }
  await fetch(`${server.url}/healthz`).then((response) => response.text());
  await server.stop();
  for (const connection of connections) {
    assert.deepEqual(await connection.readAnswers(), []);
    connection[Symbol.dispose]();
  }
});

Deno.test("serve() reports the result of an interrupted index run to its client when it is stopped", async () => {
  using workspace = new TempWorkspace({});
  const service = openLocalService(nameRoots([workspace.root]));
  const begun = Promise.withResolvers<void>();
  const call = async (name: string, request: object, options: CallOptions = {}) => {
    const stopped = Promise.withResolvers<void>();
    options.signal?.addEventListener("abort", () => stopped.resolve());
    begun.resolve();
    await stopped.promise;
    return await service.call(name, request, options);
  };
  const server = await serve(change(service, { call: call as CallOperation }), {
    port: 0,
    graceMs: 2000,
  });
  const response = await fetch(`${server.url}/v1/index`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
    body: "{}",
  });
  await begun.promise;
  const stopped = server.stop();
  assert.match(await response.text(), /^event: (?:done|problem)$/m);
  await stopped;
});

Deno.test("serve() stops although its service does not", async () => {
  using workspace = new TempWorkspace({});
  const service = openLocalService(nameRoots([workspace.root]));
  const never = change(service, { [Symbol.asyncDispose]: () => new Promise(() => {}) });
  const server = await serve(never, { port: 0, graceMs: 0 });
  await server.stop();
  await assert.rejects(fetch(server.url));
  await service[Symbol.asyncDispose]();
});
