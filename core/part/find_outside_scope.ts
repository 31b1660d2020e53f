/** Subject at the start of a text: `csv: …`, `[router] …`, `fix(router): …` or `HTTP/2: …`. */
const SCOPE_REGEXP = /^\s*\[?([A-Za-z][\w@./-]{1,40})\]?(?:\(([\w@./, *-]{1,80})\))?!?:\s+\S/;

/** Prefixes of titles that do not name a subject; a convention of many projects and of trackers. */
const TYPES: ReadonlySet<string> = new Set(
  ("fix feat feature docs doc chore refactor test tests perf build ci style revert bug bugfix add " +
    "note breaking deps internal misc wip error exception warning").split(" "),
);

const EXTENSION_REGEXP = /(?<=.)\.[^.]*$/;

/**
 * Returns those of some paths that are outside of the subject at the start of a text: no folder or
 * file of the path has the subject's name. Returns no paths when the text does not begin with a
 * subject, or when no path has the subject.
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

/**
 * Returns the names of the folders and of the file of a path, the last also without its extension.
 */
function listNames(path: string): readonly string[] {
  return path.split("/").flatMap((
    name,
  ) => [plain(name), plain(name.replace(EXTENSION_REGEXP, ""))]);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
