import { Hono } from "hono";
import assert from "node:assert/strict";
import { RawConnection } from "../../tests/raw_connection.ts";
import { UNREADABLE_HOSTS } from "../../tests/runs/malformed_requests.ts";
import { problemResponse, toProblem } from "../problem/problem.ts";
import type { LoadOptions } from "../protect/limit_load.ts";
import { protect } from "../protect/protect.ts";
import type { RequestEnv } from "../request/request_env.ts";
import { listen, type Listener, type ListenOptions } from "./listen.ts";

/**
 * Server that answers with the request that it received, with all the protection of the real one.
 */
class EchoServer implements AsyncDisposable {
  /** Method, path and body of each request that has reached a route. */
  readonly seen: string[] = [];
  readonly listener: Listener;

  private constructor(listener: Listener, seen: string[]) {
    this.listener = listener;
    this.seen = seen;
  }

  static async open(options: Partial<ListenOptions> = {}, load: LoadOptions = {}) {
    const seen: string[] = [];
    const app = new Hono<RequestEnv>();
    protect(app, { load });
    app.onError((error) => problemResponse(toProblem(error)));
    app.all("*", async ({ req, text }) => {
      const line = `${req.method} ${req.path} ${await req.text()}`.trimEnd();
      seen.push(line);
      return text(line);
    });
    const address = { hostname: "127.0.0.1", port: 0, ...options };
    return new EchoServer(await listen((request) => app.fetch(request), address), seen);
  }

  /** Sends bytes over a new connection, and returns all responses until the server closes it. */
  async exchange(...parts: readonly string[]) {
    using connection = await this.connect();
    for (const part of parts) await connection.send(part);
    return await connection.readAnswers();
  }

  connect(): Promise<RawConnection> {
    return RawConnection.open(this.listener.port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.listener.stopAccepting();
    await this.listener.close(0);
  }
}

const HOST = "Host: localhost\r\n";
const LAST = "Connection: close\r\n";

/**
 * Request that follows in the same bytes. A server that misreads the first request treats it as a
 * second one.
 */
const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`;

/** Piece of a response that never ends. */
const PIECE = new Uint8Array(65_536);

const SMUGGLING: Readonly<Record<string, string>> = {
  "a length and chunks":
    `POST /a HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  "two lengths": `POST /a HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 0\r\n\r\n`,
  "the same length twice":
    `POST /a HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd`,
  "a list of lengths": `POST /a HTTP/1.1\r\n${HOST}Content-Length: 4, 4\r\n\r\nabcd`,
  "a length with a sign": `POST /a HTTP/1.1\r\n${HOST}Content-Length: +4\r\n\r\nabcd`,
  "a negative length": `POST /a HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`,
  "a length that is hexadecimal": `POST /a HTTP/1.1\r\n${HOST}Content-Length: 0x4\r\n\r\nabcd`,
  "a length beyond all numbers":
    `POST /a HTTP/1.1\r\n${HOST}Content-Length: 99999999999999999999\r\n\r\n`,
  "an unknown coding": `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  "chunks that are not last":
    `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  "two codings":
    `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
  "a space before the colon":
    `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
  "a vertical tab before the value":
    `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n`,
  "a folded header": `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`,
  "a folded header of no meaning": `GET /a HTTP/1.1\r\n${HOST}X-A: b\r\n c\r\n\r\n`,
  "bare line feeds": "GET /a HTTP/1.1\nHost: localhost\n\n",
  "one bare line feed": `GET /a HTTP/1.1\r\n${HOST}X-A: b\nX-B: c\r\n\r\n`,
  "a bare carriage return": `GET /a HTTP/1.1\r\n${HOST}X-A: b\rX-B: c\r\n\r\n`,
  "a NUL in a header": `GET /a HTTP/1.1\r\n${HOST}X-A: b\x00c\r\n\r\n`,
  "a NUL in the path": `GET /a\x00b HTTP/1.1\r\n${HOST}\r\n`,
  "a byte that is no ASCII in the path": `GET /\xe9 HTTP/1.1\r\n${HOST}\r\n`,
  "a chunk of more bytes than there are numbers":
    `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nx\r\n0\r\n\r\n`,
  "a chunk with a signed length":
    `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n`,
  "HTTP/2 without TLS": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "TLS": "\x16\x03\x01\x02\x00\x01\x00",
  "a target that is neither path nor address": `GET localhost:80 HTTP/1.1\r\n${HOST}\r\n`,
  "an unknown version": `GET /a HTTP/3.7\r\n${HOST}\r\n`,
};

