import type { SyntaxFile } from "../syntax_file.ts";
import type { DefiningFiles } from "./defining_files.ts";
import { type DeclaredMeaning, keyOfDeclaration, type NameMeaning } from "./meaning.ts";
import type { MemberFinder } from "./member_finder.ts";
import type { TypeNames, TypeOwners } from "./type_names.ts";

interface OverriddenMembersParts {
  readonly defining: DefiningFiles;
  readonly owners: TypeOwners;
  readonly members: MemberFinder;
  readonly typeNames: TypeNames;
}

/** Steps of inheritance, and overridden members, after which no further types are looked at. */
const MAX_OVERRIDDEN = 60;

/**
 * Relates the declarations of a member with each other: those that it overrides, and that which has
 * its body.
 */
export class OverriddenMembers {
  readonly #parts: OverriddenMembersParts;
  readonly #overridden = new Map<DeclaredMeaning["declaration"], Promise<DeclaredMeaning[]>>();

  constructor(parts: OverriddenMembersParts) {
    this.#parts = parts;
  }

  /**
   * Returns where a member has its body that a declaration in its type only announces, or else the
   * declaration.
   */
  async bodyOf(announced: DeclaredMeaning): Promise<DeclaredMeaning> {
    const { file, declaration: { node, use } } = announced;
    const { membersApart = "nowhere" } = file.rules;
    if (use.isForward !== true || use.owner === undefined || membersApart === "nowhere") {
      return announced;
    }
    const owner = await this.#parts.owners.find(file, node);
    return (await this.#listMembers(owner, node.text)).find(({ declaration }) =>
      declaration.use.isForward !== true && declaration.use.arity?.[1] === use.arity?.[1]
    ) ?? announced;
  }

  /** Returns the declarations that a member of a type overrides, in the types that it inherits from. */
  async list(member: DeclaredMeaning): Promise<readonly DeclaredMeaning[]> {
    return await this.#overridden.getOrInsertComputed(
      member.declaration,
      () => this.#find(member),
    );
  }

  async #find({ file, declaration: { node, use } }: DeclaredMeaning): Promise<DeclaredMeaning[]> {
    if (use.owner === undefined) return [];
    const found = new Map<string, DeclaredMeaning>();
    const add = (members: readonly DeclaredMeaning[]) => {
      for (const one of members) found.set(keyOfDeclaration(one), one);
    };
    const visit = async (owner: NameMeaning | undefined, depth: number): Promise<void> => {
      if (owner?.is !== "declared" || depth > MAX_OVERRIDDEN) return;
      for (const base of owner.file.rules.basesOf(owner.declaration.node)) {
        const type = await this.#parts.typeNames.resolveAliases({ file: owner.file, type: base });
        if (type === undefined) continue;
        add(await this.#listMembers(type, node.text));
        if (found.size < MAX_OVERRIDDEN) await visit(type, depth + 1);
      }
    };
    const owner = await this.#parts.owners.find(file, node);
    await visit(owner, 0);
    const trait = use.overrides &&
      await this.#parts.typeNames.resolve({ file, type: use.overrides });
    add(await this.#listMembers(trait, node.text));
    add(await this.#listRequiring(owner, node.text));
    return [...found.values()];
  }

  async #listMembers(
    type: NameMeaning | undefined,
    name: string,
  ): Promise<readonly DeclaredMeaning[]> {
    return type?.is === "declared" ? await this.#parts.members.list(type, name) : [];
  }

  /** Returns the members by a name of the interfaces that a type is one of without naming them. */
  async #listRequiring(
    owner: NameMeaning | undefined,
    name: string,
  ): Promise<readonly DeclaredMeaning[]> {
    if (owner?.is !== "declared") return [];
    const { requiredMembers } = owner.file.rules;
    if (requiredMembers === undefined) return [];
    if (requiredMembers(owner.declaration.node) !== undefined) return [];
    const found: DeclaredMeaning[] = [];
    for (const one of await this.#listAnnounced(owner.file, name)) {
      const type = await this.#parts.owners.find(one.file, one.declaration.node);
      const required = type?.is === "declared" ? requiredMembers(type.declaration.node) : undefined;
      if (required !== undefined && await this.#hasMembers(owner, required)) found.push(one);
    }
    return found;
  }

  /** Returns the members by a name without bodies that are written in the language of a file. */
  async #listAnnounced(
    { language }: SyntaxFile,
    name: string,
  ): Promise<readonly DeclaredMeaning[]> {
    return (await this.#parts.defining.listDeclared(name)).filter((
      { file, declaration: { use } },
    ) => use.isForward === true && use.owner !== undefined && file.language === language);
  }

  async #hasMembers(owner: DeclaredMeaning, names: readonly string[]): Promise<boolean> {
    for (const name of names) {
      if ((await this.#parts.members.find(owner, { name }))?.is === "foreign") return false;
    }
    return true;
  }
}
