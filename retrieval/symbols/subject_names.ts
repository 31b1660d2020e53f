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

/** Other names by which a definition goes that are followed. */
const MAX_NAMES = 40;

/** Collects the names by which files can use a definition: its own, those of exports, and those of heirs. */
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

  /** Gives the names in the order in which they were found, also those that are found meanwhile. */
  *each(): Generator<string> {
    for (let at = 0; at < this.#names.length && at < MAX_NAMES; at++) yield this.#names[at]!;
  }

  /** Adds a name by which a file hands the definition on. */
  add(name: string): void {
    if (name !== "*" && !this.#names.includes(name)) this.#names.push(name);
  }

  /** Adds the names that a file exports the definition by, which it knows by one of the names. */
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
   * Adds the names that the file of the definition itself exports it by, given a declaration of its
   * name there.
   */
  addOwn(file: SyntaxFile, declaration: Declaration): void {
    if (this.#parts.judge.isSubject({ is: "declared", file, declaration })) {
      this.#addLocal(file, declaration.node.text);
    }
  }

  /** Adds the name of a type that inherits the constructor, where a node is what it inherits from. */
  async addHeir(file: SyntaxFile, base: SyntaxNode): Promise<void> {
    const { judge, resolver } = this.#parts;
    const name = judge.isConstructor ? file.rules.ownerAt(base) : undefined;
    if (name === undefined) return;
    const heir = file.listDeclarations(name).find(({ node }) =>
      file.rules.basesOf(node).some((one) => one.id === base.id || one.id === base.parent?.id)
    );
    if (heir === undefined) return;
    const type = { is: "declared", file, declaration: heir } as const;
    const wanted = { name: this.#name, means: ["function"] as const };
    const found = await resolver.members.find(type, wanted);
    if (found !== undefined && judge.isSubject(found)) this.add(name);
  }

  /** Adds the names by which a file exports what goes by a name in it. */
  #addLocal(file: SyntaxFile, name: string): void {
    for (const { module, local, exportedAs } of file.imports) {
      if (module === undefined && local === name && exportedAs !== undefined) this.add(exportedAs);
    }
  }
}

/** A line that decorates what comes below it, up to its arguments. */
const DECORATOR_REGEXP = /^(?:@[\w.]+|#?\[[\w:.]+)/;

/**
 * Returns why code that is not in the tree may call a definition: its type has a base from elsewhere, or a decorator
 * stands before it. Undefined where nothing speaks for that.
 *
 * @param startLine First line of the definition, 1-based.
 */
export async function sayOutside(
  resolver: Resolver,
  { file, declaration: { node, use } }: DeclaredMeaning,
  startLine: number,
): Promise<string | undefined> {
  const above = startLine > 1 ? file.lineText(startLine - 1).trim() : "";
  const [decorator] = DECORATOR_REGEXP.exec(above) ?? [];
  if (decorator !== undefined) return `"${decorator}" stands before it`;
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