for (const [shape, bytes] of Object.entries(SMUGGLING)) {
  // Bun accepts equal lengths, as RFC 9110 allows.
  const ignore = shape === "the same length twice" && "Bun" in globalThis;
  Deno.test({
    name: `listen() ends the connection over ${shape}, and reads no further`,
    ignore,
    async fn() {
      await using server = await EchoServer.open();
      const answers = await server.exchange(bytes + SMUGGLED);
      assert.deepEqual(answers.map(({ status }) => status), [400]);
      assert.ok(!server.seen.includes("GET /smuggled"));
    },
  });
}

Deno.test("listen() refuses requests without a host, with two hosts, and with another host in the target", async () => {
  await using server = await EchoServer.open();
  const requests = [
    `GET /a HTTP/1.1\r\n${LAST}\r\n`,
    `GET /a HTTP/1.0\r\n\r\n`,
    `GET /a HTTP/1.1\r\n${HOST}${HOST}${LAST}\r\n`,
    `GET /a HTTP/1.1\r\n${HOST}Host: evil.example\r\n${LAST}\r\n`,
    `GET /a HTTP/1.1\r\nHost: localhost@evil.example\r\n${LAST}\r\n`,
    `GET /a HTTP/1.1\r\nHost: a b/../@x\r\n${LAST}\r\n`,
    `GET http://evil.example/a HTTP/1.1\r\n${HOST}${LAST}\r\n`,
    `GET http://localhost@evil.example/a HTTP/1.1\r\n${HOST}${LAST}\r\n`,
    `GET http://evil.example/a HTTP/1.1\r\nHost: evil.example\r\n${LAST}\r\n`,
    `GET //evil.example/a HTTP/1.1\r\nHost: evil.example\r\n${LAST}\r\n`,
    `GET * HTTP/1.1\r\n${HOST}${LAST}\r\n`,
    `POST /a HTTP/1.1\r\n${HOST}${LAST}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    `TRACE /a HTTP/1.1\r\n${HOST}${LAST}\r\n`,
    ...UNREADABLE_HOSTS.flatMap((host) => [
      `GET /a HTTP/1.1\r\nHost: ${host}\r\n${LAST}\r\n`,
      `GET http://${host}/a HTTP/1.1\r\n${HOST}${LAST}\r\n`,
      `GET http://${host}/a HTTP/1.1\r\nHost: ${host}\r\n${LAST}\r\n`,
    ]),
  ];
  for (const request of requests) {
    const answers = await server.exchange(request);
    assert.equal(answers.length, 1, request);
    assert.match(String(answers[0]?.status), /^40[035]$/, request);
  }
  // The server opens no connections to other servers.
  assert.deepEqual(await server.exchange(`CONNECT evil.example:80 HTTP/1.1\r\n${HOST}\r\n`), []);
  assert.deepEqual(server.seen, []);
});

Deno.test("listen() answers over one connection in the order of the requests", async () => {
  await using server = await EchoServer.open();
  const post = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body}`;
  const answers = await server.exchange(
    post("/1", SMUGGLED) + post("/2", "two"),
    `GET http://localhost/3 HTTP/1.1\r\n${HOST}\r\n`,
    `GET /4 HTTP/1.1\r\n${HOST}Upgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n`,
  );
  assert.deepEqual(answers.map(({ body }) => body), [
    `POST /1 ${SMUGGLED}`.trimEnd(),
    "POST /2 two",
    "GET /3",
    "GET /4",
  ]);
});

Deno.test("listen() refuses headers beyond 16 KiB, and drops none within the limit", async () => {
  await using server = await EchoServer.open();
  const long = "a".repeat(20_000);
  for (
    const head of [`GET /${long} HTTP/1.1\r\n${HOST}`, `GET / HTTP/1.1\r\n${HOST}X-A: ${long}\r\n`]
  ) {
    const [answer] = await server.exchange(`${head}\r\n`);
    assert.equal(answer?.status, 431);
  }
  const many = "a:\r\n".repeat(3000);
  const [answer] = await server.exchange(
    `GET / HTTP/1.1\r\n${HOST}${LAST}${many}Origin: http://evil.example\r\n\r\n`,
  );
  assert.equal(JSON.parse(answer?.body ?? "").code, "foreign-origin");
  const trailers = "a: b\r\n".repeat(10_000);
  await server.exchange(
    `POST / HTTP/1.1\r\n${HOST}${LAST}Transfer-Encoding: chunked\r\n\r\n0\r\n${trailers}\r\n`,
  );
  assert.deepEqual((await server.exchange(`GET /well HTTP/1.1\r\n${HOST}${LAST}\r\n`)).length, 1);
});

