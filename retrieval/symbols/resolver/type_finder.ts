import type { DeclaredName, Expression, ReferenceRules, SyntaxNode } from "@dossier/core/language";
import type { SyntaxFile } from "../syntax_file.ts";
import {
  type DeclaredMeaning,
  MAX_ALIASES,
  type MeaningSource,
  type NameMeaning,
  type TypeReference,
} from "./meaning.ts";
import type { ModuleNames } from "./module_names.ts";
import type { ReceiverMembers } from "./receiver_members.ts";
import type { TypeNames } from "./type_names.ts";

interface TypeFinderParts extends Pick<MeaningSource, "meaningOf"> {
  readonly exports: ModuleNames;
  readonly receivers: ReceiverMembers;
  readonly typeNames: TypeNames;
}

/** Finds the types of expressions and of meanings. */
export class TypeFinder {
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
    // An expression whose type is already being resolved refers to itself.
    if (this.#types.has(key)) return this.#types.get(key);
    this.#types.set(key, undefined);
    const expression = file.rules.readExpression(node);
    const type = expression && await this.typeOfExpression(file, expression, node);
    this.#types.set(key, type);
    return type;
  }

  /** Returns the type of a parsed expression at a node. */
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
        const meaning = await this.#parts.typeNames.findOwner(file, node);
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
        return type && await typeNames.destructuredType(type, expression);
      }
      case "module": {
        const meaning = await this.#parts.exports.followPath(file, expression.module);
        return meaning && { meaning };
      }
    }
  }

  /** Returns the meaning of an expression, or else the declaration of its type. */
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

  /** Returns the type of a meaning. */
  async typeOfMeaning(meaning: NameMeaning): Promise<TypeReference | undefined> {
    if (meaning.is !== "declared") return { meaning };
    const type = await this.#typeOfDeclared(meaning);
    if (type !== undefined) return type;
    // It may be known from another assignment to the same variable or member.
    const { file, declaration: { node, use } } = meaning;
    if (use.kind !== "value" || use.type !== undefined || use.visibleFrom !== undefined) {
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

  /** Returns the member that a pattern destructures from a value, or `undefined` if unknown. */
  async findDestructured(
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
    if (use.type !== undefined) {
      return await typeNames.destructuredType({ file, type: use.type }, use);
    }
    if (use.value === undefined) return undefined;
    if (use.property !== undefined) {
      const member = await this.findDestructured(file, use);
      return member && await this.typeOfMeaning(member);
    }
    const type = await this.typeOf(file, use.value);
    return type && await typeNames.destructuredType(type, use);
  }
}

/** Call in a file, and the called expression. */
interface Call {
  readonly file: SyntaxFile;
  readonly call: SyntaxNode;
  readonly callee: SyntaxNode;
}

/** Finds the return types of calls. */
class CallResults {
  readonly #types: TypeFinder;
  readonly #parts: TypeFinderParts;

  constructor(types: TypeFinder, parts: TypeFinderParts) {
    this.#types = types;
    this.#parts = parts;
  }

  /** Returns the return type of a call. */
  async typeOf(call: Call): Promise<TypeReference | undefined> {
    const meaning = await this.#types.meaningOfExpression(call.file, call.callee);
    return meaning === undefined || meaning.is === "foreign"
      ? await this.#resultOfForeign(call, meaning)
      : await this.#resultOfKnown(call, meaning);
  }

  /** Returns the return type of a call of a foreign or unknown function. */
  async #resultOfForeign(
    { file, callee }: Call,
    meaning: NameMeaning | undefined,
  ): Promise<TypeReference | undefined> {
    const { foreignResult, elementType } = file.rules;
    if (foreignResult === undefined) return meaning && { meaning };
    const part = foreignResult(callee);
    if (part !== undefined) return await this.#types.typeOfExpression(file, part, callee);
    const type = await this.#typeOfReceiver(file, callee);
    // A member of a generic type may return anything.
    const isGeneric = type !== undefined && "type" in type && elementType(type.type) !== undefined;
    return isGeneric || meaning === undefined ? undefined : { meaning };
  }

  async #resultOfKnown(call: Call, callee: NameMeaning): Promise<TypeReference | undefined> {
    if (callee.is === "declared" && callee.declaration.use.kind === "function") {
      const { type, value, owner } = callee.declaration.use;
      if (owner !== undefined && returnsSelf(callee.file.rules, type ?? value)) {
        const own = await this.#typeOfReceiver(call.file, call.callee);
        if (own !== undefined) return own;
      }
      const generic = await this.#resultOfGeneric(call, callee);
      if (generic.isGeneric) return generic.type;
    }
    const type = await this.#resultOf(callee);
    if (type === undefined || callee.is !== "declared" || callee.declaration.use.isForward) {
      return type;
    }
    if ("meaning" in type || type.file.rules.typeNames(type.type) !== undefined) return type;
    return await this.#resultOfOverloads(call, callee) ?? type;
  }

  /**
   * Returns the type of the argument that determines the return type, for a function that returns
   * one of its parameters.
   */
  async #resultOfGeneric(
    { file, call }: Call,
    callee: DeclaredMeaning,
  ): Promise<{ readonly isGeneric: boolean; readonly type?: TypeReference | undefined }> {
    const { file: { rules }, declaration: { node, use: { type } } } = callee;
    const [name, ...others] = type && rules.genericArgument ? rules.typeNames(type) ?? [] : [];
    if (name === undefined || others.length > 0) return { isGeneric: false };
    const parameter = await this.#parts.meaningOf(callee.file, name);
    if (parameter?.is !== "declared" || parameter.declaration.use.isTypeParameter !== true) {
      return { isGeneric: false };
    }
    const given = rules.genericArgument?.(call, node, name.text);
    return {
      isGeneric: true,
      type: given && await this.#types.typeOfExpression(file, given, call),
    };
  }

  /**
   * Returns the return type of a call by the declared overloads, when the implementation may return
   * anything.
   */
  async #resultOfOverloads(
    call: Call,
    { file, declaration: { node, use } }: DeclaredMeaning,
  ): Promise<TypeReference | undefined> {
    for (const declaration of file.listDeclarations(node.text)) {
      const { isForward, owner, scope } = declaration.use;
      if (isForward !== true || owner !== use.owner || scope?.id !== use.scope?.id) continue;
      const found = await this.#resultOfKnown(call, { is: "declared", file, declaration });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * Returns the return type of a call of a meaning, whatever the arguments are. A call of a type
   * returns an instance of it.
   */
  async #resultOf(callee: NameMeaning, step = 0): Promise<TypeReference | undefined> {
    if (callee.is !== "declared") return { meaning: callee };
    const { file, declaration: { use } } = callee;
    if (use.kind === "type") return { meaning: callee };
    if (use.kind === "value") return await this.#resultOfValue(callee, step);
    if (use.kind !== "function") return undefined;
    const isOne = (callee.others ?? []).every(({ declaration }) =>
      declaration.use.type?.text === use.type?.text
    );
    if (!isOne) return undefined;
    if (use.type !== undefined) return { file, type: use.type };
    return use.value === undefined ? undefined : await this.#types.typeOf(file, use.value);
  }

  async #resultOfValue(callee: DeclaredMeaning, step: number): Promise<TypeReference | undefined> {
    const { file: { rules }, file, declaration: { use } } = callee;
    const { is } = use.value === undefined ? {} : rules.readExpression(use.value) ?? {};
    if (is === "name" && use.type === undefined && use.isElement !== true && step < MAX_ALIASES) {
      // An alias of a type or a function.
      const other = await this.#types.meaningOfExpression(file, use.value!);
      if (other !== undefined) return await this.#resultOf(other, step + 1);
    }
    const type = await this.#types.typeOfMeaning(callee);
    if (use.arity !== undefined) return type;
    return type && await this.#parts.typeNames.findInner(type, rules.resultType);
  }

  /** Returns the type of the receiver of a called member. */
  async #typeOfReceiver(file: SyntaxFile, callee: SyntaxNode): Promise<TypeReference | undefined> {
    const expression = file.rules.readExpression(callee);
    const use = expression?.is === "name" ? file.readUse(expression.of) : undefined;
    const receiver = use?.is === "used" ? use.receiver : undefined;
    return receiver && await this.#types.typeOf(file, receiver);
  }
}

/** Returns true when a member returns its receiver. */
function returnsSelf(rules: ReferenceRules, result: SyntaxNode | undefined): boolean {
  for (let node = result; node !== undefined;) {
    const expression = rules.readExpression(node);
    if (expression?.is === "self") return true;
    node = expression?.is === "same" || expression?.is === "call" ? expression.of : undefined;
  }
  return false;
}
