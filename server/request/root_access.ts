/** A token, and which of the served repositories it is for. */
export interface TokenClaim {
  /** What the log calls whoever holds it. */
  readonly name: string;
  readonly token: string;
  /** Names of roots, or all that are served; whoever holds it is told of no other. */
  readonly repositories: readonly string[] | "all";
}

/** Which roots a caller may see. */
export interface RootAccess {
  /** Tells it from the sights of others. */
  readonly key: string;
  /** Names of the roots that may be asked one by one. */
  readonly roots: readonly string[] | "all";
  /** Names of those that may be asked together. */
  readonly together: readonly string[] | "all";
}

/** That of everybody where no token is asked for. */
export const FULL_ACCESS: RootAccess = { key: "open", roots: "all", together: "all" };

/**
 * That of whoever holds the token of the server, which says nothing of repositories: each root may be asked by itself,
 * and none together with others.
 */
export const SERVER_TOKEN_ACCESS: RootAccess = { key: "token", roots: "all", together: [] };

/** That of whoever has shown nothing where a token is asked for. */
export const NO_ACCESS: RootAccess = { key: "none", roots: [], together: [] };

/** Returns whether nothing is hidden. */
export function isFullAccess({ roots, together }: RootAccess): boolean {
  return roots === "all" && together === "all";
}

/** Returns the access of whoever holds the token of a claim. */
export function claimAccess({ name, repositories }: TokenClaim): RootAccess {
  return { key: `claim ${name}`, roots: repositories, together: repositories };
}

/** Returns whether a root may be seen. */
export function isAccessible(seen: readonly string[] | "all", name: string): boolean {
  return seen === "all" || seen.includes(name);
}
