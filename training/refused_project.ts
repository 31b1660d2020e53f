/** Names of refused projects, normalised by {@link parseRefusedProjects}. */
export type RefusedProjects = ReadonlySet<string>;

const SEPARATOR_REGEXP = /[-_.]+/;

/** Expressions for the name of a package, by the manifests of each packaging system. */
const MANIFEST_NAMES: ReadonlyMap<RegExp, RegExp> = new Map([
  [/(?:^|\/)(?:package|composer)\.json$/, /^\s*"name"\s*:\s*"([^"]+)"/m],
  [/(?:^|\/)(?:Cargo|pyproject)\.toml$/, /^\s*name\s*=\s*["']([^"']+)["']/m],
  [/(?:^|\/)setup\.(?:py|cfg)$/, /^\s*name\s*=\s*["']?([\w.-]+)/m],
  [/(?:^|\/)go\.mod$/, /^module\s+(\S+)/m],
  [/\.gemspec$/, /\.name\s*=\s*["']([^"']+)["']/],
  [/(?:^|\/)mix\.exs$/, /\bapp:\s*:(\w+)/],
  [/\.cabal$/, /^name:\s*(\S+)/im],
  [/\.rockspec$/, /^package\s*=\s*["']([^"']+)["']/m],
]);

/** Returns the names in a list with one per line. */
export function parseRefusedProjects(list: string): RefusedProjects {
  return new Set(list.split("\n").map((line) => key(line.trim())).filter((name) => name !== ""));
}

/**
 * Returns the refused project of a name, or undefined.
 *
 * A name is refused when it is a listed one in any spelling, and when it begins with one, as
 * packages of a project and its forks do: `redis-py`, `@angular/core`, `rails/rails`,
 * `django_extensions`. This also refuses some unrelated projects, which is accepted.
 *
 * @param name Name of a repository with its owner, or of a package.
 */
export function findRefusedProject(name: string, refused: RefusedProjects): string | undefined {
  for (const segment of name.toLowerCase().replace(/^@/, "").split("/")) {
    const words = segment.split(SEPARATOR_REGEXP).filter((word) => word !== "");
    for (let count = 1; count <= words.length; count++) {
      const start = words.slice(0, count).join("");
      if (refused.has(start)) return start;
    }
  }
  return undefined;
}

/** Returns the name of the package in the file at `path`, or undefined. */
export function findPackageName(path: string, text: string): string | undefined {
  for (const [paths, names] of MANIFEST_NAMES) {
    if (paths.test(path)) return names.exec(text)?.[1];
  }
  return undefined;
}

/** Returns true when {@link findPackageName} can read the file at `path`. */
export function isManifest(path: string): boolean {
  return [...MANIFEST_NAMES.keys()].some((paths) => paths.test(path));
}

function key(name: string): string {
  return name.toLowerCase().split(SEPARATOR_REGEXP).join("");
}
