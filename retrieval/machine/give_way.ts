/** How far back a thread stands: at 10 the others get about nine times as much of a busy processor. */
const NICENESS = 10;

let hasGivenWay = false;

/**
 * Lets the other threads of this process go first from now on, but not those that do jobs for this one. Only Linux
 * knows how; it does nothing elsewhere, and where it may not.
 */
export async function giveWay(): Promise<void> {
  hasGivenWay = true;
  // On other systems the same call is about the whole process.
  if (Deno.build.os !== "linux") return;
  const { state } = Deno.permissions.querySync({ name: "sys", kind: "setPriority" });
  if (state !== "granted") return;
  const { setPriority } = await import("node:os");
  // To Linux 0 stands for the thread that calls.
  setPriority(0, NICENESS);
}

/** Returns whether this thread lets others go first. */
export function isGivingWay(): boolean {
  return hasGivenWay;
}
