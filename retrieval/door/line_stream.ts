/**
 * Yields the lines that arrive over a connection, without line breaks, up to a total number of
 * characters.
 */
export async function* receiveLines(
  connection: Pick<Deno.Conn, "read">,
  maxLength: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(16 * 1024);
  /** Parts of an incomplete line. A line of many megabytes is joined only once. */
  let pending: string[] = [];
  let length = 0;
  for (;;) {
    const count = await connection.read(buffer);
    if (count === null) return;
    const text = decoder.decode(buffer.subarray(0, count), { stream: true });
    length += text.length;
    if (length > maxLength) throw new RangeError(`Cannot read more than ${maxLength} characters`);
    const lines = text.split("\n");
    const rest = lines.pop()!;
    for (const line of lines) {
      yield pending.join("") + line;
      pending = [];
    }
    pending.push(rest);
  }
}

/** Sends a line over a connection. */
export async function sendLine(
  connection: Pick<Deno.Conn, "write">,
  line: string,
): Promise<void> {
  const bytes = new TextEncoder().encode(`${line}\n`);
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}
