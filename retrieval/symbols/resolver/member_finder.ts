import type { SyntaxNode } from "@dossier/core/language";
import {
  type DeclaredMeaning,
  FOREIGN_MEANING,
  isMeant,
  isSameDeclaration,
  joinMeanings,
  listFitting,
  type MeaningSource,
  type NameMeaning,
  type WantedName,
} from "./meaning.ts";
import type { ModuleNames } from "./module_names.ts";
import type { OwnMembers } from "./own_members.ts";
import type { TypeNames } from "./type_names.ts";

interface MemberFinderParts extends Pick<MeaningSource, "typeOfMeaning"> {
  readonly exports: ModuleNames;
  readonly ownMembers: OwnMembers;
  readonly typeNames: TypeNames;
}

/** Finds the members of types, objects and modules, also those that they inherit. */
export class MemberFinder {
  readonly #parts: MemberFinderParts;

  constructor(parts: MemberFinderParts) {
    this.#parts = parts;
  }

  /** Returns the member of something; see {@link MeaningSource.findMemberOf}. */
  async find(
    owner: NameMeaning,
    wanted: WantedName,
    seen: Set<SyntaxNode> = new Set(),
  ): Promise<NameMeaning | undefined> {
    if (owner.is === "foreign") return FOREIGN_MEANING;
    const { name, given } = wanted;
    const { exports, ownMembers, typeNames } = this.#parts;
    if (owner.is === "module") return await exports.findMember(owner, wanted, seen);
    const { file, declaration: { node, use } } = owner;
    if (seen.has(node)) return FOREIGN_MEANING;
    seen.add(node);
    const members = await ownMembers.list(owner, name);
    const meant = members.filter(({ declaration }) => isMeant(declaration.use, wanted));
    const own = joinMeanings(listFitting(meant.length > 0 ? meant : members, given));
    if (own !== undefined) return own;
    if (use.kind === "module") return await exports.findImportedIn(file, node.parent, name);
    if (use.kind === "value" || use.kind === "function") {
      const type = await this.#parts.typeOfMeaning(owner);
      return type && await this.findOfAny(await typeNames.resolveAll(type), wanted, seen);
    }
    return await this.findInherited(owner, wanted, seen);
  }

  /** Returns the member of a value that is of one of some types; see {@link find}. */
  async findOfAny(
    owners: readonly (NameMeaning | undefined)[],
    wanted: WantedName,
    seen: ReadonlySet<SyntaxNode> = new Set(),
  ): Promise<NameMeaning | undefined> {
    const found: DeclaredMeaning[] = [];
    let isKnown = true;
    for (const owner of owners) {
      const member = owner && await this.find(owner, wanted, new Set(seen));
      if (member?.is === "module") return member;
      isKnown &&= member !== undefined;
      if (member?.is !== "declared") continue;
      if (!found.some((one) => isSameDeclaration(one, member))) found.push(member);
    }
    const [first, ...others] = found;
    if (first === undefined) return isKnown ? FOREIGN_MEANING : undefined;
    return others.length === 0 ? first : { ...first, others: [...first.others ?? [], ...others] };
  }

  /** Returns the member that a type inherits; foreign when it surely inherits none from the tree. */
  async findInherited(
    owner: DeclaredMeaning,
    wanted: WantedName,
    seen: Set<SyntaxNode> = new Set(),
  ): Promise<NameMeaning | undefined> {
    const { file: { rules }, declaration: { node, use } } = owner;
    const { basesAreMembers, typeNames, catchAllMembers = [] } = rules;
    let isKnown = true;
    for (const opening of await this.#parts.ownMembers.listOpenings(owner)) {
      const { file, declaration } = opening;
      // An alias stands for another type.
      const aliased = use.type === undefined ? [] : [use.type];
      for (const base of [...aliased, ...rules.basesOf(declaration.node)]) {
        const type = await this.#parts.typeNames.resolve({ file, type: base });
        const isNamed = basesAreMembers === true && base !== use.type &&
          typeNames(base)?.[0]?.text === wanted.name;
        if (isNamed) return type;
        const found = type === undefined ? undefined : await this.find(type, wanted, seen);
        if (found !== undefined && found.is !== "foreign") return found;
        isKnown &&= found !== undefined;
      }
    }
    isKnown &&= !catchAllMembers.some((one) =>
      owner.file.listDeclarations(one).some(({ use }) => use.owner === node.text)
    );
    const isClosed = use.isParameter !== true && rules.isTrait?.(node) !== true;
    return isKnown && isClosed ? FOREIGN_MEANING : undefined;
  }
}
