import { type DeclaredName, type NameUse } from "../reference_rules.ts";
import { field, isField, rootOf, type SyntaxNode } from "../syntax_node.ts";
import { type ReadDeclarator, readDeclarator } from "./c_declarators.ts";
import {
  declareMacro,
  isGenerated,
  isGeneratedName,
  isMacroArgument,
  readInMacro,
} from "./c_macros.ts";
import {
  cOwnerAt,
  cPlaceOf,
  isHeader,
  type NamePlace,
  parameterScope,
  scopeIn,
} from "./c_scopes.ts";
import { cUseOf, readCUse } from "./c_uses.ts";

const SPECIFIERS = new Set([
  "struct_specifier",
  "union_specifier",
  "class_specifier",
  "enum_specifier",
]);
const PARAMETERS = new Set([
  "parameter_declaration",
  "optional_parameter_declaration",
  "variadic_parameter_declaration",
]);
const TYPE_PARAMETERS = new Set([
  "type_parameter_declaration",
  "optional_type_parameter_declaration",
  "variadic_type_parameter_declaration",
  "template_template_parameter_declaration",
]);
/** Returns what a name of C does. */
export function readCName(node: SyntaxNode): NameUse | undefined {
  return readNameOf(node, false);
}

/** Returns what a name of C++ does. */
export function readCppName(node: SyntaxNode): NameUse | undefined {
  return readNameOf(node, true);
}

function readNameOf(node: SyntaxNode, isPlus: boolean): NameUse | undefined {
  const { parent } = node;
  if (parent === null) return undefined;
  const { type } = parent;
  if (type === "preproc_arg") return readInMacro(node, parent);
  if (isField(node, "name")) {
    if (type === "preproc_def") return declareMacro(parent);
    if (type === "preproc_function_def") {
      return { is: "declared", kind: "function", scope: rootOf(node) };
    }
    const specifier = specifierNamedBy(node);
    if (specifier !== undefined) return readSpecifier(node, specifier, isPlus);
    if (type === "enumerator") return declareEnumerator(parent, isPlus);
    if (type === "alias_declaration" || type === "concept_definition") {
      return {
        is: "declared",
        kind: "type",
        ...cPlaceOf(parent, isPlus),
        type: field(parent, "type"),
      };
    }
    if (type === "namespace_definition") {
      return { is: "declared", kind: "module", ...cPlaceOf(parent, isPlus) };
    }
    if (type === "namespace_alias_definition") {
      const alias = parent.lastNamedChild ?? undefined;
      return { is: "declared", kind: "type", ...cPlaceOf(parent, isPlus), type: alias };
    }
  }
  if (type === "preproc_params") {
    return { is: "declared", kind: "value", scope: parent.parent ?? undefined };
  }
  if (type === "nested_namespace_specifier") return readNamespace(node, parent, isPlus);
  if (TYPE_PARAMETERS.has(type)) {
    if (isField(node, "default_type")) return cUseOf(node);
    const scope = parent.parent?.parent ?? undefined;
    return { is: "declared", kind: "type", scope, isParameter: true };
  }
  if (type === "destructor_name") return undefined;
  // Old C lists the names of parameters alone, and their types behind the list.
  if (type === "parameter_list") {
    return { is: "declared", kind: "value", scope: parameterScope(node), isForward: true };
  }
  if (type === "parameter_declaration" && isGeneratedName(node, parent)) {
    return { is: "declared", kind: "function", owner: cOwnerAt(parent.parent!.parent!) };
  }
  if (type === "argument_list" && isMacroArgument(node, parent)) {
    return { is: "declared", kind: "function" };
  }
  const declarator = readDeclarator(node);
  if (declarator !== undefined) return readDeclared(node, declarator, isPlus);
  return readCUse(node, parent);
}