Deno.test("listen() limits the time for slow headers and for the next request", async () => {
  await using server = await EchoServer.open({ headerTimeoutMs: 50, idleTimeoutMs: 50 });
  const beginnings = ["", "G", "GET / HTTP/1.1\r\n", `GET / HTTP/1.1\r\n${HOST}X-A: `, "PRI * HT"];
  const ended = await Promise.all(beginnings.map((beginning) => server.exchange(beginning)));
  for (const answers of ended) {
    for (const { status } of answers) assert.equal(status, 408);
  }
  const [answer, ...others] = await server.exchange(`GET /a HTTP/1.1\r\n${HOST}\r\n`);
  assert.equal(answer?.body, "GET /a");
  assert.deepEqual(others, []);
});

Deno.test("listen() closes a connection whose headers arrive byte by byte", async () => {
  await using server = await EchoServer.open({ headerTimeoutMs: 50 });
  using connection = await server.connect();
  await connection.send(`GET / HTTP/1.1\r\n${HOST}`);
  let isOpen = true;
  const ended = connection.readAnswers().then(() => isOpen = false);
  while (isOpen) {
    await connection.send("X-A: b\r\n");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await ended;
  assert.deepEqual(server.seen, []);
});

Deno.test("listen() answers while 500 connections are silent", async () => {
  await using server = await EchoServer.open();
  const idle = await Promise.all(Array.from({ length: 500 }, () => server.connect()));
  try {
    for (const connection of idle.slice(0, 250)) await connection.send("GET / HTTP/1.1\r\n");
    for (let i = 0; i < 20; i++) {
      const [answer] = await server.exchange(`GET /${i} HTTP/1.1\r\n${HOST}${LAST}\r\n`);
      assert.equal(answer?.body, `GET /${i}`);
    }
    // No connection was closed to make room.
    const [first] = idle;
    await first?.send(`${HOST}\r\n`);
    assert.equal((await first?.readAnswer())?.status, 200);
  } finally {
    for (const connection of idle) connection[Symbol.dispose]();
  }
});

Deno.test("listen() ends a connection that sends requests and reads no response", async () => {
  await using server = await EchoServer.open();
  const answers = await server.exchange(`GET /a HTTP/1.1\r\n${HOST}\r\n`.repeat(10_000));
  assert.ok(answers.length < 20);
  assert.ok(server.seen.length < 20);
  const few = `GET /b HTTP/1.1\r\n${HOST}\r\n`.repeat(15);
  const last = `GET /b HTTP/1.1\r\n${HOST}${LAST}\r\n`;
  assert.equal((await server.exchange(few + last)).length, 16);
});

Deno.test("listen() ends a connection whose client reads nothing of a response, but no silent stream", async () => {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const disconnected = Promise.withResolvers<void>();
  const headers = { "content-type": "text/event-stream" };
  const answer = ({ url, signal }: Request) => {
    if (url.endsWith("/stream")) {
      const stream = new ReadableStream({
        async start(controller) {
          await isOver;
          controller.enqueue(new TextEncoder().encode("at last"));
          controller.close();
        },
      });
      return new Response(stream, { headers });
    }
    signal.addEventListener("abort", () => disconnected.resolve());
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(PIECE) });
    return new Response(endless, { headers });
  };
  const listener = await listen(answer, { hostname: "127.0.0.1", port: 0, writeTimeoutMs: 50 });
  try {
    const stream = await fetch(`${listener.url}/stream`);
    using connection = await RawConnection.open(listener.port);
    await connection.send(`GET /endless HTTP/1.1\r\n${HOST}\r\n`);
    await disconnected.promise;
    end();
    assert.equal(await stream.text(), "at last");
  } finally {
    await listener.close(0);
  }
});

