import { isCommonMember } from "./common_members.ts";
import type { CallRules } from "../language/call_rules.ts";
import { type LanguageOrName, profileOf } from "../language/language_table.ts";
import type { ImportedModule } from "../language/profile.ts";
import type { Call } from "./classify_name.ts";
import { type ImportMatch, matchImport, type ModulePlace, modulePlace } from "./match_import.ts";

/**
 * How it is known which definition a call means: it is in the same file, comes with an import, is
 * in the same folder, or is the only one of its name; `ambiguous` when several may be meant.
 */
export type Resolution = "file" | "import" | "folder" | "only" | "ambiguous";

/** The ways to know which definition is meant, the surest first. */
export const RESOLUTIONS: readonly Resolution[] = ["file", "import", "folder", "only", "ambiguous"];

/** A file with calls. */
export interface CallingFile {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  readonly language: LanguageOrName;
  readonly imports: readonly ImportedModule[];
}

/** Where a name is defined. */
export interface DefinitionPlace {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Returns whether it may be a member of what goes by the name. */
  readonly isIn: (container: string) => boolean;
}

/** What a call means. */
export interface ResolvedCall<Definition extends DefinitionPlace> {
  readonly resolution: Resolution;
  /** The definitions that may be meant: one, or several when it is ambiguous. */
  readonly definitions: readonly Definition[];
}