function readSpecifier(node: SyntaxNode, specifier: SyntaxNode, isPlus: boolean): NameUse {
  const isDefined = field(specifier, "body") !== undefined;
  const { parent } = specifier;
  const isMacro = parent?.type === "function_definition" && isField(specifier, "type") &&
    !isDefined;
  if (isMacro) return { is: "used", how: "use" };
  if (!isDefined && !isAnnouncement(specifier)) return cUseOf(node);
  const path = node.parent?.type === "qualified_identifier" ? outermostPath(node) : undefined;
  const place = path === undefined ? cPlaceOf(specifier, isPlus) : { owner: scopeIn(path)?.text };
  return { is: "declared", kind: "type", ...place, isForward: !isDefined };
}

/** Returns the type that a name is the name of, behind what it is in: `class A::Name<T> {`. */
function specifierNamedBy(name: SyntaxNode): SyntaxNode | undefined {
  let inner = name;
  while (inner.parent !== null && isField(inner, "name")) {
    inner = inner.parent;
    if (SPECIFIERS.has(inner.type)) return inner;
    if (inner.type !== "template_type" && inner.type !== "qualified_identifier") return undefined;
  }
  return undefined;
}

/** Returns whether a type is only announced: `struct node;`. */
function isAnnouncement(specifier: SyntaxNode): boolean {
  const type = specifier.parent?.type;
  if (type === "friend_declaration") return false;
  return type === "translation_unit" || type === "declaration_list" ||
    type === "template_declaration" || type?.startsWith("preproc_") === true ||
    type === "field_declaration" && field(specifier.parent!, "declarator") === undefined;
}

function declareEnumerator(enumerator: SyntaxNode, isPlus: boolean): DeclaredName {
  const specifier = enumerator.parent?.parent ?? enumerator;
  const place = cPlaceOf(specifier, isPlus);
  const isScoped = specifier.children.some(({ type }) => type === "class" || type === "struct");
  const name = isPlus ? field(specifier, "name")?.text : undefined;
  if (isScoped) return { is: "declared", kind: "value", owner: name, type: specifier };
  const owner = place.scope === undefined ? place.owner : name ?? place.owner;
  return { is: "declared", kind: "value", ...place, owner, type: specifier };
}

function readNamespace(
  node: SyntaxNode,
  path: SyntaxNode,
  isPlus: boolean,
): NameUse {
  const at = path.namedChildren.findIndex(({ id }) => id === node.id);
  const space = path.parent;
  if (space?.type !== "namespace_definition") {
    return cUseOf(node, at > 0 ? path.namedChildren[at - 1] : undefined);
  }
  const owner = at > 0 ? path.namedChildren[at - 1]!.text : undefined;
  const place = cPlaceOf(space, isPlus);
  return { is: "declared", kind: "module", ...place, ...(owner === undefined ? {} : { owner }) };
}

function readDeclared(
  node: SyntaxNode,
  { declaration, parameters, value }: ReadDeclarator,
  isPlus: boolean,
): NameUse | undefined {
  const { type } = declaration;
  const declared = declaredType(declaration);
  if (PARAMETERS.has(type)) {
    const scope = parameterScope(declaration);
    return { is: "declared", kind: "value", scope, type: declared };
  }
  if (type === "type_definition") {
    // `typedef struct node node;` announces what another file has.
    const isForward = declared !== undefined && field(declared, "body") === undefined &&
      field(declared, "name")?.text === node.text;
    return {
      ...{ is: "declared", kind: "type", ...cPlaceOf(declaration, isPlus) },
      ...{ type: declared, isForward },
    };
  }
  if (type === "for_range_loop") {
    const from = { value: field(declaration, "right"), isElement: true, ...partOf(node) };
    const given = declared === undefined ? from : { type: declared };
    return { is: "declared", kind: "value", scope: declaration, ...given };
  }
  if (type === "function_definition" && parameters === undefined) {
    return isClassHead(declaration)
      ? { is: "declared", kind: "type", ...cPlaceOf(declaration, isPlus) }
      : cUseOf(node);
  }
  const isMember = node.parent?.type === "qualified_identifier";
  const owner = isMember ? scopeIn(outermostPath(node))?.text : undefined;
  const isInType = isPlus || type === "field_declaration";
  const place: NamePlace = isMember ? { owner } : cPlaceOf(declaration, isInType);
  const own = { ...place, ...privacyOf(declaration, place) };
  if (parameters !== undefined) {
    if (isGenerated(declaration)) return { is: "used", how: "call" };
    const isForward = type !== "function_definition" || !hasBody(declaration);
    // `Box box(size);` makes a value: nobody announces functions in a block of C++.
    if (isPlus && place.scope?.type === "compound_statement") {
      return { is: "declared", kind: "value", ...own, type: declared };
    }
    const scope = isForward ? rootScope(place, node) : place.scope;
    return {
      ...{ is: "declared", kind: "function", ...own, scope },
      ...{ type: trailingType(parameters) ?? declared, isForward },
      ...(isPlus ? { arity: arityOf(parameters) } : {}),
    };
  }
  const isForward = field(declaration, "type") !== undefined && isExtern(declaration);
  return {
    ...{ is: "declared", kind: "value", ...own, isForward },
    ...(declared === undefined ? { value, ...partOf(node) } : { type: declared }),
  };
}

