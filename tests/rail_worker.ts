/**
 * Worker that tests kill: its minutes pass within milliseconds, and its agent writes each received
 * ID to a file.
 *
 * `rail_worker.ts SERVER FOLDER`
 */

import { askOverHttp, Rail, type RailClock, SeenIds } from "../features/memory/rail/mod.ts";

/** Factor by which its time is faster than the machine's: 30 seconds are 3 milliseconds. */
const SPEED = 10_000;

const [server = "", folder = ""] = Deno.args;
const given = `${folder}/given`;

const clock: RailClock = {
  now: () => performance.now() * SPEED,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms / SPEED)),
};

Deno.writeTextFileSync(given, "", { append: true });
const rail = new Rail({
  worker: "w1",
  ask: askOverHttp({ server, session: "s1" }),
  clock,
  seen: new SeenIds(`${folder}/seen`),
  wasGiven: ({ deliveryId }) => Deno.readTextFileSync(given).split("\n").includes(deliveryId),
});
rail.run(new AbortController().signal);

setInterval(() => {
  const turn = { isBlocked: false, isOverBudget: false, canInject: true };
  for (const { deliveryId } of rail.takeTurn(turn)) {
    Deno.writeTextFileSync(given, `${deliveryId}\n`, { append: true });
    rail.acknowledge(deliveryId);
  }
}, 7);
