import type { DeclaredName, NameUse, SyntaxNode, UsedName, UseKind } from "@dossier/core/language";
import { areRelated, isCommonMember } from "@dossier/core/calls";
import type { Certainty } from "@dossier/core/structure";
import { fileKeys, normaliseName, stemOf } from "@dossier/core/text";
import { folderOf } from "./modules/module_places.ts";
import { type CalledName, mayOverride } from "./choose_overload.ts";
import { rankMentioning } from "./rank_mentioning.ts";
import { takes } from "./resolver/fitting.ts";
import {
  type DeclaredMeaning,
  isSameType,
  keyOfDeclaration as keyOf,
  listDeclared,
  type NameMeaning,
  splitMeaning,
} from "./resolver/meaning.ts";
import type { Resolver } from "./resolver/resolver.ts";
import type { Declaration, Occurrence, SyntaxFile } from "./syntax_file.ts";
import type { SymbolTarget } from "./symbol_target.ts";

/** A place where a name is used. */
export interface SymbolUse {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly kind: UseKind | "import";
  readonly certainty: Certainty;
}

/** What is found of the uses of a definition. */
export interface FoundUses {
  readonly uses: readonly SymbolUse[];
  /** Files that have the name and were not read, as there are too many or they cannot be parsed. */
  readonly unread: readonly string[];
  /** How many further files have the name, which are too many to be listed. */
  readonly unlisted: number;
  /** Files of other languages that have the name. */
  readonly elsewhere: readonly string[];
}

/** How far it is looked. */
export interface FindUsesOptions {
  /** Most files that are parsed. */
  readonly maxFiles: number;
  /** When to stop, by `performance.now()`. */
  readonly deadline: number;
  /** Files with certain uses after which no further ones are parsed. @default no bound */
  readonly enough?: number;
}

/** UTF-16 units of a string that may name a definition. */
const MAX_STRING = 200;

