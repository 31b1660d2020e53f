/**
 * Works for a session until it is killed: `memory_worker.ts ADDRESS SESSION RECEIVED` asks the server whose address is
 * in a file for texts, and adds a line to another file for each that its agent got, before it acknowledges it. That
 * file is also what it has seen before.
 *
 * @module
 */

import { InjectInbox, type OfferedInject } from "../../features/memory/core/mod.ts";

/** How long it waits when there was nothing, or nobody. */
const PAUSE_MS = 20;

/** How long the server may take to answer. */
const ANSWER_MS = 10_000;

/** Returns the lines of what an agent got, and cuts off what a killed worker has left half written. */
export function readReceived(path: string): readonly OfferedInject[] {
  using file = Deno.openSync(path, { read: true, write: true, create: true });
  const text = Deno.readTextFileSync(path);
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole !== text) file.truncateSync(new TextEncoder().encode(whole).length);
  return whole.split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

if (import.meta.main) {
  const [address = "", session = "", received = ""] = Deno.args;
  const inbox = new InjectInbox({
    seen: readReceived(received).map(({ deliveryId }) => deliveryId),
  });
  using file = Deno.openSync(received, { append: true });
  for (;;) {
    const offer = await ask(address, { session, acknowledged: inbox.acknowledged });
    if (offer !== undefined) inbox.receive(offer);
    for (const taken of inbox.takeAll()) {
      file.writeSync(new TextEncoder().encode(`${JSON.stringify(taken)}\n`));
    }
    if (offer === undefined) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Returns what the server offers; undefined when it has nothing, or does not answer. */
async function ask(
  address: string,
  { session, acknowledged }: {
    readonly session: string;
    readonly acknowledged: string | undefined;
  },
): Promise<OfferedInject | undefined> {
  try {
    const url = Deno.readTextFileSync(address);
    const response = await fetch(`${url}/v1/sessions/${session}/refresh`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ worker: `worker of ${session}`, acknowledged }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const answer = await response.json();
    return response.ok ? answer.inject : undefined;
  } catch {
    // It was killed; another comes.
    return undefined;
  }
}
