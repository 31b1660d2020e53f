import type { InstructionHost, InstructionOrigin } from "../core/instructions/mod.ts";
import { type HostHomes, resolveInHome } from "../place/mod.ts";
import type { HostMemory, RuleFolder } from "../core/hosts/mod.ts";
import {
  dirname,
  isMissing,
  join,
  listEntries,
  lstatOrUndefined,
  RetrievalError,
} from "@dossier/retrieval/machine";

/** Names that mark the root of a project. */
const ROOT_MARKERS: readonly string[] = [".git"];

/** Deeper folders of rules are not read, nor more files of one. */
const MAX_LEVELS = 6;
const MAX_RULES = 2000;

/**
 * The folders of users and administrators, and further settings of hosts. Without a home nothing
 * outside of the root is read.
 */
export interface InstructionPlaces extends HostHomes {
  /** Further names of a folder's own file, tried after AGENTS.md. */
  readonly fallbacks?: readonly string[] | undefined;
  /** Names that mark a root. @default `.git` */
  readonly markers?: readonly string[] | undefined;
}

/** A path of an instruction file. */
export interface InstructionPlace {
  /** Absolute path. */
  readonly path: string;
  /** Path for messages. */
  readonly name: string;
  readonly origin: InstructionOrigin;
  /** Folder relative to the root. */
  readonly folder: string;
  readonly hosts: readonly string[];
  /** The folder of rules that it is in. */
  readonly rule?: RuleFolder;
  /** Present for notes of the host, of which only the start is included. */
  readonly memory?: HostMemory;
}

/**
 * Returns the nearest folder at or above one that has a marker, up to the root of the file system;
 * the folder itself when there is none.
 *
 * @param folder Real absolute path.
 * @throws {RetrievalError} `root-refused` when a folder on the way may not be read.
 */
export function findInstructionRoot(
  folder: string,
  { markers = ROOT_MARKERS }: Pick<InstructionPlaces, "markers"> = {},
): string {
  for (let at = folder; markers.length > 0; at = dirname(at)) {
    if (markers.some((marker) => exists(join(at, marker)))) return at;
    if (at === "/") break;
  }
  return folder;
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw new RetrievalError(
      "root-refused",
      `Cannot find the root of the project as "${path}" cannot be read: name the root with --root`,
      { cause },
    );
  }
}

/** Returns the folders from the root down to one, relative to the root, which is the empty one. */
export function listFoldersDown(folder: string): readonly string[] {
  const names = folder === "" ? [] : folder.split("/");
  return [...names.keys(), names.length].map((count) => names.slice(0, count).join("/"));
}

/**
 * Returns the instruction files for a folder, in the order of their texts: administrators', the
 * user's, those above the root, the project's from the root to the folder, rules for some files,
 * and last local ones.
 *
 * @param hosts The hosts that read them; a file of several hosts is listed once.
 * @param options.root Real absolute path.
 * @param options.folders Relative to the root, least specific first; {@link listFoldersDown}.
 */
export function findInstructionFiles(
  hosts: readonly InstructionHost[],
  { root, folders, ...places }: InstructionPlaces & {
    readonly root: string;
    readonly folders: readonly string[];
  },
): readonly InstructionPlace[] {
  const finder = new PlaceFinder(root, places);
  for (const host of hosts) finder.addOwn(host);
  for (const folder of folders) {
    for (const host of hosts) finder.addFolder(host, folder);
  }
  return finder.list();
}

class PlaceFinder {
  readonly #root: string;
  readonly #places: InstructionPlaces;
  readonly #found = new Map<string, InstructionPlace>();

  constructor(root: string, places: InstructionPlaces) {
    this.#root = root;
    this.#places = places;
  }