const STRING_TYPE_REGEXP = /string|symbol|literal|content/;
const STRING_REGEXP = /^["'`:]*[\w$.:\\@/#-]+["'`]*$/;
const QUOTES_REGEXP = /["'`]+$/;

/** Files that are opened at a time. */
const BATCH_FILES = 8;

/** Files that define a name which are compared with each other. */
const MAX_DEFINING = 40;

/** Other names under which a definition is exported that are followed. */
const MAX_ALIASES = 40;

/**
 * Returns where a definition is used, as far as its language has a grammar: through renamed imports, re-exports,
 * receivers and inheritance.
 */
export async function findUses(
  resolver: Resolver,
  target: SymbolTarget,
  options: FindUsesOptions,
): Promise<FoundUses> {
  const file = await resolver.files.open(target.path);
  const declaration = file && findDeclaration(file, target);
  if (file === undefined || declaration === undefined) {
    return { uses: [], unread: [target.path], unlisted: 0, elsewhere: [] };
  }
  const finder = new UseFinder(resolver, { is: "declared", file, declaration }, target);
  return await finder.find(options);
}

/** Returns the declaration of a definition in its file. */
export function findDeclaration(
  file: SyntaxFile,
  { name, startLine, endLine, container }: SymbolTarget,
): Declaration | undefined {
  const inside = file.listDeclarations(name)
    .filter(({ line }) => line >= startLine && line <= endLine);
  const owner = container?.split(".").at(-1);
  return inside.find(({ use }) => owner !== undefined && use.owner === owner) ?? inside[0];
}

class UseFinder {
  readonly #resolver: Resolver;
  readonly #subject: DeclaredMeaning;
  readonly #target: SymbolTarget;
  readonly #uses = new Map<string, SymbolUse>();
  readonly #unread = new Set<string>();
  #unlisted = 0;
  #elsewhere: readonly string[] = [];
  /** Names that the definition is exported by, of which the last are still to be looked for. */
  readonly #names: string[];
  #overridden: Promise<ReadonlySet<string>> | undefined;
  #rivals: Promise<readonly DeclaredMeaning[]> | undefined;

  constructor(resolver: Resolver, subject: DeclaredMeaning, target: SymbolTarget) {
    this.#resolver = resolver;
    this.#subject = subject;
    this.#target = target;
    this.#names = [target.name];
    const { owner } = subject.declaration.use;
    if (this.#isConstructor() && owner !== undefined && owner !== target.name) {
      this.#names.push(owner);
    }
  }

  async find({ maxFiles, deadline, enough = Infinity }: FindUsesOptions): Promise<FoundUses> {
    const { files } = this.#resolver;
    const { path, language } = this.#target;
    const seen = new Set<string>();
    let left = maxFiles;
    for (let at = 0; at < this.#names.length && at < MAX_ALIASES; at++) {
      const name = this.#names[at]!;
      // A name that is written so is no default export.
      const isDefault = name === "default" && this.#subject.declaration.node.text !== name;
      const searched = isDefault ? fileKeys(path)[0]! : name;
      const found = await rankMentioning(files, { ...this.#target, name: searched, language });
      const mentioning = found.files;
      if (at === 0) [this.#unlisted, this.#elsewhere] = [found.unlisted, found.elsewhere];
      for (let from = 0; from < mentioning.length; from += BATCH_FILES) {
        const batch = mentioning.slice(from, from + BATCH_FILES).map(({ path }) => path);
        if (left <= 0 || performance.now() > deadline || this.#countUsing() >= enough) {
          for (const path of mentioning.slice(from)) this.#unread.add(path.path);
          break;
        }
        left -= batch.filter((path) => !seen.has(path)).length;
        const opened = await files.openAll(batch);
        for (const path of batch) {
          const file = opened.get(path);
          if (file === undefined) this.#unread.add(path);
          else if (isDefault) await this.#scanImports(file);
          else await this.#scan(file, name, deadline);
          seen.add(path);
        }
      }
    }
    const isUsed = [...this.#uses.values()].some(({ kind, certainty }) =>
      kind !== "import" && certainty !== "name only"
    );
    // Where nothing else is found, a name in a string may be how it is called.
    if (!isUsed) await this.#scanStrings(seen);
    return {
      uses: [...this.#uses.values()],
      unlisted: this.#unlisted,
      elsewhere: this.#elsewhere,
      unread: [...this.#unread].filter((path) => path !== this.#target.path),
    };
  }

  /** Returns how many other files use the definition for certain. */
  #countUsing(): number {
    const certain = [...this.#uses.values()].filter(({ path, kind, certainty }) =>
      path !== this.#target.path && kind !== "import" && certainty === "certain"
    );
    return new Set(certain.map(({ path }) => path)).size;
  }

  /** Notes strings that hold nothing but the name, or a path that ends with it. */
  async #scanStrings(paths: ReadonlySet<string>): Promise<void> {
    const { name } = this.#target;
    for (const [path, file] of await this.#resolver.files.openAll([...paths])) {
      for (const { start, line } of file.listPlaces(name)) {
        const node = file.root.descendantForIndex(start, start + name.length);
        const text = node?.text.slice(0, MAX_STRING) ?? "";
        if (node === null || !STRING_TYPE_REGEXP.test(node.type)) continue;
        if (!STRING_REGEXP.test(text) || !text.replace(QUOTES_REGEXP, "").endsWith(name)) continue;
        const key = `${path}\0${start}`;
        if (!this.#uses.has(key)) {
          this.#uses.set(key, { path, line, kind: "use", certainty: "name only" });
        }
      }
    }
  }

  async #scan(file: SyntaxFile, name: string, deadline: number): Promise<void> {
    const occurrences = file.listOccurrences(name);
    if (file.isCut(name)) this.#unread.add(file.path);
    for (const occurrence of occurrences) {
      const { use, node } = occurrence;
      if (performance.now() > deadline) {
        this.#unread.add(file.path);
        break;
      }
      if (use.is === "declared") {
        this.#noteExports(file, occurrence as Declaration);
        continue;
      }
      const meaning = occurrence.isInTemplate === true
        ? await this.#resolver.exports.findExported(file, { name })
        : await this.#resolver.meaningOf(file, node);
      if (use.is === "imported") {
        // An import is of all overloads.
        if (await this.#certaintyOf(meaning, occurrence, file) === undefined) continue;
        this.#add(file, occurrence, "certain");
        this.#noteAliases(file, name);
        await this.#scanAliases(file, name);
        continue;
      }
      const certainty = await this.#certaintyOf(meaning, occurrence, file);
      if (certainty !== undefined) this.#add(file, occurrence, certainty);
      else if (name !== this.#target.name) await this.#noteHeir(file, node);
    }
  }

  /** Looks through a file for uses by the names that it gives to imports of the default export. */
  async #scanImports(file: SyntaxFile): Promise<void> {
    for (const binding of file.imports) {
      const { module, name, local, exportedAs } = binding;
      if (module === undefined || name !== "default" && name !== "*") continue;
      const found = await this.#resolver.exports.followImport(file, binding);
      if (name === "default" && (found === undefined || !this.#isSubject(found))) continue;
      if (name === "default" && exportedAs !== undefined) this.#noteName(exportedAs);
      if (local !== undefined) await this.#scanLocal(file, local);
    }
  }

  /** Notes further names that files export the definition by. */
  #noteAliases(file: SyntaxFile, name: string): void {
    for (const { module, name: imported, local, exportedAs } of file.imports) {
      if (module !== undefined ? imported !== name : local !== name) continue;
      if (exportedAs !== undefined && exportedAs !== "*") this.#noteName(exportedAs);
      if (file.rules.handsOnImports === true && local !== undefined) this.#noteName(local);
      if (module !== undefined && local !== undefined) {
        for (const again of file.imports) {
          if (
            again.module === undefined && again.local === local && again.exportedAs !== undefined
          ) {
            this.#noteName(again.exportedAs);
          }
        }
      }
    }
  }

  /** Notes the name of a type that inherits the constructor, where a node is what it inherits from. */
  async #noteHeir(file: SyntaxFile, base: Occurrence["node"]): Promise<void> {
    const name = this.#isConstructor() ? file.rules.ownerAt(base) : undefined;
    if (name === undefined) return;
    const heir = file.listDeclarations(name).find(({ node }) =>
      file.rules.basesOf(node).some((one) => one.id === base.id || one.id === base.parent?.id)
    );
    if (heir === undefined) return;
    const type = { is: "declared", file, declaration: heir } as const;
    const wanted = { name: this.#target.name, means: ["function"] as const };
    const found = await this.#resolver.members.find(type, wanted);
    if (found !== undefined && this.#isSubject(found)) this.#noteName(name);
  }

  /** Notes the names that the file of the definition itself exports it by. */
  #noteExports(file: SyntaxFile, declaration: Declaration): void {
    if (!this.#isSubject({ is: "declared", file, declaration })) return;
    for (const { module, local, exportedAs } of file.imports) {
      if (module === undefined && local === declaration.node.text && exportedAs !== undefined) {
        this.#noteName(exportedAs);
      }
    }
  }

  #noteName(name: string): void {
    if (name !== "*" && !this.#names.includes(name)) this.#names.push(name);
  }

  async #scanAliases(file: SyntaxFile, name: string): Promise<void> {
    for (const { module, name: imported, local } of file.imports) {
      if (module !== undefined && imported === name && local !== undefined && local !== name) {
        await this.#scanLocal(file, local);
      }
    }
  }

  async #scanLocal(file: SyntaxFile, local: string): Promise<void> {
    for (const occurrence of file.listOccurrences(local)) {
      if (occurrence.use.is !== "used" || occurrence.use.receiver !== undefined) continue;
      const meaning = occurrence.isInTemplate === true
        ? await this.#resolver.exports.findExported(file, { name: local })
        : await this.#resolver.meaningOf(file, occurrence.node);
      if (meaning?.is !== "declared") continue;
      const certainty = await this.#certaintyOf(meaning, occurrence, file);
      if (certainty !== undefined) this.#add(file, occurrence, certainty);
    }
  }

  #add(file: SyntaxFile, occurrence: Occurrence, certainty: Certainty): void {
    const { path } = file;
    const { node, line, use, isInTemplate = false } = occurrence;
    const kind = use.is === "used" ? use.how : "import";
    this.#uses.set(`${path}\0${isInTemplate ? `line ${line}` : node.startIndex}`, {
      path,
      line,
      kind,
      certainty,
    });
  }

  /** Returns how sure it is that a use means the definition; undefined when it surely does not. */
  async #certaintyOf(
    meaning: NameMeaning | undefined,
    { use, node }: Occurrence,
    file: SyntaxFile,
  ): Promise<Certainty | undefined> {
    if (meaning?.is === "foreign") return undefined;
    if (meaning?.is === "declared") {
      const meant = await this.#listMeant(meaning, { file, node, use });
      if (meant.some((one) => this.#isSubject(one))) {
        return meant.every((one) => this.#isSubject(one)) ? "certain" : "likely";
      }
      for (const one of meant) {
        const announced = await this.#certaintyOfAnnounced(one);
        if (announced !== undefined) return meant.length === 1 ? announced : "likely";
      }
      if (this.#isConstructor() || isSuper(file, use)) return undefined;
      const overridden = await this.#listOverridden();
      const isRelated = this.#isOverriding(meaning) ||
        meant.some((one) => overridden.has(keyOf(one)));
      return isRelated ? "likely" : undefined;
    }
    if (meaning?.is === "module" || use.is !== "used") return undefined;
    if (!maySayMacro(use, this.#subject.declaration.use.kind)) return undefined;
    const isMember = this.#subject.declaration.use.owner !== undefined;
    const { hasImplicitMembers = false } = file.rules;
    if (use.receiver === undefined && isMember && !hasImplicitMembers) return undefined;
    if (!takes(this.#subject.declaration.use, use.arguments)) return undefined;
    const { isPrivate = false } = this.#subject.declaration.use;
    if (isPrivate && use.receiver === undefined && file.path !== this.#subject.file.path) {
      return undefined;
    }
    const rivals = await this.#listRivals();
    const own = normaliseName(this.#subject.declaration.use.owner ?? "");
    const hint = normaliseName(lastName(use.receiver?.text ?? ""));
    // What is no member is named behind a module, which goes by the name of its file or its folder.
    if (!isMember && use.receiver !== undefined) {
      const places = this.#target.path.split("/").slice(-2).map((part) =>
        normaliseName(stemOf(part))
      );
      return places.includes(hint) ? "likely" : "name only";
    }
    const isLike = (owner: string) =>
      owner !== "" && hint !== "" && (owner.endsWith(hint) || hint.endsWith(owner));
    const others = rivals.map(({ declaration }) => normaliseName(declaration.use.owner ?? ""));
    if (isLike(own)) return others.some(isLike) ? "name only" : "likely";
    if (others.some(isLike)) return "name only";
    return rivals.length === 0 && !isCommonMember(node.text) ? "likely" : "name only";
  }

  /** Returns what a use may mean when it means a definition: the overloads that fit, the constructors of a type. */
  async #listMeant(
    meaning: DeclaredMeaning,
    { use, ...call }: CalledName & { readonly use: NameUse },
  ): Promise<readonly DeclaredMeaning[]> {
    const isMade = use.is === "used" &&
      (use.how === "new" || use.how === "call" && meaning.declaration.use.kind === "type");
    if (isMade && this.#isConstructor()) {
      const name = this.#subject.declaration.node.text;
      const wanted = { name, given: use.arguments, means: ["function"] as const };
      const found = await this.#resolver.members.find(meaning, wanted);
      const chosen = found?.is === "declared"
        ? await this.#resolver.chooseOverload(call, splitMeaning(found))
        : undefined;
      if (chosen !== undefined) return [chosen, ...chosen.others ?? []];
    }
    return [meaning, ...meaning.others ?? []];
  }

  #isConstructor(): boolean {
    const { file, declaration: { node, use: { kind, owner } } } = this.#subject;
    return kind === "function" && owner !== undefined &&
      node.text === (file.rules.constructorName ?? owner);
  }

  #isSubject(meaning: NameMeaning): boolean {
    if (meaning.is !== "declared") return false;
    if (isSameType(meaning, this.#subject)) return true;
    const { file, declaration: { node, use } } = meaning;
    const { file: own, declaration: { node: ownNode, use: ownUse } } = this.#subject;
    if (node.text !== ownNode.text) return false;
    if (file.path !== own.path) return this.#isVariant(meaning);
    if (node.startIndex === ownNode.startIndex) return true;
    // A type may have the name of a value beside it.
    const isBoth = use.kind !== ownUse.kind && (use.kind === "type" || ownUse.kind === "type");
    const { isAnyOverload = false } = this.#target;
    if (use.kind !== ownUse.kind && !isBoth) return false;
    if (!isAnyOverload && isApart(use.arity, ownUse.arity)) return false;
    // Parts of one declaration, or else overloads.
    const isOverload = use.arity !== undefined && use.isForward !== true &&
      ownUse.isForward !== true;
    if (isOverload && !isAnyOverload || use.overrides?.text !== ownUse.overrides?.text) {
      return false;
    }
    if (use.owner === undefined) {
      return use.scope !== undefined && use.scope.id === ownUse.scope?.id;
    }
    return use.owner === ownUse.owner && use.scope?.id === ownUse.scope?.id &&
      typeAround(file, this.#subject.declaration)?.id === typeAround(file, meaning.declaration)?.id;
  }

  /** Returns whether a member gives a body to the definition, which is one of a trait. */
  #isOverriding({ file, declaration: { use } }: DeclaredMeaning): boolean {
    const trait = use.overrides && file.rules.typeNames(use.overrides)?.[0]?.text;
    return trait !== undefined && trait === this.#subject.declaration.use.owner;
  }

  /** Returns whether a declaration stands for the definition in another build: in one package there cannot be two. */
  #isVariant({ file, declaration: { use } }: DeclaredMeaning): boolean {
    const { file: own, declaration: { use: ownUse } } = this.#subject;
    if (file.rules.shares !== "folder" || folderOf(file.path) !== folderOf(own.path)) return false;
    if (use.kind !== ownUse.kind || use.owner !== ownUse.owner) return false;
    return file.packageName === own.packageName &&
      (use.owner !== undefined || use.scope?.parent === null && ownUse.scope?.parent === null);
  }

  /**
   * Returns how sure it is that a declaration without a body announces the definition, as the prototype in a header does:
   * one of several bodies may be meant. Undefined when it does not.
   */
  async #certaintyOfAnnounced(meaning: DeclaredMeaning): Promise<Certainty | undefined> {
    const { file, declaration: { node, use } } = meaning;
    const own = this.#subject.declaration.use;
    if (use.isForward !== true && own.isForward !== true) return undefined;
    // Macros that rename the same name in two files have nothing to do with each other.
    if (use.isForward === own.isForward && use.kind === "value") return undefined;
    if (use.owner !== own.owner || use.kind !== own.kind || isApart(use.arity, own.arity)) {
      return undefined;
    }
    if (own.isPrivate === true && file.path !== this.#subject.file.path) return undefined;
    if (node.text !== this.#target.name || !await this.#hasOwnerOf(meaning)) return undefined;
    const bodies = (await this.#listRivals()).filter(({ declaration }) =>
      declaration.use.isForward !== true && declaration.use.owner === use.owner &&
      !isApart(declaration.use.arity, use.arity)
    );
    return bodies.length > (own.isForward === true ? 1 : 0) ? "likely" : "certain";
  }

  /** Returns whether a member is one of the type that has the definition, rather than of another one of its name. */
  async #hasOwnerOf({ file, declaration }: DeclaredMeaning): Promise<boolean> {
    if (this.#subject.declaration.use.scope !== undefined) return true;
    const own = await this.#resolver.owners.find(
      this.#subject.file,
      this.#subject.declaration.node,
    );
    const owner = await this.#resolver.owners.find(file, declaration.node);
    return own?.is !== "declared" || owner?.is !== "declared" || keyOf(own) === keyOf(owner);
  }

  /** Returns the other definitions of the name that a use may mean. */
  #listRivals(): Promise<readonly DeclaredMeaning[]> {
    return this.#rivals ??= (async () => {
      const { files } = this.#resolver;
      const { name, language } = this.#target;
      const paths = await this.#resolver.defining.list(name);
      const opened = await files.openAll(paths.slice(0, MAX_DEFINING));
      const overridden = await this.#listOverridden();
      const own = this.#subject.declaration.use;
      return [...opened.values()].filter((file) => areRelated(file.language, language)).flatMap((
        file,
      ) =>
        file.listDeclarations(name).map((declaration): DeclaredMeaning => ({
          is: "declared",
          file,
          declaration,
        }))
      ).filter((one) => {
        const { use } = one.declaration;
        if (this.#isOverriding(one)) return false;
        if (this.#isSubject(one) || overridden.has(keyOf(one)) || use.isForward === true) {
          return false;
        }
        if (use.kind === "value" && use.owner === undefined && use.scope?.parent !== null) {
          return false;
        }
        const isOverload = one.file.path === this.#subject.file.path && use.owner === own.owner;
        return !isOverload && (use.owner === undefined) === (own.owner === undefined);
      });
    })();
  }

  #listOverridden(): Promise<ReadonlySet<string>> {
    return this.#overridden ??= (async () => {
      const found = await this.#resolver.overridden.list(this.#subject);
      const same = await Promise.all(
        found.map((one) => mayOverride(this.#resolver, this.#subject, one)),
      );
      return new Set(found.filter((_, i) => same[i]).map(keyOf));
    })();
  }
}

/** Returns whether a name stands for a macro where a definition is one, and for none elsewhere, as far as it tells. */
export function maySayMacro({ means }: UsedName, kind: DeclaredName["kind"]): boolean {
  return means === undefined || means.includes("macro") === (kind === "macro");
}

/** Returns the innermost declaration of the type, of several by one name in a file, that a member is in. */
function typeAround(file: SyntaxFile, { node, use }: Declaration): SyntaxNode | undefined {
  return file.listDeclarations(use.owner ?? "")
    .filter(({ use }) => use.kind === "type").map(({ node }) => node.parent)
    .findLast((type) =>
      type !== null && type.startIndex <= node.startIndex && node.endIndex <= type.endIndex
    ) ?? undefined;
}

/** Returns whether a member is used as that of the type which is inherited from, so that none overrides it. */
function isSuper(file: SyntaxFile, use: NameUse): boolean {
  const receiver = use.is === "used" ? use.receiver : undefined;
  return receiver !== undefined && file.rules.readExpression(receiver)?.is === "super";
}

function isApart(a: readonly number[] | undefined, b: readonly number[] | undefined): boolean {
  // Only one of an announcement and a body has the default values.
  return a !== undefined && b !== undefined && a[1] !== b[1];
}

/** Returns the last name of an expression: `queue` of `this.queue`, `Queue` of `getQueue()`. */
function lastName(text: string): string {
  const [name = ""] = /[\p{L}\p{N}_$]+(?=[^\p{L}\p{N}_$]*$)/u.exec(text.slice(-80)) ?? [];
  return name.replace(/^(?:get|_+)/, "");
}
