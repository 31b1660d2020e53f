import type { SyntaxNode } from "@dossier/core/language";
import type { DeclaredMeaning } from "./resolver/meaning.ts";
import type { Resolver } from "./resolver/resolver.ts";
import type { Declaration, SyntaxFile } from "./syntax_file.ts";
import type { UseJudge } from "./use_judge.ts";

interface SubjectNamesParts {
  readonly resolver: Resolver;
  readonly subject: DeclaredMeaning;
  readonly judge: UseJudge;
}

/** Maximum number of other names of a definition that are followed. */
const MAX_NAMES = 40;

/**
 * Collects the names by which files can use a definition: its own, its export names, and the names
 * of subtypes.
 */
export class SubjectNames {
  readonly #parts: SubjectNamesParts;
  readonly #name: string;
  readonly #names: string[];

  /** @param name Name of the definition in the index. */
  constructor(name: string, parts: SubjectNamesParts) {
    this.#parts = parts;
    this.#name = name;
    this.#names = [name];
    const { owner } = parts.subject.declaration.use;
    if (parts.judge.isConstructor && owner !== undefined) this.add(owner);
  }

  /**
   * Yields the names in the order in which they were found, also those that are added meanwhile.
   */
  *each(): Generator<string> {
    for (let at = 0; at < this.#names.length && at < MAX_NAMES; at++) yield this.#names[at]!;
  }

  /** Adds a name by which a file re-exports the definition. */
  add(name: string): void {
    if (name !== "*" && !this.#names.includes(name)) this.#names.push(name);
  }

  /** Adds the export names of the definition in a file that knows it by one of the names. */
  addExported(file: SyntaxFile, name: string): void {
    for (const { module, name: imported, local, exportedAs } of file.imports) {
      if ((module === undefined ? local : imported) !== name) continue;
      if (exportedAs !== undefined) this.add(exportedAs);
      if (local === undefined) continue;
      if (file.rules.reexportsImports === true) this.add(local);
      if (module !== undefined) this.#addLocal(file, local);
    }
  }

  /**
   * Adds the export names of the definition in its own file, given a declaration of its name there.
   */
  addOwn(file: SyntaxFile, declaration: Declaration): void {
    if (this.#parts.judge.isSubject({ is: "declared", file, declaration })) {
      this.#addLocal(file, declaration.node.text);
    }
  }

  /** Adds the name of a type that inherits the constructor, when a node is its base type. */
  async addSubtype(file: SyntaxFile, base: SyntaxNode): Promise<void> {
    const { judge, resolver } = this.#parts;
    const name = judge.isConstructor ? file.rules.ownerAt(base) : undefined;
    if (name === undefined) return;
    const heir = file.listDeclarations(name).find(({ node }) =>
      file.rules.basesOf(node).some((one) => one.id === base.id || one.id === base.parent?.id)
    );
    if (heir === undefined) return;
    const type = { is: "declared", file, declaration: heir } as const;
    const query = { name: this.#name, means: ["function"] as const };
    const found = await resolver.members.find(type, query);
    if (found !== undefined && judge.isSubject(found)) this.add(name);
  }

  /** Adds the export names of a local name of a file. */
  #addLocal(file: SyntaxFile, name: string): void {
    for (const { module, local, exportedAs } of file.imports) {
      if (module === undefined && local === name && exportedAs !== undefined) this.add(exportedAs);
    }
  }
}

/** Decorator or attribute before a declaration, up to its arguments. */
const DECORATOR_REGEXP = /^(?:@[\w.]+|#?\[[\w:.]+)/;

/**
 * Returns the reason why external code may call a definition: its type has a foreign base type, or
 * it has a decorator. Returns `undefined` when there is none.
 *
 * @param startLine First line of the definition, 1-based.
 */
export async function explainOutsideCallers(
  resolver: Resolver,
  { file, declaration: { node, use } }: DeclaredMeaning,
  startLine: number,
): Promise<string | undefined> {
  const above = startLine > 1 ? file.lineText(startLine - 1).trim() : "";
  const [decorator] = DECORATOR_REGEXP.exec(above) ?? [];
  if (decorator !== undefined) return `"${decorator}" precedes it`;
  const owner = use.owner === undefined
    ? undefined
    : await resolver.typeNames.findOwner(file, node);
  if (owner?.is !== "declared") return undefined;
  const { basesOf, typeNames } = owner.file.rules;
  for (const base of basesOf(owner.declaration.node)) {
    const [name] = typeNames(base) ?? [];
    if (name === undefined) continue;
    const meaning = await resolver.meaningOf(owner.file, name);
    if (meaning?.is !== "declared") {
      return `its type "${use.owner}" is made from "${name.text}", which is not in the tree`;
    }
  }
  return undefined;
}
