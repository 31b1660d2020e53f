import type { SyntaxNode } from "@dossier/core/language";
import type { SyntaxFile } from "../syntax_file.ts";
import type { DefiningFiles } from "./defining_files.ts";
import {
  acceptsArgumentCount,
  type DeclaredMeaning,
  joinMeanings,
  listDeclared,
  type MeaningSource,
  type NameMeaning,
  type NameQuery,
  type TypeReference,
} from "./meaning.ts";
import type { MemberFinder } from "./member_finder.ts";
import type { PackageNames } from "./package_names.ts";
import type { UnimportedNames } from "./unimported_names.ts";
import { encloses } from "./scopes.ts";
import { listNamesInType, type TypeNames } from "./type_names.ts";

/** Maximum number of assignments to a variable whose types are compared. */
const MAX_ASSIGNED = 6;

interface ReceiverMembersParts extends Pick<MeaningSource, "typeOf" | "typeOfMeaning"> {
  readonly defining: DefiningFiles;
  readonly packages: PackageNames;
  readonly unimported: UnimportedNames;
  readonly members: MemberFinder;
  readonly typeNames: TypeNames;
}

/** Resolves members of receivers: by the types of these, by traits and by extensions. */
export class ReceiverMembers {
  readonly #parts: ReceiverMembersParts;

  constructor(parts: ReceiverMembersParts) {
    this.#parts = parts;
  }

  /** Returns the member of the value of an expression that has a name. */
  async find(
    file: SyntaxFile,
    receiver: SyntaxNode,
    query: NameQuery,
  ): Promise<NameMeaning | undefined> {
    const { typeNames, packages } = this.#parts;
    const { rules } = file;
    const type = await this.#parts.typeOf(file, receiver);
    const first = type === undefined ? [] : await typeNames.resolveAll(type);
    const owners = [...first, ...await this.#listAssigned(file, receiver)];
    const owner = owners.find((one) => one !== undefined);
    if (type === undefined || owner === undefined) return undefined;
    const { is } = rules.readExpression(receiver) ?? {};
    const member = is === "super" && owner.is === "declared"
      ? await this.#parts.members.findInherited(owner, query)
      : await this.#findInAny(file, owners, query);
    // A subclass may have it, or a type that includes this one as a mixin.
    const isOpen = rules.hasSubtypeMembers === true && (is === "self" || is === "super");
    if (isOpen && member?.is === "foreign") return undefined;
    if (member?.is === "declared") return member;
    const mayBeInTrait = rules.isTrait !== undefined && owner.is !== "module" &&
      !(owner.is === "foreign" && query.isStatic === true);
    if (mayBeInTrait) {
      const found = await this.#listInTraits(file, query.name);
      if (found.length === 0) return member;
      return found.length === 1 && owner.is === "declared" ? found[0] : undefined;
    }
    if (owner.is === "module") {
      return await packages.findPath(file, query, owner.places) ?? member;
    }
    const extensions = rules.hasExtensions === true ? await this.#listExtensions(query) : [];
    if (extensions.length === 0) return member;
    // The base types of a foreign type are unknown.
    return await this.#findFitting(extensions, type) ??
      (owner.is === "foreign" ? undefined : member);
  }

  /**
   * Returns the types of the other values that are assigned to a variable, in the branches of a
   * condition for example.
   */
  async #listAssigned(
    file: SyntaxFile,
    receiver: SyntaxNode,
  ): Promise<readonly (NameMeaning | undefined)[]> {
    const expression = file.rules.readExpression(receiver);
    if (expression?.is !== "name") return [];
    const use = file.readUse(expression.of);
    if (use?.is !== "used" || use.receiver !== undefined) return [];
    const assigned = file.listDeclarations(expression.of.text).filter(({ use }) =>
      use.kind === "value" && use.scope !== undefined && use.type === undefined &&
      use.value !== undefined && encloses(use.scope, receiver)
    );
    const [first] = assigned;
    const others = assigned.filter(({ use }) => use.scope?.id === first?.use.scope?.id);
    if (others.length < 2 || others.length > MAX_ASSIGNED) return [];
    // If the order of the text decides, the last one before the use is meant.
    if (others.some(({ use }) => use.visibleFrom !== undefined)) return [];
    const found: (NameMeaning | undefined)[] = [];
    for (const declaration of others) {
      const type = await this.#parts.typeOfMeaning({ is: "declared", file, declaration });
      if (type !== undefined) found.push(...await this.#parts.typeNames.resolveAll(type));
    }
    return found;
  }

  async #findInAny(
    file: SyntaxFile,
    owners: readonly (NameMeaning | undefined)[],
    query: NameQuery,
  ): Promise<NameMeaning | undefined> {
    const found = await this.#parts.members.findInAny(owners, query);
    return await this.#parts.unimported.narrowMeaning(file, found);
  }

  /** Returns the extension functions with a name. */
  async #listExtensions({ name, argumentCount }: NameQuery): Promise<readonly DeclaredMeaning[]> {
    return (await this.#parts.defining.listDeclared(name)).filter(({ declaration: { use } }) =>
      use.extendedType !== undefined && acceptsArgumentCount(use, argumentCount)
    );
  }

  /** Returns the extensions that apply to a type. */
  async #findFitting(
    extensions: readonly DeclaredMeaning[],
    type: TypeReference,
  ): Promise<DeclaredMeaning | undefined> {
    const names = await this.#parts.typeNames.list(type);
    return joinMeanings(
      extensions.filter(({ file, declaration: { use } }) =>
        listNamesInType(file, use.extendedType!).some((name) => names.has(name))
      ),
    );
  }

  /** Returns the members of imported traits that have a name. Any type may have these members. */
  async #listInTraits(file: SyntaxFile, name: string): Promise<readonly DeclaredMeaning[]> {
    const files = await this.#parts.defining.open(name);
    return files.flatMap((one) =>
      listDeclared(one, name).filter(({ declaration: { node, use: { owner: trait } } }) => {
        const written = trait === undefined ? undefined : one.rules.ownerTypeAt?.(node);
        if (written === undefined || one.rules.isTrait?.(written) !== true) return false;
        return one === file || file.listOccurrences(trait!).length > 0 ||
          file.imports.some(({ name, local }) => name === undefined && local === undefined);
      })
    );
  }
}
