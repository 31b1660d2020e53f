/** Returns whether an answer is a stream of server-sent events, which goes on after its headers are sent. */
export function isEventStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}
