/** The subject that a text begins with, as `csv: …`, `[router] …`, `fix(router): …` or `HTTP/2: …` do. */
const SCOPE_REGEXP = /^\s*\[?([A-Za-z][\w@./-]{1,40})\]?(?:\(([\w@./, *-]{1,80})\))?!?:\s+\S/;

/** What titles begin with whatever they are about; by a convention of many projects, and in trackers. */
const TYPES: ReadonlySet<string> = new Set(
  ("fix feat feature docs doc chore refactor test tests perf build ci style revert bug bugfix add " +
    "note breaking deps internal misc wip error exception warning").split(" "),
);

const EXTENSION_REGEXP = /(?<=.)\.[^.]*$/;

/**
 * Returns those of some paths that are outside of the subject that a text begins with: no folder or file on
 * them goes by its name. None are where the text begins with no subject, or one that no path has.
 */
export function findOutsideScope(text: string, paths: readonly string[]): ReadonlySet<string> {
  const scopes = readScopes(text);
  if (scopes.size === 0) return new Set();
  const outside = paths.filter((path) => !listNames(path).some((name) => scopes.has(name)));
  return new Set(outside.length < paths.length ? outside : []);
}

function readScopes(text: string): ReadonlySet<string> {
  const [, type = "", scopes = ""] = SCOPE_REGEXP.exec(text) ?? [];
  const named = TYPES.has(type.toLowerCase()) ? scopes : `${type},${scopes}`;
  return new Set(named.split(/[,/ ]+/).map(plain).filter((name) => name !== ""));
}

/** Returns the names of the folders and of the file on a path, the last also without its extension. */
function listNames(path: string): readonly string[] {
  return path.split("/").flatMap((
    name,
  ) => [plain(name), plain(name.replace(EXTENSION_REGEXP, ""))]);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
