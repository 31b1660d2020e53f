const ENCODER = new TextEncoder();

/** Returns the bytes of a request with a JSON body. */
export function postJson(path: string, body: unknown): Uint8Array {
  const json = ENCODER.encode(JSON.stringify(body));
  const head = ENCODER.encode(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n`,
  );
  const bytes = new Uint8Array(head.length + json.length);
  bytes.set(head);
  bytes.set(json, head.length);
  return bytes;
}

/** Returns the bytes of a request without a body. */
export function get(path: string): Uint8Array {
  return ENCODER.encode(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n`,
  );
}