/** Returns which part of a value a name stands for: 1 for `b` of `auto [a, b]`. */
function partOf(name: SyntaxNode): Pick<DeclaredName, "index"> {
  const list = name.parent;
  if (list?.type !== "structured_binding_declarator") return {};
  return { index: list.namedChildren.findIndex(({ id }) => id === name.id) };
}

/** A function that is announced in a block is one of the file. */
function rootScope(
  { scope }: Pick<DeclaredName, "scope">,
  node: SyntaxNode,
): SyntaxNode | undefined {
  return scope?.type === "compound_statement" ? rootOf(node) : scope;
}

function isClassHead(definition: SyntaxNode): boolean {
  return SPECIFIERS.has(field(definition, "type")?.type ?? "");
}

function outermostPath(node: SyntaxNode): SyntaxNode {
  let path = node.parent!;
  while (path.parent?.type === "qualified_identifier") path = path.parent;
  return path;
}

/** Returns the type that is written in a declaration; none for `auto`. */
function declaredType(declaration: SyntaxNode): SyntaxNode | undefined {
  const type = field(declaration, "type");
  return type?.type === "placeholder_type_specifier" || type?.type === "decltype"
    ? undefined
    : type;
}

function trailingType(parameters: SyntaxNode): SyntaxNode | undefined {
  const list = parameters.parent?.namedChildren ?? [];
  const trailing = list.find(({ type }) => type === "trailing_return_type");
  return trailing?.firstNamedChild ?? undefined;
}

function hasBody(definition: SyntaxNode): boolean {
  return field(definition, "body") !== undefined ||
    definition.namedChildren.some(({ type }) => type === "try_statement") ||
    definition.namedChildren.some(({ type }) => type.endsWith("_method_clause"));
}

function isExtern(declaration: SyntaxNode): boolean {
  return declaration.namedChildren.some(({ type, text }) =>
    type === "storage_class_specifier" && text === "extern"
  );
}

function privacyOf(
  declaration: SyntaxNode,
  { owner, scope, isPrivate = false }: NamePlace,
): Pick<DeclaredName, "isPrivate"> {
  if (isPrivate) return { isPrivate };
  const isMember = owner !== undefined && scope === undefined;
  const isStatic = !isMember &&
    declaration.namedChildren.some(({ type, text }) =>
      type === "storage_class_specifier" && text === "static"
    );
  return isStatic && !isHeader(declaration) ? { isPrivate: true } : {};
}

/** Returns the fewest and most arguments of a function of C++. */
function arityOf(parameters: SyntaxNode): readonly [least: number, most: number] {
  const list = parameters.namedChildren.filter(({ type }) =>
    type.endsWith("parameter_declaration") || type === "variadic_parameter"
  );
  const isOpen = parameters.children.some(({ type }) => type === "...") ||
    list.some(({ type }) => type.startsWith("variadic_"));
  const named = list.filter(({ type, text }) => !type.startsWith("variadic_") && text !== "void");
  const least = named.filter(({ type }) => type === "parameter_declaration").length;
  return [least, isOpen ? Infinity : named.length];
}
