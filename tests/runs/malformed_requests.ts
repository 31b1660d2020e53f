import { seededRandom } from "./generated_tree.ts";

/** Request that no honest client sends. */
export interface MalformedRequest {
  /** Fault of the request, for a report. */
  readonly kind: string;
  /** Bytes to send. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** True when the client then closes its sending side, although the request may be incomplete. */
  readonly isHalfClosed: boolean;
}

const PATHS = [
  "/v1/context",
  "/v1/need",
  "/v1/search",
  "/v1/explain",
  "/v1/structure",
  "/v1/compose",
  "/v1/activity",
  "/v1/index",
  "/mcp",
] as const;

const READ_PATHS = [
  ...["/v1/log", "/v1/log/1", "/v1/log/1/text", "/v1/status", "/v1/roots"] as const,
  ...["/v1/profiles", "/v1/profiles/dossier/base", "/v1/manifest"] as const,
] as const;

/** Values that no field or only some fields accept. */
const VALUES = [
  "null",
  "true",
  "-1",
  "1e400",
  "-1e400",
  "9".repeat(400),
  "0.5",
  '""',
  '"\\u0000"',
  '"\\ud800"',
  `"${"x".repeat(300_000)}"`,
  "[]",
  "[[[]]]",
  "{}",
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{}}}',
  '"../../etc/passwd"',
  "[1,2,3]",
] as const;

const FIELDS = [
  "query",
  "profile",
  "inputs",
  "limits",
  "parent",
  "kind",
  "targets",
  "issue",
  "budget",
  "format",
  "filter",
  "session",
  "round",
  "text",
  "limit",
  "root",
  "disabled",
  "explain",
  "maxRefreshMs",
  "locks",
  "jsonrpc",
  "method",
  "params",
  "__proto__",
  "toString",
] as const;

/** Hosts in the form of names or addresses that no URL accepts. */
export const UNREADABLE_HOSTS: readonly string[] = [
  "127.999.1.1",
  "1.2.3.4.5",
  "xn--",
  "xn--a",
  "[::::]",
  "localhost:99999",
];

const encoder = new TextEncoder();

type Random = () => number;

/** Creates a random request of one kind. */
type Maker = (random: Random) => Omit<MalformedRequest, "kind">;

