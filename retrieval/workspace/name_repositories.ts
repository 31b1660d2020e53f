import { UsageError } from "../operation/mod.ts";
import { basename } from "../machine/mod.ts";

/** Repository as the user names it. */
export interface NamedFolder {
  /** Name that the user chose; undefined for the name of the folder. */
  readonly name: string | undefined;
  /** Absolute path. */
  readonly path: string;
  /** Place where the user names it, for messages: `--root ../api`. */
  readonly label: string;
}

/** Repository of a question. */
export interface NamedRepository {
  /** Unique name of letters, digits and `._-`. */
  readonly name: string;
  /** Real absolute path. */
  readonly path: string;
}

/** Maximum number of repositories of a question: each of them is opened. */
const MAX_REPOSITORIES = 32;

/** Maximum length of a name taken from a folder, before the number that makes it unique. */
const MAX_OWN_NAME = 56;

/** Valid name: it must fit in front of a path, in an option and in a URL. */
const NAME_REGEXP = /^(?!\.{1,2}$)[\w.-]{1,64}$/;

/**
 * Returns repositories with real paths and unique names: the chosen ones, or those of their folders.
 *
 * @throws {UsageError} For no repository or too many, a missing folder, an invalid or repeated name, and a repository that
 * is the same as another one or inside it.
 */
export function nameRepositories(folders: readonly NamedFolder[]): readonly NamedRepository[] {
  if (folders.length === 0) {
    throw new UsageError("Cannot search without a repository: name at least one");
  }
  if (folders.length > MAX_REPOSITORIES) {
    throw new UsageError(
      `Cannot search ${folders.length} repositories at once: name at most ${MAX_REPOSITORIES}`,
    );
  }
  const found = folders.map((folder) => ({ ...folder, path: toRealFolder(folder) }));
  found.forEach((one, at) => {
    for (const other of found.slice(0, at)) checkApart(one, other);
  });
  for (const { name, label } of found) {
    if (name === undefined || NAME_REGEXP.test(name)) continue;
    throw new UsageError(
      `Cannot name ${label} "${name}": a name must have 1 to 64 letters, digits, dots, dashes and underscores`,
    );
  }
  const given = found.flatMap(({ name }) => name ?? []);
  const twice = given.find((name, at) => given.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new UsageError(`Cannot name two repositories "${twice}": choose another name for one`);
  }
  return withNames(found);
}

/** Returns the folders with unique names: chosen names stay, and the others are derived from the folders. */
function withNames(found: readonly NamedFolder[]): readonly NamedRepository[] {
  const taken = new Set(found.flatMap(({ name }) => name ?? []));
  return found.map(({ name, path }) => {
    if (name !== undefined) return { name, path };
    const own = basename(path).replaceAll(/[^\w.-]+/g, "-").slice(0, MAX_OWN_NAME);
    const base = /^\.{0,2}$/.test(own) ? "root" : own;
    let free = base;
    for (let number = 2; taken.has(free); number++) free = `${base}-${number}`;
    taken.add(free);
    return { name: free, path };
  });
}

function toRealFolder({ path, label }: NamedFolder): string {
  try {
    const real = Deno.realPathSync(path);
    if (Deno.statSync(real).isDirectory) return real;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      throw new UsageError(`Cannot search ${label} as there is no such folder`);
    }
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    throw new UsageError(`Cannot search ${label} as it cannot be read`, { cause: error });
  }
  throw new UsageError(`Cannot search ${label} as it is not a folder`);
}

function checkApart(one: NamedFolder, other: NamedFolder): void {
  if (one.path === other.path) {
    throw new UsageError(`Cannot search ${other.label} and ${one.label}: they are the same folder`);
  }
  for (const [inner, outer] of [[one, other], [other, one]] as const) {
    if (!inner.path.startsWith(outer.path === "/" ? "/" : `${outer.path}/`)) continue;
    throw new UsageError(
      `Cannot search ${outer.label} and ${inner.label}: the second is inside the first, and would be searched twice`,
    );
  }
}
