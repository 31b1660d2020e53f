import { closestName } from "./closest_name.ts";

/**
 * Returns the sentence about a key that no setting has.
 *
 * @param key The key with those above it, as it is written in the sentence.
 * @param known The keys there are.
 * @param name The key alone, which is compared with them. @default key
 */
export function describeUnknownKey(
  key: string,
  known: readonly string[],
  name: string = key,
): string {
  const closest = closestName(name, known);
  const hint = closest === undefined
    ? `known are ${known.map((other) => `"${other}"`).join(", ")}`
    : `did you mean "${closest}"?`;
  return `Unknown key "${key}" is passed over: ${hint}`;
}
