import type { DeclaredName, NameUse, ReferenceRules } from "../reference_rules.ts";
import {
  childOfType,
  field,
  hasChild,
  hasToken,
  indexOfNode,
  isInField,
  rootOf,
  type SyntaxNode,
} from "../syntax_node.ts";
import {
  declareMacro,
  isMacroArgument,
  isMacroDefinedFunction,
  isMacroDefinedName,
  readInMacro,
} from "./c_macros.ts";
import {
  cNameScope,
  cOwnerAt,
  type DeclaratorFacts,
  isHeader,
  type NameScope,
  parameterScope,
  readDeclarator,
  secondLastName,
} from "./c_scopes.ts";
import { cUseOf, readCUse } from "./c_uses.ts";
import { createNameReader, declared, toWordSet, used } from "./tables.ts";

const SPECIFIERS = toWordSet("struct_specifier union_specifier class_specifier enum_specifier");
const TYPE_PARAMETER = "type scope=parent.parent typeParameter";
const PARAMETERS = toWordSet(
  "parameter_declaration optional_parameter_declaration variadic_parameter_declaration",
);

/** Returns the reader of the names of C, or of C++. */
export function cNameReader(isCpp: boolean): ReferenceRules["readName"] {
  return createNameReader({
    useOf: cUseOf,
    ownerAt: cOwnerAt,
    placeOf: (node) => cNameScope(node, isCpp),
    rows: {
      "preproc_arg": (name, node) => readInMacro(name, node) ?? null,
      "class_specifier.name struct_specifier.name union_specifier.name": readTypeName,
      "enum_specifier.name template_type.name qualified_identifier.name": readTypeName,
      "preproc_def.name": (_name, node) => declareMacro(node),
      "preproc_function_def.name": "function scope=root",
      "enumerator.name": (_name, node) => declareEnumerator(node, isCpp),
      "alias_declaration.name concept_definition.name": "type place type=type",
      "namespace_definition.name": "module place",
      "namespace_alias_definition.name": "type place type=last",
      "preproc_params": "value scope=parent",
      "nested_namespace_specifier": (name, node) => readNamespace(name, node, isCpp),
      "type_parameter_declaration.default_type": "use",
      "optional_type_parameter_declaration.default_type": "use",
      "type_parameter_declaration optional_type_parameter_declaration": TYPE_PARAMETER,
      "variadic_type_parameter_declaration": TYPE_PARAMETER,
      "template_template_parameter_declaration": TYPE_PARAMETER,
      "destructor_name": "none",
      // Old C lists the names of parameters alone, and their types after the list.
      "parameter_list": (name) =>
        declared("value", { scope: parameterScope(name), isForward: true }),
      "parameter_declaration": (name, node) =>
        isMacroDefinedName(name, node)
          ? declared("function", { owner: cOwnerAt(node.parent!.parent!) })
          : undefined,
      "argument_list": (name, node) =>
        isMacroArgument(name, node) ? declared("function") : undefined,
    },
    otherwise(name) {
      const declarator = readDeclarator(name);
      return declarator === undefined ? readCUse(name) : readDeclared(name, declarator, isCpp);
    },
  });

  function readTypeName(name: SyntaxNode): NameUse | undefined {
    const specifier = findNamedSpecifier(name);
    return specifier && readSpecifier(name, specifier, isCpp);
  }
}

function readSpecifier(node: SyntaxNode, specifier: SyntaxNode, isCpp: boolean): NameUse {
  const isDefined = field(specifier, "body") !== undefined;
  const { parent } = specifier;
  const isMacro = parent?.type === "function_definition" && isInField(specifier, "type") &&
    !isDefined;
  if (isMacro) return used("use");
  if (!isDefined && !isForwardDeclaration(specifier)) return cUseOf(node);
  const path = node.parent?.type === "qualified_identifier" ? outermostPath(node) : undefined;
  const place = path === undefined
    ? cNameScope(specifier, isCpp)
    : { owner: secondLastName(path)?.text };
  return declared("type", { ...place, isForward: !isDefined });
}

/** Returns the type with a name, which may be qualified: `class A::Name<T> {`. */
function findNamedSpecifier(name: SyntaxNode): SyntaxNode | undefined {
  let inner = name;
  while (inner.parent !== null && isInField(inner, "name")) {
    inner = inner.parent;
    if (SPECIFIERS.has(inner.type)) return inner;
    if (inner.type !== "template_type" && inner.type !== "qualified_identifier") return undefined;
  }
  return undefined;
}

/** Returns true for a forward declaration of a type: `struct node;`. */
function isForwardDeclaration(specifier: SyntaxNode): boolean {
  const type = specifier.parent?.type;
  if (type === "friend_declaration") return false;
  return type === "translation_unit" || type === "declaration_list" ||
    type === "template_declaration" || type?.startsWith("preproc_") === true ||
    type === "field_declaration" && field(specifier.parent!, "declarator") === undefined;
}

