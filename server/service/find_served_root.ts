import { ServerError } from "../problem/server_error.ts";
import type { ServedRoot } from "./service.ts";

/**
 * Returns the root that a request means: the one it names, or the only one there is.
 *
 * @throws {ServerError} `root-unknown` for a name that is not served; `invalid-request` without a name
 * where there are several.
 */
export function findServedRoot(
  roots: readonly ServedRoot[],
  name: string | undefined,
): ServedRoot {
  const names = roots.map((root) => `"${root.name}"`).join(", ");
  if (name === undefined) {
    const [only, ...others] = roots;
    if (only !== undefined && others.length === 0) return only;
    throw new ServerError(
      "invalid-request",
      `Cannot tell which root is meant: name one of ${names} as "root"`,
    );
  }
  const found = roots.find((root) => root.name === name);
  if (found !== undefined) return found;
  throw new ServerError(
    "root-unknown",
    `Cannot answer from the root "${name}": there are ${names}`,
  );
}
