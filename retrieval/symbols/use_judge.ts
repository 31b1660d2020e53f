import type { NameUse, UsedName } from "@dossier/core/language";
import { areRelatedLanguages, isCommonMember } from "@dossier/core/calls";
import type { Certainty } from "@dossier/core/structure";
import { normaliseName, stemOf } from "@dossier/core/text";
import { type CalledName, mayOverride } from "./choose_overload.ts";
import { folderOf } from "./modules/module_places.ts";
import {
  acceptsArgumentCount,
  canMeanKind,
  type DeclaredMeaning,
  differInArity,
  isSameType,
  keyOfDeclaration,
  listDeclared,
  type NameMeaning,
  splitMeaning,
} from "./resolver/meaning.ts";
import type { Resolver } from "./resolver/resolver.ts";
import { findEnclosingType } from "./resolver/scopes.ts";
import type { SymbolTarget } from "./symbol_target.ts";
import type { Declaration, Occurrence, SyntaxFile } from "./syntax_file.ts";

/** Maximum number of files with a definition of the same name that are compared. */
const MAX_DEFINING = 40;

/** Decides whether uses of a name mean one definition, the subject. */
export class UseJudge {
  readonly #resolver: Resolver;
  readonly #subject: DeclaredMeaning;
  readonly #target: SymbolTarget;
  #overridden: Promise<ReadonlySet<string>> | undefined;
  /** Other definitions of the name, by the path of their file. */
  readonly #rivals = new Map<string, Promise<readonly DeclaredMeaning[]>>();

  constructor(resolver: Resolver, subject: DeclaredMeaning, target: SymbolTarget) {
    this.#resolver = resolver;
    this.#subject = subject;
    this.#target = target;
  }

  /** True when the subject is a constructor. */
  get isConstructor(): boolean {
    const { file, declaration: { node, use: { kind, owner } } } = this.#subject;
    return kind === "function" && owner !== undefined &&
      node.text === (file.rules.constructorName ?? owner);
  }

  /**
   * Returns the certainty that a use means the subject, or `undefined` when it certainly does not.
   */
  async certaintyOf(
    meaning: NameMeaning | undefined,
    occurrence: Occurrence,
    file: SyntaxFile,
  ): Promise<Certainty | undefined> {
    const { node, use } = occurrence;
    if (meaning?.is === "declared") {
      return await this.#certaintyOfDeclared(meaning, { file, node, use });
    }
    if (meaning !== undefined || use.is !== "used") return undefined;
    return await this.#certaintyOfUnknown({ file, node, use });
  }

  /**
   * Returns true when a use may mean the subject although its name was resolved to something else.
   * The use is a member of a foreign value, whose types are not followed; a member of a variable
   * with several assignments; or the type that a constructor creates.
   */
  mayBeSubject(
    meaning: NameMeaning | undefined,
    { use }: Occurrence,
    file: SyntaxFile,
  ): boolean {
    if (use.is !== "used") return false;
    const { declaration: { use: own } } = this.#subject;
    if (!canMeanKind(use, own.kind)) return false;
    if (this.isConstructor && meaning?.is === "declared") {
      return meaning.declaration.use.kind === "type";
    }
    if (use.receiver === undefined || isSuper({ file, use })) return false;
    const expression = file.rules.readExpression(use.receiver);
    if (expression?.is !== "name") return meaning?.is === "foreign";
    const { of: name } = expression;
    const declared = file.listDeclarations(name.text).filter(({ use }) => use.kind === "value");
    if (meaning?.is === "declared") return declared.length > 1;
    // A foreign import has foreign members.
    return meaning?.is === "foreign" &&
      !file.imports.some(({ local, module }) => local === name.text && module !== undefined);
  }

  /**
   * Returns true when a parameter has the name of the subject and therefore receives its result, as
   * with fixtures.
   */
  isInjectedInto({ rules: { fixtures } }: SyntaxFile, { node, use }: Declaration): boolean {
    const { declaration } = this.#subject;
    return fixtures !== undefined && use.kind === "value" && node.text === declaration.node.text &&
      fixtures.acceptsFixture(node) && fixtures.providesValue(declaration.node);
  }

