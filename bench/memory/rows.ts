import type { ArmRow } from "./run_arms.ts";

/** Returns the rows of a file; none when it does not exist. */
export function readRows(path: string): readonly ArmRow[] {
  try {
    return Deno.readTextFileSync(path).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Returns a unique key of a row within its file. */
export function keyOf({ task, arm, budget }: Pick<ArmRow, "task" | "arm" | "budget">): string {
  return `${task} ${arm} ${budget}`;
}
