import type { SearchOptions } from "./search_options.ts";
import { RANKING_STEPS } from "@dossier/core/rank";

/**
 * Checks what callers of the library may get wrong without the compiler's help.
 *
 * @throws {RangeError} For a limit below 1, a bound below 0, and numbers that are none.
 * @throws {TypeError} For a ranking step that does not exist.
 */
export function checkSearchOptions({ limit, maxRefreshMs, disabled = [] }: SearchOptions): void {
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1)) {
    throw new RangeError(
      `Cannot search as the limit must be a whole number >= 1: current value is ${limit}`,
    );
  }
  if (maxRefreshMs !== undefined && !(maxRefreshMs >= 0)) {
    throw new RangeError(
      `Cannot answer as the refresh bound must be a number >= 0: current value is ${maxRefreshMs}`,
    );
  }
  const unknown = disabled.find((name) => !RANKING_STEPS.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(
      `Cannot disable "${unknown}" as the ranking steps are ${RANKING_STEPS.join(", ")}`,
    );
  }
}