function declareEnumerator(enumerator: SyntaxNode, isCpp: boolean): DeclaredName {
  const type = enumerator.parent?.parent ?? enumerator;
  const isScoped = hasToken(type, "class") || hasToken(type, "struct");
  const name = isCpp ? field(type, "name")?.text : undefined;
  if (isScoped) return declared("value", { owner: name, type });
  const place = cNameScope(type, isCpp);
  const owner = place.scope === undefined ? place.owner : name ?? place.owner;
  return declared("value", { ...place, owner, type });
}

function readNamespace(node: SyntaxNode, path: SyntaxNode, isCpp: boolean): NameUse {
  const before = path.namedChildren[indexOfNode(path.namedChildren, node) - 1];
  const space = path.parent;
  if (space?.type !== "namespace_definition") return cUseOf(node, before);
  const place = cNameScope(space, isCpp);
  return declared("module", { ...place, owner: before?.text ?? place.owner });
}

function readDeclared(
  node: SyntaxNode,
  { declaration, parameters, value }: DeclaratorFacts,
  isCpp: boolean,
): NameUse | undefined {
  const written = declaredType(declaration);
  if (PARAMETERS.has(declaration.type)) {
    return declared("value", { scope: parameterScope(declaration), type: written });
  }
  switch (declaration.type) {
    case "type_definition": {
      // `typedef struct node node;` is a forward declaration of a type of another file.
      const isForward = written !== undefined && field(written, "body") === undefined &&
        field(written, "name")?.text === node.text;
      return declared("type", { ...cNameScope(declaration, isCpp), type: written, isForward });
    }
    case "for_range_loop": {
      const from = {
        value: field(declaration, "right"),
        isElement: true,
        index: destructuredIndexOf(node),
      };
      const source = written === undefined ? from : { type: written };
      return declared("value", { scope: declaration, ...source });
    }
    case "function_definition":
      if (parameters !== undefined) break;
      return SPECIFIERS.has(field(declaration, "type")?.type ?? "")
        ? declared("type", cNameScope(declaration, isCpp))
        : cUseOf(node);
  }
  const isMember = node.parent?.type === "qualified_identifier";
  const place: NameScope = isMember
    ? { owner: secondLastName(outermostPath(node))?.text }
    : cNameScope(declaration, isCpp || declaration.type === "field_declaration");
  const own = { ...place, isPrivate: isPrivate(declaration, place) };
  if (parameters !== undefined) {
    if (isMacroDefinedFunction(declaration)) return used("call");
    const isForward = declaration.type !== "function_definition" || !hasBody(declaration);
    const isInBlock = place.scope?.type === "compound_statement";
    // `Box box(size);` creates a value: functions are not declared in blocks of C++.
    if (isCpp && isInBlock) return declared("value", { ...own, type: written });
    return declared("function", {
      ...own,
      // A function that is declared in a block belongs to the file.
      scope: isForward && isInBlock ? rootOf(node) : place.scope,
      type: childOfType(parameters.parent, "trailing_return_type")?.firstNamedChild ?? written,
      isForward,
      arity: isCpp ? arityOf(parameters) : undefined,
    });
  }
  const isForward = field(declaration, "type") !== undefined &&
    hasChild(declaration, "storage_class_specifier", "extern");
  const source = written === undefined
    ? { value, index: destructuredIndexOf(node) }
    : { type: written };
  return declared("value", { ...own, ...source, isForward });
}

/** Returns the index of the part of a value that a name is bound to: 1 for `b` of `auto [a, b]`. */
function destructuredIndexOf(name: SyntaxNode): number | undefined {
  const list = name.parent;
  return list?.type === "structured_binding_declarator"
    ? indexOfNode(list.namedChildren, name)
    : undefined;
}

function outermostPath(node: SyntaxNode): SyntaxNode {
  let path = node.parent!;
  while (path.parent?.type === "qualified_identifier") path = path.parent;
  return path;
}

/** Returns the written type of a declaration; undefined for `auto`. */
function declaredType(declaration: SyntaxNode): SyntaxNode | undefined {
  const type = field(declaration, "type");
  return type?.type === "placeholder_type_specifier" || type?.type === "decltype"
    ? undefined
    : type;
}

function hasBody(definition: SyntaxNode): boolean {
  return field(definition, "body") !== undefined ||
    definition.namedChildren.some(({ type }) =>
      type === "try_statement" || type.endsWith("_method_clause")
    );
}

/**
 * Returns true when other files cannot refer to the declaration: it is static, and not in a header.
 */
function isPrivate(declaration: SyntaxNode, place: NameScope): boolean {
  if (place.isPrivate === true) return true;
  const isMember = place.owner !== undefined && place.scope === undefined;
  return !isMember && hasChild(declaration, "storage_class_specifier", "static") &&
    !isHeader(declaration);
}

/** Returns the minimum and maximum number of arguments of a C++ function. */
function arityOf(parameters: SyntaxNode): readonly [least: number, most: number] {
  const list = parameters.namedChildren.filter(({ type }) =>
    type.endsWith("parameter_declaration") || type === "variadic_parameter"
  );
  const isOpen = hasToken(parameters, "...") ||
    list.some(({ type }) => type.startsWith("variadic_"));
  const named = list.filter(({ type, text }) => !type.startsWith("variadic_") && text !== "void");
  const least = named.filter(({ type }) => type === "parameter_declaration").length;
  return [least, isOpen ? Infinity : named.length];
}