  /**
   * Returns true when a meaning is the subject: the same declaration, another part or a variant of
   * it.
   */
  isSubject(meaning: NameMeaning): boolean {
    if (meaning.is !== "declared") return false;
    if (isSameType(meaning, this.#subject)) return true;
    const { file, declaration: { node, use } } = meaning;
    const { file: own, declaration: { node: ownNode, use: ownUse } } = this.#subject;
    if (node.text !== ownNode.text) return false;
    if (file.path !== own.path) return this.#isVariant(meaning);
    if (node.startIndex === ownNode.startIndex) return true;
    // A type and a value may have the same name.
    const isBoth = use.kind !== ownUse.kind && (use.kind === "type" || ownUse.kind === "type");
    if (use.kind !== ownUse.kind && !isBoth) return false;
    // Parts of one declaration, or overloads.
    const isOverload = differInArity(use, ownUse) ||
      use.arity !== undefined && use.isForward !== true && ownUse.isForward !== true;
    if (isOverload && this.#target.includesOverloads !== true) return false;
    if (use.overrides?.text !== ownUse.overrides?.text) return false;
    if (use.owner === undefined) {
      return use.scope !== undefined && use.scope.id === ownUse.scope?.id;
    }
    return use.owner === ownUse.owner && use.scope?.id === ownUse.scope?.id &&
      findEnclosingType(file, this.#subject.declaration)?.id ===
        findEnclosingType(file, meaning.declaration)?.id;
  }

  /** Returns the certainty that a use means the subject, given the declaration of its name. */
  async #certaintyOfDeclared(
    meaning: DeclaredMeaning,
    call: CalledName & { readonly use: NameUse },
  ): Promise<Certainty | undefined> {
    const possible = await this.#listPossibleMeanings(meaning, call);
    if (possible.some((one) => this.isSubject(one))) {
      return possible.every((one) => this.isSubject(one)) ? "certain" : "likely";
    }
    for (const one of possible) {
      const forwardCertainty = await this.#certaintyOfForwardDeclaration(one);
      if (forwardCertainty !== undefined) {
        return possible.length === 1 ? forwardCertainty : "likely";
      }
    }
    if (this.isConstructor || isSuper(call)) return undefined;
    const overridden = await this.#listOverridden();
    const isRelated = this.#isOverriding(meaning) ||
      possible.some((one) => overridden.has(keyOfDeclaration(one)));
    return isRelated ? "likely" : undefined;
  }

  /** Returns the certainty that a use means the subject when the meaning of its name is unknown. */
  async #certaintyOfUnknown(
    call: CalledName & { readonly use: UsedName },
  ): Promise<Certainty | undefined> {
    const { file, use } = call;
    const own = this.#subject.declaration.use;
    if (!canMeanKind(use, own.kind) || !acceptsArgumentCount(own, use.arguments)) return undefined;
    if (use.receiver === undefined) {
      const isMember = own.owner !== undefined && file.rules.hasImplicitMembers !== true;
      const isHidden = own.isPrivate === true && file.path !== this.#subject.file.path;
      if (isMember || isHidden) return undefined;
    }
    return await this.#certaintyByReceiver(call);
  }

  /**
   * Returns the certainty that a use means the subject, by the similarity of the names of its
   * receiver and of the types that have the member.
   */
  async #certaintyByReceiver(
    { node, use }: CalledName & { readonly use: UsedName },
  ): Promise<Certainty> {
    const hint = normaliseName(lastName(use.receiver?.text ?? ""));
    const { owner } = this.#subject.declaration.use;
    // If the name is not a member, its receiver is a module, which has the name of its file or
    // folder.
    if (owner === undefined && use.receiver !== undefined) {
      const places = this.#target.path.split("/").slice(-2).map((part) =>
        normaliseName(stemOf(part))
      );
      return places.includes(hint) ? "likely" : "name only";
    }
    const isLike = (owner: string) =>
      owner !== "" && hint !== "" && (owner.endsWith(hint) || hint.endsWith(owner));
    const isLikeOwn = isLike(normaliseName(owner ?? ""));
    if (!isLikeOwn && isCommonMember(node.text)) return "name only";
    for await (const { declaration } of this.#eachRival()) {
      if (!isLikeOwn || isLike(normaliseName(declaration.use.owner ?? ""))) return "name only";
    }
    return "likely";
  }

