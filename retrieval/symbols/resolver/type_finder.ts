import type { DeclaredName, Expression, SyntaxNode } from "@dossier/core/language";
import type { SyntaxFile } from "../syntax_file.ts";
import { CallResults, type ExpressionTypes } from "./call_results.ts";
import type { DeclaredMeaning, MeaningSource, NameMeaning, TypeReference } from "./meaning.ts";
import type { ModuleNames } from "./module_names.ts";
import type { ReceiverMembers } from "./receiver_members.ts";
import type { TypeNames, TypeOwners } from "./type_names.ts";

interface TypeFinderParts extends Pick<MeaningSource, "meaningOf"> {
  readonly exports: ModuleNames;
  readonly owners: TypeOwners;
  readonly receivers: ReceiverMembers;
  readonly typeNames: TypeNames;
}

/** Finds the types of expressions, and of what names stand for. */
export class TypeFinder implements ExpressionTypes {
  readonly #parts: TypeFinderParts;
  readonly #calls: CallResults;
  /** Types of expressions, by file, kind of node and offsets. */
  readonly #types = new Map<string, TypeReference | undefined>();

  constructor(parts: TypeFinderParts) {
    this.#parts = parts;
    this.#calls = new CallResults(this, parts);
  }

  /** Returns the type of an expression. */
  async typeOf(file: SyntaxFile, node: SyntaxNode): Promise<TypeReference | undefined> {
    const key = `${file.path}\0${node.type}\0${node.startIndex}\0${node.endIndex}`;
    // One whose type is being looked for leads back to itself.
    if (this.#types.has(key)) return this.#types.get(key);
    this.#types.set(key, undefined);
    const expression = file.rules.readExpression(node);
    const type = expression && await this.typeOfExpression(file, expression, node);
    this.#types.set(key, type);
    return type;
  }

  /** Returns the type of an expression that was read at a node. */
  async typeOfExpression(
    file: SyntaxFile,
    expression: Expression,
    node: SyntaxNode,
  ): Promise<TypeReference | undefined> {
    const { typeNames } = this.#parts;
    switch (expression.is) {
      case "same":
        return await this.typeOf(file, expression.of);
      case "typed":
        return { file, type: expression.of };
      case "self":
      case "super": {
        const meaning = await this.#parts.owners.find(file, node);
        return meaning && { meaning };
      }
      case "name": {
        const meaning = await this.#parts.meaningOf(file, expression.of);
        return meaning && await this.typeOfMeaning(meaning);
      }
      case "call":
        return await this.#calls.typeOf({ file, call: node, callee: expression.of });
      case "element": {
        const type = await this.typeOf(file, expression.of);
        return type && await typeNames.elementOf(type);
      }
      case "part": {
        const type = await this.typeOf(file, expression.of);
        return type && await typeNames.takenFrom(type, expression);
      }
      case "module": {
        const meaning = await this.#parts.exports.followPath(file, expression.module);
        return meaning && { meaning };
      }
    }
  }

  /** Returns what an expression stands for, or else what declares its type. */
  async meaningOfExpression(
    file: SyntaxFile,
    node: SyntaxNode,
  ): Promise<NameMeaning | undefined> {
    const expression = file.rules.readExpression(node);
    if (expression?.is === "name") return await this.#parts.meaningOf(file, expression.of);
    if (expression?.is === "same") return await this.meaningOfExpression(file, expression.of);
    const type = await this.typeOf(file, node);
    return type && await this.#parts.typeNames.resolve(type);
  }

  /** Returns the type of what a name stands for. */
  async typeOfMeaning(meaning: NameMeaning): Promise<TypeReference | undefined> {
    if (meaning.is !== "declared") return { meaning };
    const type = await this.#typeOfDeclared(meaning);
    if (type !== undefined) return type;
    // It may be told where the same variable or member is assigned again.
    const { file, declaration: { node, use } } = meaning;
    if (use.kind !== "value" || use.type !== undefined || use.knownFrom !== undefined) {
      return undefined;
    }
    for (const declaration of file.listDeclarations(node.text)) {
      const { kind, owner, scope } = declaration.use;
      if (declaration.node.id === node.id || kind !== "value") continue;
      if (owner !== use.owner || scope?.id !== use.scope?.id) continue;
      const found = await this.#typeOfDeclared({ is: "declared", file, declaration });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns the member that a pattern takes out of a value; undefined when that cannot be told. */
  async findTaken(
    file: SyntaxFile,
    { value, property }: Pick<DeclaredName, "value" | "property">,
  ): Promise<NameMeaning | undefined> {
    return value === undefined || property === undefined
      ? undefined
      : await this.#parts.receivers.find(file, value, { name: property.text });
  }

  async #typeOfDeclared(meaning: DeclaredMeaning): Promise<TypeReference | undefined> {
    const { file, declaration: { use } } = meaning;
    if (use.kind === "type" || use.kind === "module") return { meaning };
    if (use.kind === "function") return undefined;
    const { typeNames } = this.#parts;
    if (use.type !== undefined) return await typeNames.takenFrom({ file, type: use.type }, use);
    if (use.value === undefined) return undefined;
    if (use.property !== undefined) {
      const member = await this.findTaken(file, use);
      return member && await this.typeOfMeaning(member);
    }
    const type = await this.typeOf(file, use.value);
    return type && await typeNames.takenFrom(type, use);
  }
}
