import { pow } from "../math/mod.ts";
import { raw } from "../text/match_at.ts";
import { fileKeys, isFolderStem, normaliseName, stemOf } from "../text/file_keys.ts";
import { knownExtension } from "./file_name.ts";

/** The whole path, or a path on another machine that ends in it. */
const FULL_MATCH = 1;

/** A bare file name, which several files may have. */
const NAME_MATCH = 0.7;

/** A file in the root, of a path on another machine: its folder may be the root, or another project. */
const ROOT_MATCH = 0.6;

/** The name of a module, without extension and source folder. */
const MODULE_MATCH = 0.9;

/** Factor for each name at the end of the chain that is a member of the module. */
const MEMBER_FACTOR = 0.9;

/** Factor for the file that stands for a package: a member is most often in another of its files. */
const FOLDER_MEMBER_FACTOR = 0.5;

/** Names at the end of a dotted chain that may be a class, a member and a member of that. */
const MAX_MEMBERS = 3;

/** Factor for each folder that two paths do not share. */
const PARTIAL_FACTOR = 0.5;

/** Prefixes of paths in diffs, build tools and shells. */
const PREFIX_REGEXP = /^(?:file:\/\/|[ab]\/(?=.*\/)|(?:\.{1,2}\/)+|~\/|[a-z]:\/|\/+)/i;

/** Names of Rust for the package and the modules around. */
const ROOT_NAMES: ReadonlySet<string> = new Set(["crate", "self", "super"]);

const MODULE_SEPARATOR_REGEXP = /\.|::|\\|\/|->|#/;

/** Names of two and more members, joined by dots only. */
const CHAIN_REGEXP = /^\w+(?:\.\w+){2,}$/;

/** A path that a text names, made ready to be compared with those of many documents. */
interface PathMatcher {
  /** Names as `fileKeys` returns them, one of which a path must have to match at all. */
  readonly keys: ReadonlySet<string>;
  /** Returns how well it fits a path relative to the root, from 0 (another file) to 1. */
  readonly match: (path: string) => number;
  /** Whether a bundler or compiler has made it, so that its lines are not those of any source. */
  readonly isBuilt: boolean;
  /** Returns how well what it is built from fits a path, from 0 to 1. */
  readonly matchSource: (path: string) => number;
}

/**
 * Returns the matcher for a path that a text names; with an empty one nothing matches.
 *
 * Whole segments are compared from the end: `C:\x\site-packages\django\forms\fields.py`,
 * `./forms/fields.py` and `b/django/forms/fields.py` all fit `django/forms/fields.py`. Versions of packages
 * are passed over, as in `axum-0.8.4/src/lib.rs` and `https://jsr.io/@std/yaml/1.0.10/parse.ts`. A chain of
 * names is read as a module (`django.forms.fields`, `Noface.Core.State`, `crate::forms::fields`), with
 * up to three members of it at the end.
 */
export function createPathMatcher(mention: string): PathMatcher {
  const segments = toSegments(mention);
  const name = segments.at(-1) ?? "";
  if (name === "") return { keys: new Set(), match: () => 0, isBuilt: false, matchSource: () => 0 };
  // `a.b.c` is rather a chain of names than a file of C.
  const isFile = (knownExtension(name) !== "" && !CHAIN_REGEXP.test(mention)) ||
    name.startsWith(".");
  const keys = new Set(fileKeys(name));
  const matchesFile = createFileMatcher(mention, segments);
  const chain = isFile ? [] : toChain(mention);
  const match = (path: string) => matchesFile(path) || matchModule(chain, path);
  if (chain.length >= 2) { for (const part of chain.slice(-1 - MAX_MEMBERS)) keys.add(part); }
  const source = isFile ? findBuildSource(segments) : undefined;
  if (source !== undefined) keys.add(normaliseName(source.names.at(-1)!));
  const matchSource = (path: string) => source === undefined ? 0 : matchBuildSource(source, path);
  return { keys, match, isBuilt: source !== undefined, matchSource };
}

function toChain(mention: string): string[] {
  return mention.split(MODULE_SEPARATOR_REGEXP).map(normaliseName)
    .filter((part) => part !== "" && !ROOT_NAMES.has(part));
}

