import { UsageError } from "../operation/mod.ts";
import { basename } from "../machine/mod.ts";

/** A repository as somebody names it. */
export interface NamedFolder {
  /** Undefined to be called as its folder is. */
  readonly name: string | undefined;
  /** Absolute path. */
  readonly path: string;
  /** What is said of where it is named, in messages: `--root ../api`. */
  readonly told: string;
}

/** A repository that is asked. */
export interface NamedRepository {
  /** Letters, digits and `._-`; of no other repository. */
  readonly name: string;
  /** Real absolute path. */
  readonly path: string;
}

/** Most repositories of one question: each is opened for it. */
const MAX_REPOSITORIES = 32;

/** Characters of the name of a folder, before a number that tells it from others. */
const MAX_OWN_NAME = 56;

/** What stands in front of a path with a slash behind it, and in an option or an address. */
const NAME_REGEXP = /^(?!\.{1,2}$)[\w.-]{1,64}$/;

/**
 * Returns repositories with real paths and unique names: those they are given, or those of their folders.
 *
 * @throws {UsageError} For none or too many, a folder that is not there or is no folder, a name that is none or is given
 * twice, and for one repository that is another or lies in it.
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
  for (const { name, told } of found) {
    if (name === undefined || NAME_REGEXP.test(name)) continue;
    throw new UsageError(
      `Cannot name ${told} "${name}": a name must have 1 to 64 letters, digits, dots, dashes and underscores`,
    );
  }
  const given = found.flatMap(({ name }) => name ?? []);
  const twice = given.find((name, at) => given.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new UsageError(`Cannot name two repositories "${twice}": choose another name for one`);
  }
  return withNames(found);
}

/** Returns folders with the names that they have or else get: none of the latter is one of the former. */
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

function toRealFolder({ path, told }: NamedFolder): string {
  try {
    const real = Deno.realPathSync(path);
    if (Deno.statSync(real).isDirectory) return real;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      throw new UsageError(`Cannot search ${told} as there is no such folder`);
    }
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    throw new UsageError(`Cannot search ${told} as it cannot be read`, { cause: error });
  }
  throw new UsageError(`Cannot search ${told} as it is not a folder`);
}

function checkApart(one: NamedFolder, other: NamedFolder): void {
  if (one.path === other.path) {
    throw new UsageError(`Cannot search ${other.told} and ${one.told}: they are the same folder`);
  }
  for (const [inner, outer] of [[one, other], [other, one]] as const) {
    if (!inner.path.startsWith(outer.path === "/" ? "/" : `${outer.path}/`)) continue;
    throw new UsageError(
      `Cannot search ${outer.told} and ${inner.told}: the second is inside the first, and would be searched twice`,
    );
  }
}
