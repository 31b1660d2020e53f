/** Token for some of the served repositories. */
export interface TokenClaim {
  /** Name of its holder in the log. */
  readonly name: string;
  readonly token: string;
  /** Names of the roots that the holder may see, or `"all"`. */
  readonly repositories: readonly string[] | "all";
}

/** Roots that a caller may access. */
export interface RootAccess {
  /** Unique key of this access. */
  readonly key: string;
  /** Names of the roots that may be queried one at a time. */
  readonly roots: readonly string[] | "all";
  /** Names of the roots that may be queried together. */
  readonly together: readonly string[] | "all";
}

/** Access of everyone when no token is required. */
export const FULL_ACCESS: RootAccess = { key: "open", roots: "all", together: "all" };

/**
 * Access of the holder of the server's token, which names no repositories: each root may be queried
 * alone, and none together with others.
 */
export const SERVER_TOKEN_ACCESS: RootAccess = { key: "token", roots: "all", together: [] };

/** Access without credentials when a token is required. */
export const NO_ACCESS: RootAccess = { key: "none", roots: [], together: [] };

/** Returns true when everything is accessible. */
export function isFullAccess({ roots, together }: RootAccess): boolean {
  return roots === "all" && together === "all";
}

/** Returns the access of the holder of a claim's token. */
export function claimAccess({ name, repositories }: TokenClaim): RootAccess {
  return { key: `claim ${name}`, roots: repositories, together: repositories };
}

/** Returns true when a root is accessible. */
export function isAccessible(accessible: readonly string[] | "all", name: string): boolean {
  return accessible === "all" || accessible.includes(name);
}
