import { isCommonMember } from "./common_members.ts";
import type { CallRules } from "../language/call_rules.ts";
import { profileOf } from "../language/language_table.ts";
import type { LanguageProfile } from "../language/profile.ts";
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
  /** Lower-case name or profile of the language. */
  readonly language: string | LanguageProfile;
  /** What it imports. */
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
  /** How that is known. */
  readonly resolution: Resolution;
  /** The definitions that may be meant: one, or several when it is ambiguous. */
  readonly definitions: readonly Definition[];
}

/** Options of {@link resolveCall}. */
export interface ResolveOptions<Definition extends DefinitionPlace> {
  /** The file that the call is in. */
  readonly file: CallingFile;
  /** All definitions of the name in languages that the file can call. */
  readonly definitions: readonly Definition[];
  /** Name of the root folder. */
  readonly root?: string;
}

const OWN_REGEXP = /^(?:this|self|cls|Self|static|\$this|@|__MODULE__)$/;
const RUST_ROOT_REGEXP = /^(?:crate|super|self|r#\w+)$/;
const TYPE_REGEXP = /^[A-Z]\w*$/;

/**
 * Returns which of the definitions of its name a call means, or undefined when it means none of
 * them: something that is imported from elsewhere, or that nothing makes known.
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
  { file, definitions, root }: ResolveOptions<Definition>,
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

class Resolver<Definition extends DefinitionPlace> {
  readonly #file: CallingFile;
  readonly #definitions: readonly Definition[];
  readonly #root: string | undefined;
  readonly #from: ModulePlace;
  readonly #language: CallRules | undefined;

  constructor(
    file: CallingFile,
    definitions: readonly Definition[],
    root: string | undefined,
  ) {
    this.#file = file;
    this.#definitions = definitions;
    this.#root = root;
    this.#from = modulePlace(file.path);
    this.#language = profileOf(file.language)?.calls;
  }

  resolve(
    { name, qualifier }: Pick<Call, "name" | "qualifier">,
  ): ResolvedCall<Definition> | undefined {
    if (qualifier === undefined) return this.#resolvePlain(name, this.#language?.isStrict === true);
    const segments = qualifier === "" ? [] : qualifier.split(".");
    const [first = ""] = segments;
    if (first === "super" || first === "parent") return this.#resolveInherited();
    if (OWN_REGEXP.test(first) && segments.length === 1) {
      return this.#resolveNear(this.#definitions, { isMember: true });
    }
    if (first === "" || OWN_REGEXP.test(first)) return this.#resolveMember(this.#definitions, name);
    return this.#resolveQualified(segments, name);
  }

  /** Resolves a member of something of which nothing is known. */
  #resolveMember(
    definitions: readonly Definition[],
    name: string,
  ): ResolvedCall<Definition> | undefined {
    const resolved = this.#resolveNear(definitions, { isMember: true });
    if (resolved === undefined || !isCommonMember(name)) return resolved;
    return { ...resolved, resolution: "ambiguous" };
  }

  /** Resolves a member of what the own type is made from: any but the own, as its file is no sign. */
  #resolveInherited(): ResolvedCall<Definition> | undefined {
    return toResolved("only", this.#definitions);
  }

  /** Resolves a name that stands alone. */
  #resolvePlain(name: string, isStrict: boolean): ResolvedCall<Definition> | undefined {
    const { imports } = this.#file;
    const naming = imports.filter(({ names }) => names.some(({ local }) => local === name));
    const named = this.#best(
      this.#definitions,
      (definition) => highest(naming.map((module) => this.#matchName(module, name, definition))),
    );
    // A type of the file may have a member of the same name, so that its imports come first.
    if (named !== undefined) return named;
    const own = this.#inFile(this.#definitions);
    if (own !== undefined) return own;
    if (naming.length > 0) {
      // A module of the tree may hand on what is defined anywhere; one from elsewhere is foreign.
      const isOwn = naming.some(({ up }) => up !== undefined);
      return isOwn ? this.#resolveNear(this.#definitions, { isMember: false }) : undefined;
    }
    const whole = imports.filter(({ alias }) => alias === name);
    if (whole.length > 0) return this.#byModule(whole, this.#definitions);
    const open = this.#byModule(imports.filter(({ isOpen }) => isOpen), this.#definitions);
    if (open !== undefined) return open;
    return isStrict ? undefined : this.#resolveNear(this.#definitions, { isMember: false });
  }

  /** Resolves `a.b.name`. */
  #resolveQualified(
    segments: readonly string[],
    name: string,
  ): ResolvedCall<Definition> | undefined {
    const last = segments.at(-1) ?? "";
    const members = this.#definitions.filter((definition) => definition.isIn(last));
    // A type that is imported by name, or a module that is: "Pool.open()" and "pool.open()".
    const bound = bindModules(segments, this.#file.imports);
    if (bound.length > 0) {
      const candidates = members.length > 0 ? members : this.#definitions;
      const named = this.#best(
        candidates,
        (definition) => highest(bound.map((module) => this.#matchPath(module, name, definition))),
      );
      // What comes from elsewhere in the tree may be a value whose members are defined anywhere.
      const isOwn = bound.some(({ up }) => up !== undefined);
      return named ?? (isOwn ? this.#resolveMember(candidates, name) : undefined);
    }
    if (members.length > 0) return this.#resolveNear(members, { isMember: true });
    // A path as it stands in the code: "crate::pool::open()".
    const path = segments.filter((segment) => !RUST_ROOT_REGEXP.test(segment));
    if (this.#language?.namesPaths === true) {
      const named = this.#best(
        this.#definitions,
        (definition) => this.#matchPath({ path }, name, definition),
      );
      if (named !== undefined) return named;
    }
    // Types that are neither imported nor define the name are foreign.
    if (TYPE_REGEXP.test(last)) return undefined;
    return this.#resolveMember(this.#definitions, name);
  }

  /** Resolves by what is around: the file, what it imports, its folder, or all of the tree. */
  #resolveNear(
    definitions: readonly Definition[],
    { isMember }: { readonly isMember: boolean },
  ): ResolvedCall<Definition> | undefined {
    const own = this.#inFile(definitions);
    if (own !== undefined) return own;
    const { imports, path } = this.#file;
    // Whoever calls a method of something has often imported what it is.
    const imported = this.#best(definitions, (definition) => {
      const match = highest(
        imports.map((module) => isMember || module.isOpen ? this.#match(module, definition) : 0),
      );
      return match >= 2 ? match : 0;
    });
    if (imported !== undefined && imported.resolution !== "ambiguous") return imported;
    const folder = folderOf(path);
    const near = definitions.filter((definition) => folderOf(definition.path) === folder);
    if (near.length > 0) return toResolved("folder", near);
    return toResolved("only", imported?.definitions ?? definitions);
  }

  #inFile(definitions: readonly Definition[]): ResolvedCall<Definition> | undefined {
    const own = definitions.find(({ path }) => path === this.#file.path);
    return own === undefined ? undefined : { resolution: "file", definitions: [own] };
  }

  #byModule(
    modules: readonly ImportedModule[],
    definitions: readonly Definition[],
  ): ResolvedCall<Definition> | undefined {
    return this.#best(
      definitions,
      (definition) => highest(modules.map((module) => this.#match(module, definition))),
    );
  }

  /** Returns the definitions that match best, or undefined when none does. */
  #best(
    definitions: readonly Definition[],
    match: (definition: Definition) => ImportMatch,
  ): ResolvedCall<Definition> | undefined {
    const matches = definitions.map(match);
    const best = highest(matches);
    if (best === 0) return undefined;
    return toResolved("import", definitions.filter((_, i) => matches[i] === best));
  }

  #match(module: Pick<ImportedModule, "path" | "up">, { path }: Definition): ImportMatch {
    return matchImport(module, this.#from, modulePlace(path, this.#root));
  }

  /** Matches a module that a name is taken out of: the name may be that of a file in it. */
  #matchName(
    module: ImportedModule,
    local: string,
    definition: Definition,
  ): ImportMatch {
    const name = module.names.find((known) => known.local === local)?.name ?? local;
    return highest([
      this.#match(module, definition),
      this.#match({ ...module, path: [...module.path, name] }, definition),
    ]);
  }

  /** Matches the path before a name: its end may be a type rather than a module. */
  #matchPath(
    module: Pick<ImportedModule, "path" | "up">,
    name: string,
    definition: Definition,
  ): ImportMatch {
    const { path } = module;
    const matches = [
      this.#match(module, definition),
      this.#match({ ...module, path: [...path, name] }, definition),
    ];
    const container = path.at(-1) ?? "";
    if (path.length > 1 && definition.isIn(container)) {
      matches.push(this.#match({ ...module, path: path.slice(0, -1) }, definition));
    }
    return highest(matches);
  }
}

function toResolved<Definition extends DefinitionPlace>(
  resolution: Resolution,
  definitions: readonly Definition[],
): ResolvedCall<Definition> {
  return { resolution: definitions.length > 1 ? "ambiguous" : resolution, definitions };
}

function highest(matches: readonly ImportMatch[]): ImportMatch {
  return matches.reduce<ImportMatch>((best, match) => match > best ? match : best, 0);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
