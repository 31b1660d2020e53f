import { type ServerResponse, STATUS_CODES } from "node:http";

/** Statuses of answers that have no body and say nothing of its length. */
const BODILESS_STATUSES: readonly number[] = [204, 304];

/**
 * Sends an answer that is no stream: its body in one piece.
 *
 * The adapter of the framework reads every body as a stream of the runtime, and what these leave behind
 * survives the quick garbage collections: of 200 answers a second one took 4 ms, once a second, and takes
 * .3 ms without.
 */
export async function sendWhole(response: Response, outgoing: ServerResponse): Promise<void> {
  const { status, headers } = response;
  const body = await response.bytes();
  const fields: Record<string, string | string[]> = Object.fromEntries(headers);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) fields["set-cookie"] = cookies;
  if (body.length > 0 || (outgoing.req.method !== "HEAD" && !BODILESS_STATUSES.includes(status))) {
    fields["content-length"] ??= String(body.length);
  }
  // Else what an earlier try has left would be said.
  outgoing.writeHead(status, STATUS_CODES[status] ?? "", fields);
  outgoing.end(body);
}