  list(): readonly InstructionPlace[] {
    return [...this.#found.values()];
  }

  /** Adds files outside of the root. */
  addOwn(host: InstructionHost): void {
    const { home } = this.#places;
    if (home === undefined) return;
    for (const path of host.managed) this.#addFirst(host, [path], "managed");
    for (const group of host.user) {
      const filled = group.find((path) => hasText(this.#ownPath(path)));
      if (filled !== undefined) this.#addFirst(host, [filled], "user");
    }
    const { memory } = host;
    if (memory !== undefined) this.#addFirst(host, [memory.path(this.#root)], "user", { memory });
    for (const rule of host.rules.filter(({ folder }) => folder.startsWith("~/"))) {
      this.#addRules(host, rule, { folder: this.#ownPath(rule.folder), origin: "user", of: "" });
    }
    if (!host.isAboveRoot) return;
    const above: string[] = [];
    for (let at = this.#root; at !== "/";) above.unshift(at = dirname(at));
    for (const folder of above) {
      for (const group of host.folders) {
        this.#addFirst(host, group.map((name) => join(folder, name)), "ancestor");
      }
    }
  }

  /** Adds the files of a folder of the tree. */
  addFolder(host: InstructionHost, folder: string): void {
    const at = (name: string) => join(this.#root, folder, name);
    const { fallbacks = [] } = this.#places;
    for (const group of host.folders) {
      const more = group.includes("AGENTS.md") ? fallbacks : [];
      const names = [...new Set([...group, ...more.filter((name) => name !== "")])];
      this.#addFirst(host, names.map(at), "project", { folder });
    }
    for (const name of folder === "" ? host.root : []) {
      this.#addFirst(host, [at(name)], "project", { folder });
    }
    for (const rule of host.rules) {
      if (rule.folder.startsWith("~/") || (folder !== "" && !rule.isNested)) continue;
      this.#addRules(host, rule, { folder: at(rule.folder), origin: "project", of: folder });
    }
    for (const name of host.local) this.#addFirst(host, [at(name)], "local", { folder });
  }

  /** Adds the first path that is not a folder. */
  #addFirst(
    host: InstructionHost,
    paths: readonly string[],
    origin: InstructionOrigin,
    { folder = "", ...more }: Partial<Pick<InstructionPlace, "folder" | "memory">> = {},
  ): void {
    const path = paths.map((path) => this.#ownPath(path)).find((path) => {
      const found = lstatOrUndefined(path);
      return found !== undefined && !found.isDirectory;
    });
    if (path !== undefined) this.#add(host, { path, origin, folder, ...more });
  }

  #addRules(
    host: InstructionHost,
    rule: RuleFolder,
    { folder, origin, of }: { folder: string; origin: InstructionOrigin; of: string },
  ): void {
    for (const path of listRules(folder, rule.suffix)) {
      this.#add(host, { path, origin, folder: of, rule });
    }
  }

  #add(host: InstructionHost, place: Omit<InstructionPlace, "name" | "hosts">): void {
    const known = this.#found.get(place.path);
    const name = this.#formatPath(place.path);
    if (known === undefined) this.#found.set(place.path, { ...place, name, hosts: [host.name] });
    else if (!known.hosts.includes(host.name)) {
      this.#found.set(place.path, { ...known, hosts: [...known.hosts, host.name] });
    }
  }

  #ownPath(path: string): string {
    return expandHomePath(path, this.#places);
  }

  #formatPath(path: string): string {
    return formatInstructionPath(path, { root: this.#root, home: this.#places.home });
  }
}

/**
 * Returns the absolute path of a `~/` path in the home or in a host's own folder; any other path
 * unchanged.
 */
export function expandHomePath(
  path: string,
  { home = "/", hostFolders }: InstructionPlaces,
): string {
  return path.startsWith("~/")
    ? resolveInHome(path.slice("~/".length), { home, hostFolders })
    : path;
}

/** Returns a path for messages: relative to the root, else with `~/` in a home, else absolute. */
export function formatInstructionPath(
  path: string,
  { root, home }: { readonly root: string; readonly home?: string | undefined },
): string {
  if (path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  return home !== undefined && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

function hasText(path: string): boolean {
  try {
    return Deno.statSync(path).size > 0;
  } catch {
    return false;
  }
}

/** Returns the files of a folder and its subfolders with a suffix, sorted. */
function listRules(folder: string, end: string, level = 1): readonly string[] {
  if (level > MAX_LEVELS) return [];
  return listEntries(folder).flatMap(({ name, isDirectory }) => {
    const path = join(folder, name);
    if (isDirectory) return listRules(path, end, level + 1);
    return name.endsWith(end) ? [path] : [];
  }).slice(0, MAX_RULES);
}
