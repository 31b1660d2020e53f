import { field, isField, type SyntaxNode } from "../syntax_node.ts";

/** What a declarator says of the name in it. */
export interface ReadDeclarator {
  /** The declaration, parameter, field, type definition or function around it. */
  readonly declaration: SyntaxNode;
  /** The list of parameters, where the name is that of a function. */
  readonly parameters?: SyntaxNode | undefined;
  /** The initial value. */
  readonly value?: SyntaxNode | undefined;
}

const DECLARATOR_REGEXP = /_declarator$/;
/** Declarators around another one that say nothing of it. */
const PLAIN_REGEXP = /^(?:parenthesized|attributed|qualified)_/;

/** Returns what a declarator says of the name in it; undefined when a node is no name in a declarator. */
export function readDeclarator(name: SyntaxNode): ReadDeclarator | undefined {
  let inner = name;
  let parameters: SyntaxNode | undefined;
  let value: SyntaxNode | undefined;
  let isDirect = true;
  for (let around = name.parent; around !== null; inner = around, around = around.parent) {
    const { type } = around;
    if (type === "qualified_identifier" && isField(inner, "name")) continue;
    if (!DECLARATOR_REGEXP.test(type) || type === "preproc_function_declarator") {
      const isDeclared = isField(inner, "declarator") || isOneOf(around, inner);
      return isDeclared ? { declaration: around, parameters, value } : undefined;
    }
    if (!isInner(around, inner)) return undefined;
    if (type === "init_declarator") value = field(around, "value");
    else if (type === "function_declarator" && isDirect) parameters = field(around, "parameters");
    isDirect &&= PLAIN_REGEXP.test(type);
  }
  return undefined;
}

function isInner(declarator: SyntaxNode, inner: SyntaxNode): boolean {
  const named = field(declarator, "declarator");
  if (named !== undefined) return named.id === inner.id;
  return declarator.namedChildren.find(({ type }) => !type.startsWith("ms_"))?.id === inner.id ||
    declarator.type === "structured_binding_declarator";
}

/** Returns whether a node is a declarator behind the first of a declaration. */
function isOneOf(declaration: SyntaxNode, inner: SyntaxNode): boolean {
  return declaration.childrenForFieldName("declarator").some(({ id }) => id === inner.id);
}

/** Returns the name that a declarator declares. */
export function declaredNameIn(declarator: SyntaxNode): SyntaxNode | undefined {
  let node: SyntaxNode | undefined = declarator;
  while (node !== undefined && DECLARATOR_REGEXP.test(node.type)) {
    node = field(node, "declarator") ?? node.firstNamedChild ?? undefined;
  }
  return node;
}
