import type { SyntaxNode } from "@dossier/core/language";
import type { SyntaxFile } from "../syntax_file.ts";
import type { DefiningFiles } from "./defining_files.ts";
import type { NameMeaning } from "./meaning.ts";
import type { ModuleNames } from "./module_names.ts";
import { findFirst, isAround } from "./scopes.ts";
import type { UnimportedNames } from "./unimported_names.ts";
import type { TypeNames } from "./type_names.ts";

interface TypeOwnersParts {
  readonly defining: DefiningFiles;
  readonly exports: ModuleNames;
  readonly unimported: UnimportedNames;
  readonly typeNames: TypeNames;
}

/** Finds the types that code stands in, which may be declared elsewhere. */
export class TypeOwners {
  readonly #parts: TypeOwnersParts;

  constructor(parts: TypeOwnersParts) {
    this.#parts = parts;
  }

  /** Returns the declaration of the type around a node. */
  async find(file: SyntaxFile, node: SyntaxNode): Promise<NameMeaning | undefined> {
    const written = file.rules.ownerTypeAt?.(node);
    if (written !== undefined) return await this.#parts.typeNames.resolve({ file, type: written });
    const owner = file.rules.ownerAt(node);
    if (owner === undefined) return undefined;
    const declared = file.listDeclarations(owner).filter(({ use }) =>
      use.kind === "type" || use.kind === "value"
    );
    const own =
      declared.find((one) => one.node.parent !== null && isAround(one.node.parent, node)) ??
        declared.find(({ use }) => use.scope !== undefined) ?? declared[0];
    if (own !== undefined) return { is: "declared", file, declaration: own };
    return await this.#parts.unimported.find(file, owner) ?? await this.#findApart(file, owner);
  }

  /** Returns a type that a file imports, or the only one of its name where members may be declared apart. */
  async #findApart(file: SyntaxFile, owner: string): Promise<NameMeaning | undefined> {
    const binding = file.imports.find(({ local, module }) =>
      local === owner && module !== undefined
    );
    if (binding !== undefined) return await this.#parts.exports.followImport(file, binding);
    const { membersApart = "nowhere" } = file.rules;
    if (membersApart === "nowhere") return undefined;
    const found = await this.#parts.defining.open(owner);
    const types = found.flatMap((one) => findFirst([one], owner) ?? []);
    return types.length === 1 ? types[0] : undefined;
  }
}