Deno.test("listen() passes on bodies that are too large, too slow or cut off as such", async () => {
  await using server = await EchoServer.open({}, { maxBodyBytes: 1000, bodyTimeoutMs: 100 });
  const send = async (...parts: readonly string[]) => {
    using connection = await server.connect();
    for (const part of parts) await connection.send(part);
    const answer = await connection.readAnswer();
    return [answer?.status, JSON.parse(answer?.body || "{}").code];
  };
  const head = `POST /a HTTP/1.1\r\n${HOST}`;
  assert.deepEqual(await send(`${head}Content-Length: 1001\r\n\r\n`), [413, "body-too-large"]);
  const chunk = `1f4\r\n${"a".repeat(500)}\r\n`;
  const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
  assert.deepEqual(await send(chunked, chunk, chunk, chunk), [413, "body-too-large"]);
  assert.deepEqual(await send(`${head}Content-Length: 10\r\n\r\nabc`), [408, "body-too-slow"]);
  assert.deepEqual(await send(chunked, chunk), [408, "body-too-slow"]);
  assert.deepEqual(server.seen, []);
  const [whole] = await server.exchange(
    `${chunked.replace("\r\n\r\n", `\r\n${LAST}\r\n`)}${chunk}${chunk}0\r\n\r\n`,
  );
  assert.equal(whole?.body, `POST /a ${"a".repeat(1000)}`);
});

Deno.test("listen() answers no connection that is half closed or cut off, and continues", async () => {
  await using server = await EchoServer.open();
  const cut = [
    `POST /a HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\nabc`,
    `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n5\r\nab`,
    "GET / HT",
    "",
  ];
  for (const bytes of cut) {
    using connection = await server.connect();
    await connection.send(bytes);
    await connection.closeWrite();
    for (const { status } of await connection.readAnswers()) assert.equal(status, 400, bytes);
  }
  assert.deepEqual(server.seen, []);
  const [answer] = await server.exchange(`GET /well HTTP/1.1\r\n${HOST}${LAST}\r\n`);
  assert.equal(answer?.body, "GET /well");
});

Deno.test("listen() reports why a response cannot be sent, but not to the client", async () => {
  const failures: unknown[] = [];
  const answers: Record<string, () => Response> = {
    "/broken": () =>
      new Response(
        new ReadableStream({ pull: (controller) => controller.error(new Error("a secret")) }),
      ),
    "/unfit": () => new Response("body", { headers: { "x-a": "a\x01b" } }),
  };
  const listener = await listen(({ url }) => answers[new URL(url).pathname]!(), {
    hostname: "127.0.0.1",
    port: 0,
    onFailure: (error) => failures.push(error),
  });
  try {
    for (const path of Object.keys(answers)) {
      const response = await fetch(listener.url + path);
      assert.deepEqual([response.status, response.statusText], [500, "Internal Server Error"]);
      const { code, detail } = await response.json();
      assert.equal(code, "internal");
      assert.doesNotMatch(detail ?? "", /secret|x-a/);
    }
    assert.equal(failures.length, 2);
  } finally {
    await listener.close(0);
  }
});

Deno.test("listen() limits the bytes of responses that nobody reads, and continues", async () => {
  const large = "x".repeat(20_000_000);
  const listener = await listen(
    (request) => new Response(request.url.endsWith("/large") ? large : "small"),
    { hostname: "127.0.0.1", port: 0, maxWaitingBytes: 30_000_000 },
  );
  const connections: Deno.TcpConn[] = [];
  try {
    const host = `127.0.0.1:${listener.port}`;
    const request = new TextEncoder().encode(`GET /large HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    const connection = await Deno.connect({ hostname: "127.0.0.1", port: listener.port });
    connections.push(connection);
    await connection.write(request);
    await connection.read(new Uint8Array(100));
    const refused = await fetch(`${listener.url}/large`);
    assert.equal(refused.status, 503);
    assert.match(
      (await refused.json()).detail,
      /^Cannot send an answer of 20000000 bytes now as \d+ bytes of other answers wait for their clients, and at most 30000000 may wait/,
    );
    assert.equal(await (await fetch(`${listener.url}/small`)).text(), "small");
    connections.pop()?.close();
    for (;;) {
      const answered = await fetch(`${listener.url}/large`);
      const { length } = await answered.text();
      if (answered.status === 200) return assert.equal(length, large.length);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    for (const connection of connections) connection.close();
    await listener.close(0);
  }
});
