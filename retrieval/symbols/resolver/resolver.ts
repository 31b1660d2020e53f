import type { NameUse, SyntaxNode, UsedName } from "@dossier/core/language";
import { type CalledName, chooseOverloads } from "../choose_overload.ts";
import { ModuleFinder } from "../module_finder.ts";
import type { Declaration, SyntaxFile } from "../syntax_file.ts";
import type { SyntaxFiles } from "../syntax_files.ts";
import { DefiningFiles } from "./defining_files.ts";
import {
  acceptsArgumentCount,
  type DeclaredMeaning,
  joinMeanings,
  type MeaningSource,
  type NameMeaning,
  type NameQuery,
  splitMeaning,
  type TypeReference,
} from "./meaning.ts";
import { MemberFinder } from "./member_finder.ts";
import { ModuleNames } from "./module_names.ts";
import { UnimportedNames } from "./unimported_names.ts";
import { PackageNames } from "./package_names.ts";
import { UnqualifiedNames } from "./unqualified_names.ts";
import { ReceiverMembers } from "./receiver_members.ts";
import { TypeFinder } from "./type_finder.ts";
import { TypeNames } from "./type_names.ts";

/** Maximum number of steps from one name to the next: cyclic aliases have no end. */
const MAX_STEPS = 60;

/**
 * Resolves the meanings of names: by scopes, imports and re-exports, declared and assigned types,
 * and inheritance. It follows one name at a time and opens only the files that it leads to.
 *
 * Each part resolves one kind of name, and calls the others through the fields here.
 */
export class Resolver implements MeaningSource {
  readonly files: SyntaxFiles;
  readonly modules: ModuleFinder;
  readonly defining: DefiningFiles;
  readonly packages: PackageNames = new PackageNames(this);
  readonly exports: ModuleNames = new ModuleNames(this);
  readonly unimported: UnimportedNames = new UnimportedNames(this);
  readonly unqualified: UnqualifiedNames = new UnqualifiedNames(this);
  readonly members: MemberFinder = new MemberFinder(this);
  readonly receivers: ReceiverMembers = new ReceiverMembers(this);
  readonly types: TypeFinder = new TypeFinder(this);
  readonly typeNames: TypeNames = new TypeNames(this);
  /** Parameter types of functions, which are compared with the arguments of many calls. */
  readonly parameterKeys: Map<Declaration, Promise<readonly string[]>> = new Map();
  /** Meanings of names, by file and offset. */
  readonly #meanings = new Map<string, Promise<NameMeaning | undefined> | undefined>();
  #steps = 0;

  constructor(files: SyntaxFiles) {
    this.files = files;
    this.modules = new ModuleFinder(files);
    this.defining = new DefiningFiles(files);
  }

  async meaningOf(file: SyntaxFile, node: SyntaxNode): Promise<NameMeaning | undefined> {
    const key = `${file.path}\0${node.startIndex}`;
    // A name that is already being resolved refers to itself.
    if (this.#meanings.has(key)) return await this.#meanings.get(key);
    if (this.#steps >= MAX_STEPS) return undefined;
    this.#meanings.set(key, undefined);
    this.#steps++;
    try {
      const meaning = await this.#find(file, node);
      this.#meanings.set(key, Promise.resolve(meaning));
      return meaning;
    } finally {
      this.#steps--;
    }
  }

  async typeOf(file: SyntaxFile, node: SyntaxNode): Promise<TypeReference | undefined> {
    return await this.types.typeOf(file, node);
  }

  async typeOfMeaning(meaning: NameMeaning): Promise<TypeReference | undefined> {
    return await this.types.typeOfMeaning(meaning);
  }

  async findMemberOf(
    owner: NameMeaning,
    query: NameQuery,
    seen?: Set<SyntaxNode>,
  ): Promise<NameMeaning | undefined> {
    return await this.members.find(owner, query, seen);
  }

  /**
   * Returns the overload that a call means, by the types of its arguments, with the other possible
   * ones.
   */
  async chooseOverload(
    call: CalledName,
    candidates: readonly DeclaredMeaning[],
  ): Promise<DeclaredMeaning | undefined> {
    return joinMeanings(await chooseOverloads(this, call, candidates));
  }

  async #find(file: SyntaxFile, node: SyntaxNode): Promise<NameMeaning | undefined> {
    const use = file.readUse(node);
    if (use === undefined) return undefined;
    const meaning = await this.#findUse(file, node, use);
    const isCall = use.is === "used" && use.arguments !== undefined && use.useKind !== "new";
    if (!isCall || meaning?.is !== "declared" || file.rules.overloads === undefined) return meaning;
    const { kind, owner, arity } = meaning.declaration.use;
    if (kind !== "function" || owner === undefined || arity === undefined) return meaning;
    const inherited = (await this.members.listOverridden(meaning)).filter(({ declaration }) =>
      declaration.use.kind === "function" && acceptsArgumentCount(declaration.use, use.arguments)
    );
    return await this.chooseOverload({ file, node }, [...splitMeaning(meaning), ...inherited]);
  }

  async #findUse(
    file: SyntaxFile,
    node: SyntaxNode,
    use: NameUse,
  ): Promise<NameMeaning | undefined> {
    if (use.is === "declared") {
      return { is: "declared", file, declaration: { node, line: node.startPosition.row + 1, use } };
    }
    if (use.is === "imported") return await this.exports.findImported(file, node);
    if (use.isSelf === true) return await this.typeNames.findOwner(file, node);
    const { receiver, arguments: argumentCount, possibleKinds, isStatic } = use;
    const query = { name: node.text, argumentCount, means: possibleKinds, isStatic };
    if (receiver === undefined) return await this.#findAlone(file, node, { use, query });
    const member = await this.receivers.find(file, receiver, query);
    if (use.isQualified === true && member === undefined) {
      // A namespace that a macro opens.
      return await this.unqualified.findShared(file, query);
    }
    if (use.hasImpliedReceiver !== true || member?.is === "declared") return member;
    return await this.unqualified.find(file, node, query);
  }

  async #findAlone(
    file: SyntaxFile,
    node: SyntaxNode,
    { use, query }: { readonly use: UsedName; readonly query: NameQuery },
  ): Promise<NameMeaning | undefined> {
    const plain = await this.unqualified.find(file, node, query);
    if (plain?.is === "declared" || plain?.is === "module") return plain;
    if (use.module !== undefined) return await this.exports.followPath(file, use.module) ?? plain;
    if (use.possibleKinds?.includes("macro") === true) {
      return await this.unimported.findMacro(file, query.name);
    }
    return use.mayBeInMacro === true ? undefined : plain;
  }
}
