import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import assert from "node:assert/strict";
import { RawConnection } from "../../tests/raw_connection.ts";
import { listen, type Listener } from "../listen/listen.ts";
import { problemResponse, toProblem } from "../problem/problem.ts";
import type { RequestEnv } from "../request/request_env.ts";
import { InFlight } from "./in_flight.ts";
import type { LoadOptions } from "./limit_load.ts";
import { protect } from "./protect.ts";

/** Server with routes that end when the test says so, or when their signal is aborted. */
class SlowServer implements AsyncDisposable {
  /** Code of the abort reason of each aborted request, by its path. */
  readonly aborted = new Map<string, PromiseWithResolvers<string>>();
  readonly inFlight: InFlight;
  readonly #listener: Listener;
  readonly #entered = new Map<string, PromiseWithResolvers<void>>();
  readonly #released = new Map<string, PromiseWithResolvers<void>>();

  private constructor(listener: Listener, inFlight: InFlight) {
    this.#listener = listener;
    this.inFlight = inFlight;
  }

  static async open(load: LoadOptions = {}): Promise<SlowServer> {
    const { inFlight = new InFlight() } = load;
    const app = new Hono<RequestEnv>();
    protect(app, { load: { ...load, inFlight } });
    app.onError((error) => problemResponse(toProblem(error)));
    const listener = await listen((request) => app.fetch(request), {
      hostname: "127.0.0.1",
      port: 0,
    });
    const server = new SlowServer(listener, inFlight);
    app.get("/healthz", ({ text }) => text("well"));
    app.get("/quick", ({ text }) => text("quick"));
    app.get("/stubborn/:name", async ({ req, text }) => {
      await server.#wait(req.path);
      return text("late");
    });
    app.get("/stream", (context) =>
      streamSSE(context, async (stream) => {
        await stream.writeSSE({ data: "first" });
        await server.#wait("/stream");
      }));
    app.all("/*", async ({ req, text, get }) => {
      const signal = get("signal") ?? assert.fail("There is no signal");
      const ended = new Promise<never>((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason))
      );
      try {
        await Promise.race([server.#wait(req.path), ended]);
      } catch (error) {
        resolversOf(server.aborted, req.path).resolve(toProblem(error).code);
        throw error;
      }
      return text(`done ${await req.text()}`.trimEnd());
    });
    return server;
  }

  async #wait(path: string): Promise<void> {
    resolversOf(this.#entered, path).resolve();
    await resolversOf(this.#released, path).promise;
  }

  get url(): string {
    return this.#listener.url;
  }

  get port(): number {
    return this.#listener.port;
  }

  /** Resolves when a request has reached its route. */
  entered(path: string): Promise<void> {
    return resolversOf(this.#entered, path).promise;
  }

  /** Lets the request at a path be answered. */
  release(path: string): void {
    resolversOf(this.#released, path).resolve();
  }

  /** Resolves when no request is in flight. */
  async settled(): Promise<void> {
    while (this.inFlight.count > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  async request(path: string, init?: RequestInit) {
    const response = await fetch(this.url + path, init);
    const text = await response.text();
    const isProblem = response.headers.get("Content-Type") === "application/problem+json";
    return {
      status: response.status,
      response,
      text,
      code: isProblem ? JSON.parse(text).code : "",
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.stopAccepting();
    await this.#listener.close(0);
  }
}

function resolversOf<Value>(map: Map<string, PromiseWithResolvers<Value>>, path: string) {
  const known = map.get(path) ?? Promise.withResolvers<Value>();
  map.set(path, known);
  return known;
}

Deno.test("limitLoad() answers with 504 when it is too late, and aborts the route", async () => {
  await using server = await SlowServer.open({ deadlineMs: 30 });
  const { status, code } = await server.request("/slow");
  assert.deepEqual([status, code], [504, "deadline-exceeded"]);
  assert.equal(await resolversOf(server.aborted, "/slow").promise, "deadline-exceeded");
  await server.settled();
});

Deno.test("limitLoad() sets no time limit for an index run and a stream", async () => {
  await using server = await SlowServer.open({ deadlineMs: 1 });
  for (const path of ["/v1/index", "/mcp"]) {
    const answer = server.request(path, { method: "POST", body: "all" });
    await server.entered(path);
    await new Promise((resolve) => setTimeout(resolve, 20));
    server.release(path);
    assert.equal((await answer).text, "done all");
  }
});

Deno.test("limitLoad() counts a route that keeps working until it has ended", async () => {
  await using server = await SlowServer.open({ deadlineMs: 20, inFlight: new InFlight(1) });
  assert.equal((await server.request("/stubborn/1")).code, "deadline-exceeded");
  assert.equal(server.inFlight.count, 1);
  assert.equal((await server.request("/quick")).code, "overloaded");
  server.release("/stubborn/1");
  await server.settled();
  assert.equal((await server.request("/quick")).text, "quick");
});

Deno.test("limitLoad() aborts the route when the client disconnects", async () => {
  await using server = await SlowServer.open();
  const client = new AbortController();
  const answer = server.request("/fetched", { signal: client.signal, method: "POST", body: "x" });
  await server.entered("/fetched");
  client.abort();
  await assert.rejects(answer);
  assert.equal(await resolversOf(server.aborted, "/fetched").promise, "client-gone");

  using connection = await RawConnection.open(server.port);
  await connection.send("GET /half HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await server.entered("/half");
  await connection.closeWrite();
  assert.equal(await resolversOf(server.aborted, "/half").promise, "client-gone");
  await server.settled();
});

Deno.test("limitLoad() refuses excess requests with 503 and Retry-After, and recovers", async () => {
  await using server = await SlowServer.open({ inFlight: new InFlight(2) });
  const paths = ["/1", "/2"];
  const answers = paths.map((path) => server.request(path));
  await Promise.all(paths.map((path) => server.entered(path)));
  for (let i = 0; i < 5; i++) {
    const { status, code, response } = await server.request(`/more/${i}`);
    assert.deepEqual([status, code], [503, "overloaded"]);
    assert.match(response.headers.get("Retry-After") ?? "", /^\d+$/);
  }
  assert.equal((await server.request("/healthz")).text, "well");
  server.release("/1");
  await answers[0];
  assert.equal((await server.request("/quick")).text, "quick");
  server.release("/2");
  assert.deepEqual((await Promise.all(answers)).map(({ text }) => text), ["done", "done"]);
  assert.equal(server.inFlight.count, 0);
});

Deno.test("limitLoad() limits the bytes of all bodies together, and recovers", async () => {
  await using server = await SlowServer.open({ maxBodyBytes: 1000, maxTotalBytes: 1500 });
  const body = "a".repeat(900);
  const first = server.request("/1", { method: "POST", body });
  await server.entered("/1");
  const { status, code } = await server.request("/2", { method: "POST", body });
  assert.deepEqual([status, code], [503, "overloaded"]);
  server.release("/small");
  assert.equal((await server.request("/small", { method: "POST", body: "a" })).text, "done a");
  server.release("/1");
  assert.equal((await first).text, `done ${body}`);
  server.release("/2");
  assert.equal((await server.request("/2", { method: "POST", body })).text, `done ${body}`);
});

Deno.test("limitLoad() refuses no more simultaneous bodies than necessary", async () => {
  const app = new Hono<RequestEnv>();
  protect(app, { load: { maxTotalBytes: 600 } });
  app.onError((error) => problemResponse(toProblem(error)));
  app.post("/length", async ({ req, text }) => text(String((await req.text()).length)));
  const bodies = Array.from({ length: 4 }, () => new TransformStream<Uint8Array, Uint8Array>());
  const answers = bodies.map(({ readable: body }) =>
    app.request("http://127.0.0.1/length", { method: "POST", headers: { Host: "127.0.0.1" }, body })
  );
  const writers = bodies.map(({ writable }) => writable.getWriter());
  const part = new Uint8Array(50);
  for (const count of [2, 2]) {
    const writes = writers.flatMap((writer) =>
      Array.from({ length: count }, () => writer.write(part))
    );
    await Promise.allSettled(writes);
  }
  for (const writer of writers) writer.close().catch(() => {});
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, 200, 200, 503]);
});

Deno.test("limitLoad() counts a stream until it has ended or nobody reads it any more", async () => {
  await using server = await SlowServer.open();
  const client = new AbortController();
  const left = await fetch(`${server.url}/stream`, { signal: client.signal });
  const reader = left.body?.getReader() ?? assert.fail();
  await reader.read();
  assert.equal(server.inFlight.count, 1);
  client.abort();
  await assert.rejects(reader.read());
  await server.settled();

  const read = await fetch(`${server.url}/stream`);
  assert.equal(server.inFlight.count, 1);
  server.release("/stream");
  assert.equal(await read.text(), "data: first\n\n");
  await server.settled();
});

Deno.test("limitLoad() ends an index run when the server is to stop, and lets other requests finish", async () => {
  await using server = await SlowServer.open();
  const index = server.request("/v1/index", { method: "POST" });
  const slow = server.request("/slow");
  await Promise.all([server.entered("/v1/index"), server.entered("/slow")]);
  const drained = server.inFlight.drain(1000);
  assert.equal(await resolversOf(server.aborted, "/v1/index").promise, "stopping");
  assert.equal((await index).code, "stopping");
  server.release("/slow");
  assert.equal((await slow).text, "done");
  assert.equal(await drained, true);
});

Deno.test("InFlight accepts no request when it drains, and waits for those in flight", async () => {
  const inFlight = new InFlight();
  const leave = inFlight.enter();
  let isDrained = false;
  const drained = inFlight.drain(60_000).then((isDone) => {
    isDrained = true;
    return isDone;
  });
  assert.throws(() => inFlight.enter(), { code: "stopping" });
  await Promise.resolve();
  assert.equal(isDrained, false);
  leave();
  leave();
  assert.equal(await drained, true);
  assert.equal(inFlight.count, 0);
  assert.equal(await inFlight.drain(0), true);
});

Deno.test("InFlight aborts requests that are not done in time", async () => {
  const inFlight = new InFlight();
  inFlight.enter();
  assert.equal(inFlight.signal.aborted, false);
  assert.equal(await inFlight.drain(5), false);
  assert.equal(inFlight.signal.reason.code, "stopping");
  assert.equal(inFlight.count, 1);
});

Deno.test("limitLoad() passes on the complete body of any length and encoding", async () => {
  await using server = await SlowServer.open();
  server.release("/echo");
  for (const length of [0, 1, 64 * 1024, 64 * 1024 + 1, 300_000]) {
    const sent = "é".repeat(length / 2) + "e".repeat(length % 2);
    const stream = () => new Blob([sent]).stream();
    for (const body of [sent, stream()]) {
      const { status, text } = await server.request("/echo", { method: "POST", body });
      assert.equal(status, 200);
      assert.equal(text, `done ${sent}`.trimEnd());
    }
  }
});

Deno.test("limitLoad() does not trust a declared length within a process", async () => {
  const app = new Hono<RequestEnv>();
  protect(app, { load: { maxBodyBytes: 100 } });
  app.onError((error) => problemResponse(toProblem(error)));
  app.post("/echo", async ({ req, text }) => text(await req.text()));
  const { status } = await app.request("http://127.0.0.1/echo", {
    method: "POST",
    headers: { Host: "127.0.0.1", "Content-Length": "5" },
    body: "a".repeat(101),
  });
  assert.equal(status, 413);
});
