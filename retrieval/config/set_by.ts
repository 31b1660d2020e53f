import type { EmbedderSettings } from "./settings.ts";

/**
 * Who may give a setting a value besides the user, who may give it any. A repository that was cloned is not trusted: it
 * sets nothing that runs a program, opens an address, reads outside of the root, shows names that promise secrets, or
 * weakens exclusions and masks.
 */
export interface SetBy<Value = never> {
  /** What of the setting only the user may give, for people; empty where a repository may give all of it. */
  readonly userOnly: string;
  /**
   * Returns what a value reaches that only the user may allow, such as an address or a real path; undefined for a
   * value that a repository may give.
   *
   * @param root Real absolute path of the tree.
   */
  readonly findReach: (value: Value, root: string) => string | undefined;
}

/** A setting that a repository may give any value: it is about the text of the repository itself. */
export const REPOSITORY: SetBy<unknown> = { userOnly: "", findReach: () => undefined };

/** A setting that is the user's alone. */
export const USER: SetBy<unknown> = {
  userOnly: "any value",
  findReach: (value) => typeof value === "string" ? value : JSON.stringify(value),
};

/** An embedder is a repository's where it reads a file or folder of the root, or nothing. */
export const EMBEDDER_SET_BY: SetBy<EmbedderSettings> = {
  userOnly: "http, remote models, and places outside of the root",
  findReach(settings, root) {
    switch (settings.kind) {
      case "none":
        return undefined;
      case "http":
        return settings.keyVariable === undefined
          ? settings.url
          : `${settings.url} with the key in ${settings.keyVariable}`;
      case "static":
        return settings.table === undefined ? undefined : findOutside(settings.table, root);
      case "transformers":
        return settings.remote ? settings.model : findOutside(settings.model, root);
    }
  },
};

/** A path from the root of the file system, of Windows as well. */
const ABSOLUTE_REGEXP = /^(?:[\\/]|[a-z]:)/i;

/** Returns the real path of what is named, or the path of what is missing, when that is not below the root. */
function findOutside(written: string, root: string): string | undefined {
  const path = ABSOLUTE_REGEXP.test(written) ? written : `${root}/${written}`;
  let real = path;
  try {
    real = Deno.realPathSync(path);
  } catch {
    // What is missing may be put there between this look and the next.
    if (path.split(/[\\/]/).includes("..")) return path;
  }
  return real.startsWith(`${root}/`) ? undefined : real;
}
