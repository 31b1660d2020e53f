/**
 * Worker of a campaign that kills it: `memory_worker.ts ADDRESS SESSION FOLDER` asks the server
 * whose address is in a file, and its agent adds a line to `FOLDER/given` for each text that it
 * receives.
 *
 * @module
 */

import { askOverHttp, Rail, type RailClock, SeenIds } from "../../features/memory/rail/mod.ts";
import type { OfferedInject } from "../../features/memory/core/mod.ts";

/** Factor by which the clock of the worker is faster: its 30 seconds take 20 milliseconds. */
const SPEED = 1500;

/** Duration of a turn of its agent, in milliseconds. */
const TURN_MS = 7;

/**
 * Returns the texts that an agent received, without a line that a killed worker left incomplete.
 */
export function readReceived(path: string): readonly OfferedInject[] {
  const text = Deno.readTextFileSync(path);
  return text.split("\n").slice(0, -1).filter((line) => line !== "")
    .flatMap((line): OfferedInject[] => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}

if (import.meta.main) {
  const [address = "", session = "", folder = ""] = Deno.args;
  const given = `${folder}/given`;
  const clock: RailClock = {
    now: () => performance.now() * SPEED,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms / SPEED)),
  };
  // The line feed ends an incomplete line.
  Deno.writeTextFileSync(given, "\n", { append: true });
  const rail = new Rail({
    worker: `worker of ${session}`,
    ask(request, signal) {
      const server = Deno.readTextFileSync(address);
      return askOverHttp({ server, session })(request, signal);
    },
    clock,
    seen: new SeenIds(`${folder}/seen`),
    wasGiven: ({ deliveryId }) =>
      readReceived(given).some((offer) => offer.deliveryId === deliveryId),
  });
  setInterval(() => {
    const turn = { isBlocked: false, isOverBudget: false, canInject: true };
    for (const offer of rail.takeTurn(turn)) {
      Deno.writeTextFileSync(given, `${JSON.stringify(offer)}\n`, { append: true });
      rail.acknowledge(offer.deliveryId);
    }
  }, TURN_MS);
  // A killed server is started again.
  for (;;) await rail.run(new AbortController().signal);
}
