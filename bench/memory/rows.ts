import type { ArmRow } from "./run_arms.ts";

/** Returns the rows of a file; none when there is no such file. */
export function readRows(path: string): readonly ArmRow[] {
  try {
    return Deno.readTextFileSync(path).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Returns what tells a row from others of its file. */
export function keyOf({ task, arm, budget }: Pick<ArmRow, "task" | "arm" | "budget">): string {
  return `${task} ${arm} ${budget}`;
}