  /**
   * Returns the possible meanings of a use of a definition: the matching overloads, or the
   * constructors of a type.
   */
  async #listPossibleMeanings(
    meaning: DeclaredMeaning,
    { use, ...call }: CalledName & { readonly use: NameUse },
  ): Promise<readonly DeclaredMeaning[]> {
    const createsInstance = use.is === "used" &&
      (use.useKind === "new" || use.useKind === "call" && meaning.declaration.use.kind === "type");
    if (createsInstance && this.isConstructor) {
      const name = this.#subject.declaration.node.text;
      const query = { name, argumentCount: use.arguments, means: ["function"] as const };
      const found = await this.#resolver.members.find(meaning, query);
      const chosen = found?.is === "declared"
        ? await this.#resolver.chooseOverload(call, splitMeaning(found))
        : undefined;
      if (chosen !== undefined) return [chosen, ...chosen.others ?? []];
    }
    return [meaning, ...meaning.others ?? []];
  }

  /** Returns true when a member implements the subject, which is a member of a trait. */
  #isOverriding({ file, declaration: { use } }: DeclaredMeaning): boolean {
    const trait = use.overrides && file.rules.typeNames(use.overrides)?.[0]?.text;
    return trait !== undefined && trait === this.#subject.declaration.use.owner;
  }

  /**
   * Returns true when a declaration replaces the subject in another build. Both are in one package,
   * so no build contains both.
   */
  #isVariant({ file, declaration: { use } }: DeclaredMeaning): boolean {
    const { file: own, declaration: { use: ownUse } } = this.#subject;
    if (file.rules.implicitVisibility !== "folder" || folderOf(file.path) !== folderOf(own.path)) {
      return false;
    }
    if (use.kind !== ownUse.kind || use.owner !== ownUse.owner) return false;
    return file.packageName === own.packageName &&
      (use.owner !== undefined || use.scope?.parent === null && ownUse.scope?.parent === null);
  }

  /**
   * Returns the certainty that a declaration without a body, such as a prototype in a header,
   * declares the subject and not another definition of the name. Returns `undefined` when it
   * certainly does not.
   */
  async #certaintyOfForwardDeclaration(meaning: DeclaredMeaning): Promise<Certainty | undefined> {
    const { file, declaration: { node, use } } = meaning;
    const own = this.#subject.declaration.use;
    if (use.isForward !== true && own.isForward !== true) return undefined;
    // Only in languages with includes may a declaration and its definition be in different files.
    if (file.rules.implicitVisibility !== "included" && file.path !== this.#subject.file.path) {
      return undefined;
    }
    // Two values of the same kind are unrelated, such as macros in two files that rename the same
    // name.
    if (use.isForward === own.isForward && use.kind === "value") return undefined;
    if (use.owner !== own.owner || use.kind !== own.kind || differInArity(use, own)) {
      return undefined;
    }
    if (own.isPrivate === true && file.path !== this.#subject.file.path) return undefined;
    if (node.text !== this.#target.name || !await this.#hasOwnerOf(meaning)) return undefined;
    let others = own.isForward === true ? 1 : 0;
    for await (const { declaration: { use: rival } } of this.#eachRival()) {
      const isBody = rival.isForward !== true && rival.owner === use.owner &&
        !differInArity(rival, use);
      if (isBody && others-- === 0) return "likely";
    }
    return "certain";
  }

  /**
   * Returns true when a member belongs to the type of the subject, and not to another one with its
   * name.
   */
  async #hasOwnerOf({ file, declaration }: DeclaredMeaning): Promise<boolean> {
    const { file: ownFile, declaration: { node, use } } = this.#subject;
    if (use.scope !== undefined) return true;
    const own = await this.#resolver.typeNames.findOwner(ownFile, node);
    const owner = await this.#resolver.typeNames.findOwner(file, declaration.node);
    return own?.is !== "declared" || owner?.is !== "declared" ||
      keyOfDeclaration(own) === keyOfDeclaration(owner);
  }

  /** Yields the other definitions of the name that a use may mean; files are parsed on demand. */
  async *#eachRival(): AsyncGenerator<DeclaredMeaning> {
    const paths = await this.#resolver.defining.list(this.#target.name);
    for (const path of paths.slice(0, MAX_DEFINING)) {
      yield* await this.#rivals.getOrInsertComputed(path, () => this.#listRivals(path));
    }
  }

  /** Returns the other definitions of the name in a file. */
  async #listRivals(path: string): Promise<readonly DeclaredMeaning[]> {
    const { name, language } = this.#target;
    const file = (await this.#resolver.files.openAll([path], name)).get(path);
    if (file === undefined || !areRelatedLanguages(file.language, language)) return [];
    const overridden = await this.#listOverridden();
    return listDeclared(file, name)
      .filter((one) => !overridden.has(keyOfDeclaration(one)) && this.#isRival(one));
  }

  /**
   * Returns true when a declaration is unrelated to the subject, so that a use may refer to it
   * instead.
   */
  #isRival(one: DeclaredMeaning): boolean {
    const { file, declaration: { use } } = one;
    const { file: ownFile, declaration: { use: own } } = this.#subject;
    if (this.#isOverriding(one) || this.isSubject(one) || use.isForward === true) return false;
    if (use.kind === "value" && use.owner === undefined && use.scope?.parent !== null) return false;
    const isOverload = file.path === ownFile.path && use.owner === own.owner;
    return !isOverload && (use.owner === undefined) === (own.owner === undefined);
  }

  /** Returns the keys of the declarations that the subject overrides. */
  #listOverridden(): Promise<ReadonlySet<string>> {
    return this.#overridden ??= (async () => {
      const found = await this.#resolver.members.listOverridden(this.#subject);
      const same = await Promise.all(
        found.map((one) => mayOverride(this.#resolver, this.#subject, one)),
      );
      return new Set(found.filter((_, i) => same[i]).map(keyOfDeclaration));
    })();
  }
}

/** Returns true when a member is used through the base type, so that no override is called. */
function isSuper({ file, use }: { readonly file: SyntaxFile; readonly use: NameUse }): boolean {
  const receiver = use.is === "used" ? use.receiver : undefined;
  return receiver !== undefined && file.rules.readExpression(receiver)?.is === "super";
}

/** Returns the last name of an expression: `queue` of `this.queue`, `Queue` of `getQueue()`. */
function lastName(text: string): string {
  const [name = ""] = /[\p{L}\p{N}_$]+(?=[^\p{L}\p{N}_$]*$)/u.exec(text.slice(-80)) ?? [];
  return name.replace(/^(?:get|_+)/, "");
}