/** Kinds of requests, by their fault. */
const MAKERS: Readonly<Record<string, Maker>> = {
  "broken JSON": (random) => post(random, cut('{"query":"merge","limit":3}', random)),
  "deep nesting": (random) => {
    const depth = 10 + Math.floor(random() * 200_000);
    return post(random, `{"query":${pick(["[", '{"a":'], random).repeat(depth)}`);
  },
  "deep and closed": (random) => {
    const depth = 10 + Math.floor(random() * 100_000);
    return post(random, `{"issue":{"title":"a","x":${"[".repeat(depth)}${"]".repeat(depth)}}}`);
  },
  "wrong values": (random) => {
    const fields = Array.from(
      { length: 1 + Math.floor(random() * 4) },
      () => `"${pick(FIELDS, random)}":${pick(VALUES, random)}`,
    );
    return post(random, `{${fields.join(",")}}`);
  },
  "no object": (random) => post(random, pick(VALUES, random)),
  "invalid UTF-8": (random) => {
    const body = [...encoder.encode('{"query":"'), 0xc3, 0x28, 0xed, 0xa0, 0x80, 0xff, 0x22, 0x7d];
    return post(random, new Uint8Array(body));
  },
  "random bytes as a body": (random) => post(random, randomBytes(random, 2000)),
  "another type of body": (random) =>
    post(random, '{"query":"a"}', [
      `Content-Type: ${pick(["text/plain", "", "application/xml", 'a/b;c="', "json"], random)}`,
    ]),
  "wrong parameters": (random) => {
    const name = pick(["limit", "before", "session", "root", "id", "limit[]", "%00"], random);
    const value = pick(
      ["-1", "1e9", "NaN", "%00", "%ff", "%", "..%2f..%2fetc%2fpasswd", ""],
      random,
    );
    return get(`${pick(READ_PATHS, random)}?${name}=${value}`);
  },
  "wrong paths": (random) =>
    get(pick([
      "/v1/log/..%2f..%2fetc%2fpasswd",
      "/v1/log/%2e%2e/%2e%2e",
      "/v1/log/99999999999999999999",
      "/v1/log/%00",
      "/v1/log/%ff",
      "/v1/log/%",
      "/v1/profiles/..%2f..%2fetc%2fpasswd",
      "/v1/profiles/%2e%2e/%2e%2e/etc/passwd",
      "/v1/profiles//etc/passwd",
      "/v1/profiles/%00",
      "/v1/profiles/%ff",
      "/v1/profiles/%",
      `/v1/profiles/${"a/".repeat(3000)}`,
      "//etc/passwd",
      "/..\\..\\etc",
      `/${"a/".repeat(3000)}`,
      "/assets/../../../../etc/passwd",
    ], random)),
  "wrong methods": (random) => ({
    bytes: encoder.encode(
      `${pick(["PUT", "TRACE", "DELETE", "PATCH", "BREW", "get", "CONNECT"], random)} ${
        pick(PATHS, random)
      } HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
    ),
    isHalfClosed: false,
  }),
  "wrong hosts": (random) => {
    const host = pick(UNREADABLE_HOSTS, random);
    const target = pick(["", "http://localhost", `http://${host}`], random);
    return {
      bytes: encoder.encode(
        `GET ${target}/healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      ),
      isHalfClosed: false,
    };
  },
  "no HTTP": (random) => ({ bytes: randomBytes(random, 400), isHalfClosed: true }),
  "a body cut short": (random) => {
    const whole = post(random, '{"query":"how are segments merged","limit":3}').bytes;
    const end = Math.max(1, Math.floor(random() * whole.length));
    return { bytes: whole.slice(0, end), isHalfClosed: true };
  },
  "a wrong length": (random) => ({
    bytes: encoder.encode(
      `POST ${pick(PATHS, random)} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n` +
        `Content-Length: ${
          pick(["-1", "1e3", "99999999999999999999", "0x10", "5, 6", ""], random)
        }` +
        `\r\nConnection: close\r\n\r\n{"query":"a"}`,
    ),
    isHalfClosed: true,
  }),
  "wrong chunks": (random) => ({
    bytes: encoder.encode(
      `POST ${pick(PATHS, random)} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n` +
        `Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n` +
        pick(
          ["zz\r\n{}\r\n0\r\n\r\n", "ffffffffffffffffff\r\n{", "-1\r\n", "2\r\n{}x\r\n0\r\n"],
          random,
        ),
    ),
    isHalfClosed: true,
  }),
};

const HOST = "Host: localhost\r\n";

/**
 * Returns requests that no honest client sends, of all kinds in turn; the same ones for the same
 * seed.
 *
 * @param count Number of requests.
 */
export function* malformedRequests(count: number, seed: number): Generator<MalformedRequest> {
  const random = seededRandom(seed);
  const makers = Object.entries(MAKERS);
  for (let number = 0; number < count; number++) {
    const [kind, make] = makers[number % makers.length]!;
    yield { kind, ...make(random) };
  }
}

function post(
  random: Random,
  body: string | Uint8Array<ArrayBuffer>,
  headers: readonly string[] = ["Content-Type: application/json"],
): Omit<MalformedRequest, "kind"> {
  const content = typeof body === "string" ? encoder.encode(body) : body;
  const head = encoder.encode(
    `POST ${pick(PATHS, random)} HTTP/1.1\r\n${HOST}${headers.join("\r\n")}\r\n` +
      `Content-Length: ${content.length}\r\nConnection: close\r\n\r\n`,
  );
  const bytes = new Uint8Array(head.length + content.length);
  bytes.set(head);
  bytes.set(content, head.length);
  return { bytes, isHalfClosed: false };
}

function get(path: string): Omit<MalformedRequest, "kind"> {
  const text = `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
  return { bytes: encoder.encode(text), isHalfClosed: false };
}

function cut(text: string, random: Random): string {
  const at = Math.floor(random() * text.length);
  return random() < 0.5 ? text.slice(0, at) : text.slice(0, at) + text.slice(at + 1);
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)]!;
}

function randomBytes(random: Random, most: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: 1 + Math.floor(random() * most) }, () => random() * 256);
}
