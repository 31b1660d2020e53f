import { maskValue } from "./mask_value.ts";

/** Most characters of a reason: it may hold all that a program has written. */
const MAX_REASON_CHARACTERS = 200;

/**
 * Returns what a program of somebody else's failed with as one line of at most 200 characters, with secrets masked.
 *
 * @param place What the error is about, as for a path.
 */
export async function toReason(error: unknown, place: string): Promise<string> {
  const text = await maskValue(error instanceof Error ? error.message : String(error), place);
  return text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_REASON_CHARACTERS);
}