function toSegments(mention: string): string[] {
  let path = mention.normalize("NFC").replaceAll("\\", "/");
  for (let prefix; (prefix = PREFIX_REGEXP.exec(path)?.[0]) !== undefined;) {
    path = path.slice(prefix.length);
  }
  return path.replace(/\/+$/, "").split("/").filter((segment) => segment !== "" && segment !== ".");
}

/** How paths begin that are not of the tree: absolute ones and those of URLs. */
const ELSEWHERE_REGEXP = /^(?:[a-z]+:|[/~])/i;

/** A version between two slashes (`1.0.10`), and at the end of a name (`v2@v2.0.9`, `axum-0.8.4`). */
const VERSION_REGEXP = /^v?\d+\.\d+[\w.+-]*$/;
const VERSIONED_REGEXP = /^(.+?)(?:@v?\d[^@]*|-v?\d+\.\d+[\w.+-]*)$/;

/** Files that the root of any project may have. */
const COMMON_NAME_REGEXP = new RegExp(
  raw`^(?:(?:app|config|conftest|constants|errors?|helpers?|manage|server|setup|tests?` +
    raw`|types?|utils?|version|wsgi)\.\w+|\..*|[^.]*|.*\.(?:json|lock|md|toml|ya?ml))$`,
  "i",
);

/** Files in the folder where containers and runners of CI have the root. */
const CHECKOUT_REGEXP = new RegExp(
  `^(?:file://)?(?:[A-Za-z]:)?/(?:${
    [
      "app|code|workspace|workspaces/[^/]+|usr/src/app|srv/app|opt/app|opt/build/repo|var/task|var/www/html",
      "vercel/path0|github/workspace|builds/[^/]+/[^/]+|home/runner/work/[^/]+/[^/]+|a/[^/]+/[^/]+",
      "home/vsts/work/\\d+/s|(?:[^/]+/)?_work/\\d+/s",
    ].join("|")
  })/[^/]+$`,
);

/** Returns what says how well a mention fits a file, as it is written or without versions. */
function createFileMatcher(mention: string, segments: readonly string[]): (path: string) => number {
  const name = segments.at(-1)!;
  const bare = [
    ...segments.slice(0, -1).filter((segment) => !VERSION_REGEXP.test(segment))
      .map((segment) => segment.replace(VERSIONED_REGEXP, "$1")),
    name,
  ];
  const isVersioned = bare.join("/") !== segments.join("/");
  const isElsewhere = isVersioned || ELSEWHERE_REGEXP.test(mention);
  const isTelling = isElsewhere && segments.length > 1 && !isFolderStem(stemOf(name)) &&
    !COMMON_NAME_REGEXP.test(name);
  const isOfRoot = segments.length > 1 && CHECKOUT_REGEXP.test(mention.replaceAll("\\", "/"));
  return (path) => {
    const names = path.split("/");
    const known = isVersioned
      ? Math.max(matchFile(segments, names), matchFile(bare, names))
      : matchFile(segments, names);
    return known === 0 && (isTelling || isOfRoot) && path === name ? ROOT_MATCH : known;
  };
}

function matchFile(mention: readonly string[], path: readonly string[]): number {
  let shared = 0;
  while (
    shared < mention.length && shared < path.length &&
    mention.at(-1 - shared) === path.at(-1 - shared)
  ) shared++;
  if (shared === 0) return 0;
  if (shared === mention.length) {
    return shared > 1 || path.length === 1 ? FULL_MATCH : NAME_MATCH;
  }
  // A log has a label in front, and the tree says where the path begins: `[web] src/a.ts`.
  const isLabelled = shared > 0 && mention.at(-1 - shared)!.endsWith(` ${path.at(-1 - shared)}`);
  if (isLabelled && (shared === path.length - 1 || shared === mention.length - 1)) {
    return FULL_MATCH;
  }
  // A file in the root: any other folder may hold one of this name as well.
  if (shared === path.length) return shared > 1 ? FULL_MATCH : 0;
  // `packages/a/src/x.ts` moved or named from another root: its name and a folder must be the same.
  const missing = Math.min(mention.length, path.length) - shared;
  return shared > 1 ? pow(PARTIAL_FACTOR, missing) : 0;
}