const OWN_REGEXP = /^(?:this|self|cls|Self|static|\$this|@|__MODULE__)$/;
const RUST_ROOT_REGEXP = /^(?:crate|super|self|r#\w+)$/;
const TYPE_REGEXP = /^[A-Z]\w*$/;

/**
 * Returns which of the definitions of its name a call means, or undefined when it means none of
 * them: something that is imported from elsewhere, or that nothing makes known.
 *
 * @param options.definitions All definitions of the name in languages that the file can call.
 * @param options.root Name of the root folder.
 *
 * @example
 * ```ts
 * import { listImports, resolveCall } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const imports = listImports("import { send } from './net/send.ts';\n", "typescript");
 * const file = { path: "src/upload.ts", language: "typescript", imports };
 * const definitions = ["src/net/send.ts", "src/mail.ts"].map((path) => ({ path, isIn: () => false }));
 * const call = { name: "send", kind: "call", line: 3, start: 50 } as const;
 * const resolved = resolveCall(call, { file, definitions });
 * assert.equal(resolved?.resolution, "import");
 * assert.equal(resolved?.definitions[0]?.path, "src/net/send.ts");
 * ```
 */
export function resolveCall<Definition extends DefinitionPlace>(
  call: Pick<Call, "name" | "qualifier" | "kind">,
  { file, definitions, root }: {
    readonly file: CallingFile;
    readonly definitions: readonly Definition[];
    readonly root?: string;
  },
): ResolvedCall<Definition> | undefined {
  if (definitions.length === 0) return undefined;
  return new Resolver(file, definitions, root).resolve(call);
}

/**
 * Returns the names that {@link resolveCall} may ask definitions of a call whether they are in them; each
 * may be there several times.
 *
 * @param imports What the file of the call imports.
 */
export function listContainers(
  { qualifier = "" }: Pick<Call, "qualifier">,
  imports: readonly ImportedModule[],
): string[] {
  const segments = qualifier.split(".");
  const paths = [
    segments,
    segments.filter((segment) => !RUST_ROOT_REGEXP.test(segment)),
    ...bindModules(segments, imports).map(({ path }) => path),
  ];
  return paths.map((path) => path.at(-1) ?? "").filter((name) => name !== "");
}

/** Returns the imported modules that a qualifier may begin with, each with the path to all of it. */
function bindModules(
  segments: readonly string[],
  imports: readonly ImportedModule[],
): ImportedModule[] {
  const [first = "", ...rest] = segments;
  return imports.flatMap((module) => {
    const found = module.names.find(({ local }) => local === first);
    if (found !== undefined) return [{ ...module, path: [...module.path, found.name, ...rest] }];
    if (module.alias === first) return [{ ...module, path: [...module.path, ...rest] }];
    const dotted = module.alias?.split(".") ?? [];
    return dotted.length > 1 && dotted[0] === first ? [{ ...module, path: segments }] : [];
  });
}

type ModulePath = Pick<ImportedModule, "path" | "up">;

type Resolved<Definition extends DefinitionPlace> = ResolvedCall<Definition> | undefined;

/** Resolves the calls of one name in one file. */
class Resolver<Definition extends DefinitionPlace> {
  readonly #file: CallingFile;
  readonly #definitions: readonly Definition[];
  readonly #root: string | undefined;
  readonly #from: ModulePlace;
  readonly #rules: CallRules | undefined;

  constructor(file: CallingFile, definitions: readonly Definition[], root: string | undefined) {
    this.#file = file;
    this.#definitions = definitions;
    this.#root = root;
    this.#from = modulePlace(file.path);
    this.#rules = profileOf(file.language)?.calls;
  }

  resolve({ name, qualifier }: Pick<Call, "name" | "qualifier">): Resolved<Definition> {
    if (qualifier === undefined) return this.#resolvePlain(name);
    const [first = "", ...rest] = qualifier.split(".");
    // A member of what the own type is made from: any but the own, as its file is no sign.
    if (first === "super" || first === "parent") return toResolved("only", this.#definitions);
    const isOwn = OWN_REGEXP.test(first);
    if (isOwn && rest.length === 0) return this.#resolveNear(this.#definitions);
    if (isOwn || first === "") return this.#resolveMember(name);
    return this.#resolveQualified([first, ...rest], name);
  }

  /** Resolves a member of something of which nothing is known. */
  #resolveMember(name: string, definitions = this.#definitions): Resolved<Definition> {
    const resolved = this.#resolveNear(definitions);
    if (resolved === undefined || !isCommonMember(name)) return resolved;
    return { ...resolved, resolution: "ambiguous" };
  }

  /** Resolves a name that stands alone. */
  #resolvePlain(name: string): Resolved<Definition> {
    const { imports } = this.#file;
    const naming = imports.filter(({ names }) => names.some(({ local }) => local === name));
    // A type of the file may have a member of the same name, so that its imports come first.
    const known =
      this.#best((definition) =>
        naming.map((module) => this.#matchName(module, name, definition))
      ) ?? this.#inFile(this.#definitions);
    if (known !== undefined) return known;
    if (naming.length > 0) {
      // A module of the tree may hand on what is defined anywhere; one from elsewhere is foreign.
      return isInTree(naming) ? this.#resolveNear(this.#definitions, { isPlain: true }) : undefined;
    }
    const whole = imports.filter(({ alias }) => alias === name);
    if (whole.length > 0) return this.#byModule(whole);
    const open = this.#byModule(imports.filter(({ isOpen }) => isOpen));
    if (open !== undefined || this.#rules?.isStrict === true) return open;
    return this.#resolveNear(this.#definitions, { isPlain: true });
  }

  /** Resolves `a.b.name`. */
  #resolveQualified(segments: readonly string[], name: string): Resolved<Definition> {
    const last = segments.at(-1) ?? "";
    const members = this.#definitions.filter((definition) => definition.isIn(last));
    // A type that is imported by name, or a module that is: "Pool.open()" and "pool.open()".
    const bound = bindModules(segments, this.#file.imports);
    if (bound.length > 0) {
      const candidates = members.length > 0 ? members : this.#definitions;
      const named = this.#best(
        (definition) => bound.map((module) => this.#matchPath(module, name, definition)),
        candidates,
      );
      // What comes from elsewhere in the tree may be a value whose members are defined anywhere.
      return named ?? (isInTree(bound) ? this.#resolveMember(name, candidates) : undefined);
    }
    if (members.length > 0) return this.#resolveNear(members);
    // A path as it stands in the code: "crate::pool::open()".
    const path = segments.filter((segment) => !RUST_ROOT_REGEXP.test(segment));
    if (this.#rules?.namesPaths === true) {
      const named = this.#best((definition) => [this.#matchPath({ path }, name, definition)]);
      if (named !== undefined) return named;
    }
    // Types that are neither imported nor define the name are foreign.
    return TYPE_REGEXP.test(last) ? undefined : this.#resolveMember(name);
  }

  /**
   * Resolves by what is around: the file, what it imports, its folder, or all of the tree.
   *
   * @param options.isPlain Whether only open imports make it known, as it is no member of something.
   */
  #resolveNear(
    definitions: readonly Definition[],
    { isPlain = false }: { readonly isPlain?: boolean } = {},
  ): Resolved<Definition> {
    const own = this.#inFile(definitions);
    if (own !== undefined) return own;
    const { imports, path } = this.#file;
    // Whoever calls a method of something has often imported what it is.
    const modules = isPlain ? imports.filter(({ isOpen }) => isOpen) : imports;
    const imported = this.#best(
      (definition) =>
        modules.map((module) => this.#match(module, definition)).filter((match) => match >= 2),
      definitions,
    );
    if (imported !== undefined && imported.resolution !== "ambiguous") return imported;
    const folder = folderOf(path);
    const near = definitions.filter((definition) => folderOf(definition.path) === folder);
    if (near.length > 0) return toResolved("folder", near);
    return toResolved("only", imported?.definitions ?? definitions);
  }

  #inFile(definitions: readonly Definition[]): Resolved<Definition> {
    const own = definitions.find(({ path }) => path === this.#file.path);
    return own === undefined ? undefined : { resolution: "file", definitions: [own] };
  }

  #byModule(modules: readonly ImportedModule[]): Resolved<Definition> {
    return this.#best((definition) => modules.map((module) => this.#match(module, definition)));
  }

  /** Returns the definitions whose best match is the best of all, or undefined when none matches. */
  #best(
    matchesOf: (definition: Definition) => readonly ImportMatch[],
    definitions = this.#definitions,
  ): Resolved<Definition> {
    const matches = definitions.map((definition) => matchesOf(definition).reduce(highest, 0));
    const best = matches.reduce(highest, 0);
    if (best === 0) return undefined;
    return toResolved("import", definitions.filter((_, i) => matches[i] === best));
  }

  #match(module: ModulePath, { path }: Definition): ImportMatch {
    return matchImport(module, this.#from, modulePlace(path, this.#root));
  }

  /** Matches a module that a name is taken out of: the name may be that of a file in it. */
  #matchName(module: ImportedModule, local: string, definition: Definition): ImportMatch {
    const name = module.names.find((known) => known.local === local)?.name ?? local;
    // What is in no module is the language's own, or at the root: `use Exception;`.
    const isBare = module.path.length === 0 && module.up === undefined;
    if (isBare && modulePlace(definition.path).outerFolders.length > 0) return 0;
    return this.#matchFile(module, name, definition);
  }

  #matchFile(module: ModulePath, name: string, definition: Definition): ImportMatch {
    const inside = this.#match({ ...module, path: [...module.path, name] }, definition);
    return highest(this.#match(module, definition), inside);
  }

  /** Matches the path before a name: its end may be a type rather than a module. */
  #matchPath(module: ModulePath, name: string, definition: Definition): ImportMatch {
    const { path } = module;
    const match = this.#matchFile(module, name, definition);
    if (path.length <= 1 || !definition.isIn(path.at(-1) ?? "")) return match;
    return highest(match, this.#match({ ...module, path: path.slice(0, -1) }, definition));
  }
}

function toResolved<Definition extends DefinitionPlace>(
  resolution: Resolution,
  definitions: readonly Definition[],
): ResolvedCall<Definition> {
  return { resolution: definitions.length > 1 ? "ambiguous" : resolution, definitions };
}

function highest(a: ImportMatch, b: ImportMatch): ImportMatch {
  return a > b ? a : b;
}

/** Returns whether one of the modules is named by its place in the tree. */
function isInTree(modules: readonly ImportedModule[]): boolean {
  return modules.some(({ up }) => up !== undefined);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