function matchModule(chain: readonly string[], path: string): number {
  const segments = path.split("/");
  const stem = stemOf(segments.pop() ?? "");
  const isFolder = segments.length > 0 && isFolderStem(stem);
  if (!isFolder) segments.push(stem);
  const names = segments.map(normaliseName);
  for (let members = 0; members <= MAX_MEMBERS && chain.length - members >= 2; members++) {
    if (!endsWith(names, chain.slice(0, chain.length - members))) continue;
    const folderFactor = isFolder && members > 0 ? FOLDER_MEMBER_FACTOR : 1;
    return MODULE_MATCH * pow(MEMBER_FACTOR, members) * folderFactor;
  }
  return 0;
}

function endsWith(names: readonly string[], module: readonly string[]): boolean {
  return module.length <= names.length &&
    module.every((name, index) => name === names[names.length - module.length + index]);
}

/** What a built file was made from, as far as its path tells. */
interface BuildSource {
  /** Folders below the root of the package, and the name of the file without its ending. */
  readonly names: readonly string[];
  /** Name of the package without its scope; undefined outside of `node_modules`. */
  readonly project: string | undefined;
}

/** Folders that bundlers and compilers write to. */
const BUILT_FOLDER_REGEXP = /^(?:dist|build|out|lib|cjs|esm?|umd|bundles?|\.next|\.output)$/;

/** Endings of JavaScript; other languages do not run what was built by such names. */
const SCRIPT_REGEXP = /\.[cm]?jsx?$/;

/** Endings of what JavaScript is made from. */
const SOURCE_REGEXP = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;

/** What bundlers put between the name of a file and its ending: kinds of builds, and hashes. */
const BUILD_REGEXP = /(?:\.(?:min|prod|production|development|browser|node|cjs|esm?|umd|bundle))+$/;
const HASH_REGEXP = /[-.](?=[\w-]*[A-Z\d])[\w-]{8}$/;

/** A file of the same folders and name; one of the same name in the package; one of the same name. */
const FOLDERS_MATCH = 0.9;
const PROJECT_MATCH = 0.8;
const BUILT_MATCH = 0.5;

/**
 * Returns what a built file was made from, or undefined for a path that no bundler or compiler has written:
 * of `node_modules/swr/dist/infinite/index.mjs` the file `infinite/index` of `swr`.
 *
 * @param segments Segments of its path.
 */
export function findBuildSource(segments: readonly string[]): BuildSource | undefined {
  const name = segments.at(-1) ?? "";
  if (!SCRIPT_REGEXP.test(name)) return undefined;
  const modules = segments.lastIndexOf("node_modules");
  const isScoped = segments[modules + 1]?.startsWith("@");
  const inside = modules < 0 ? 0 : modules + (isScoped ? 3 : 2);
  const built = segments.findIndex((segment, i) =>
    i >= inside && BUILT_FOLDER_REGEXP.test(segment)
  );
  if (built < 0) return undefined;
  const folders = segments.slice(built + 1, -1).filter((folder) =>
    !BUILT_FOLDER_REGEXP.test(folder) && folder !== "src"
  );
  const stem = stemOf(name).replace(BUILD_REGEXP, "").replace(HASH_REGEXP, "");
  const project = modules < 0 ? undefined : segments[inside - 1];
  return stem === "" ? undefined : { names: [...folders, stem], project };
}

/** Returns how surely a path of the tree is what a built file was made from, from 0 to 1. */
export function matchBuildSource({ names, project }: BuildSource, path: string): number {
  if (!SOURCE_REGEXP.test(path)) return 0;
  const folders = path.split("/").map(normaliseName);
  folders.push(normaliseName(stemOf(path.slice(path.lastIndexOf("/") + 1))));
  folders.splice(-2, 1);
  const wanted = names.map(normaliseName);
  if (!wanted.every((name, i) => name === folders[folders.length - wanted.length + i])) return 0;
  if (wanted.length > 1) return FOLDERS_MATCH;
  const isInProject = project !== undefined && folders.includes(normaliseName(project));
  if (isInProject) return PROJECT_MATCH;
  return isFolderStem(names[0]!) ? 0 : BUILT_MATCH;
}
