import type {
  Definition,
  DefinitionRule,
  NamedRule,
  Scope,
  SymbolDefinition,
  SymbolKind,
  SyntaxNode,
  SyntaxRules,
} from "@dossier/core/language";
import { cleanDoc, docComment } from "@dossier/core/outline";
import { splitLines } from "@dossier/core/text";

/** Longest signature kept, in UTF-16 units. */
export const MAX_SIGNATURE_LENGTH = 200;

/** How much of a head is read for a signature; white space may fill most of it. */
const MAX_HEAD_LENGTH = 2000;

/** How much of the comments above a definition is read; their markers and indentation may fill most. */
const MAX_COMMENT_LENGTH = 4000;

/** Nodes deeper than this are not searched: no one nests modules so, but a hostile file may. */
const MAX_DEPTH = 100;

/** Kinds whose functions are methods. */
const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set([
  "class",
  "constant",
  "enum",
  "interface",
  "struct",
  "trait",
  "type",
  "variable",
]);

const WHITE_SPACE_REGEXP = /\s+/g;
/** What stands between a head and its body or after it, and says nothing: `{`, `=>`, `:`, `= (`. */
const HEAD_END_REGEXP = /(?:\s|=>|[{=:;,]|\s\()+$/;
const NAME_SEPARATORS_REGEXP = /::|\\/g;

/** Rules of a language in tables. */
interface PreparedSyntax {
  readonly definitions: ReadonlyMap<string, DefinitionRule>;
  readonly wrappers: ReadonlySet<string>;
  readonly blocks: ReadonlySet<string>;
  readonly comments: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
  readonly rules: SyntaxRules;
}

/** Tables of the languages met so far: a process needs few of them. */
const PREPARED = new WeakMap<SyntaxRules, PreparedSyntax>();

/** Comments that stand directly above what comes next, by the offsets of their text. */
interface Pending {
  readonly start: number;
  readonly end: number;
  /** Last 0-based row of the comments, or of the decorators after them. */
  readonly endRow: number;
}

/**
 * Returns the definitions of a syntax tree in line order, an outer one before those inside it.
 * Bodies of functions are not searched: what they define cannot be used from elsewhere.
 */
export function findDefinitions(
  root: SyntaxNode,
  text: string,
  rules: SyntaxRules,
): SymbolDefinition[] {
  const finder = new DefinitionFinder(text, PREPARED.getOrInsertComputed(rules, prepare));
  finder.search(root.namedChildren, { container: undefined, kind: undefined, wrapper: undefined });
  return finder.found.sort((a, b) => a.startLine - b.startLine);
}

function prepare(rules: SyntaxRules): PreparedSyntax {
  const setOf = (types = "") => new Set(types.split(" "));
  return {
    definitions: new Map(
      Object.entries(rules.definitions).flatMap(([types, rule]) =>
        types.split(" ").map((type) =>
          [type, typeof rule === "function" ? rule : toRule(rule)] as const
        )
      ),
    ),
    wrappers: setOf(rules.wrappers),
    blocks: setOf(rules.blocks),
    comments: setOf(rules.comments ?? "comment"),
    attributes: setOf(rules.attributes),
    rules,
  };
}

/** Returns the rule for nodes that hold their name and body in fields. */
function toRule(
  { kind, name = "name", body = "body", isValue, members, needsBody, opensRest, more }: NamedRule,
): DefinitionRule {
  return (node, scope) => {
    const nameNode = node.childForFieldName(name);
    if (nameNode === null) return undefined;
    const known = typeof kind === "string" ? kind : kind(nameNode.text, scope);
    if (known === undefined) return [];
    const bodyNode = body === "" ? undefined : node.childForFieldName(body) ?? undefined;
    if (needsBody === true && bodyNode === undefined) return [];
    const isShort = isValue === true && bodyNode !== undefined &&
      bodyNode.endPosition.row === bodyNode.startPosition.row;
    return [{
      kind: known,
      name: nameNode.text,
      node,
      body: isShort ? undefined : bodyNode,
      members: members === true ? bodyNode : undefined,
      opensRest: opensRest === true,
      ...more?.(node, nameNode.text),
    }];
  };
}

class DefinitionFinder {
  readonly found: SymbolDefinition[] = [];
  readonly #text: string;
  readonly #rules: PreparedSyntax;
  #depth = 0;

  constructor(text: string, rules: PreparedSyntax) {
    this.#text = text;
    this.#rules = rules;
  }

  search(nodes: readonly SyntaxNode[], outer: Scope, above?: Pending): void {
    if (this.#depth >= MAX_DEPTH) return;
    this.#depth++;
    const { definitions, wrappers, blocks, comments, attributes } = this.#rules;
    let scope = outer;
    let pending = above;
    let previous: SyntaxNode | undefined;
    for (const node of nodes) {
      const type = node.type;
      if (comments.has(type)) {
        pending = nextPending(pending, node, previous);
      } else if (attributes.has(type)) {
        if (pending !== undefined) pending = { ...pending, endRow: endRow(node) };
      } else {
        const doc = pending !== undefined && node.startPosition.row - pending.endRow <= 1
          ? pending
          : undefined;
        const defined = definitions.get(type)?.(node, scope);
        if (defined !== undefined) scope = this.#add(defined, scope, doc);
        else if (wrappers.has(type)) {
          this.search(node.namedChildren, { ...scope, wrapper: node }, doc);
        } else if (blocks.has(type) || type === "ERROR") {
          this.search(node.namedChildren, { ...scope, wrapper: undefined });
        }
        pending = this.#tail(node).comments;
      }
      previous = node;
    }
    this.#depth--;
  }

  /** Lists definitions and searches their members; returns the scope of what follows them. */
  #add(definitions: readonly Definition[], scope: Scope, doc: Pending | undefined): Scope {
    let following = scope;
    for (const definition of definitions) {
      const container = joinNames(scope.container, definition.owner);
      // A name is empty when the parser made it up to get on.
      if (definition.hidden !== true && definition.name !== "") {
        this.found.push(this.#toSymbol(definition, { ...scope, container }, doc));
      }
      const inner: Scope = {
        container: joinNames(container, definition.name),
        kind: definition.kind,
        wrapper: undefined,
      };
      if (definition.opensRest === true) following = inner;
      if (definition.members !== undefined) this.search(definition.members.namedChildren, inner);
    }
    return following;
  }

  #toSymbol(definition: Definition, scope: Scope, above: Pending | undefined): SymbolDefinition {
    const { node, body, name, owner } = definition;
    const head = this.#head(node);
    const isMethod = definition.kind === "function" &&
      (owner !== undefined || (scope.kind !== undefined && TYPE_KINDS.has(scope.kind)));
    const doc = this.#docString(definition) ?? this.#docComment(above);
    return {
      name,
      kind: isMethod ? "method" : definition.kind,
      startLine: head.startPosition.row + 1,
      endLine: endRow(this.#tail(node).last) + 1,
      ...(scope.container === undefined ? {} : { container: scope.container }),
      signature: this.#signature(name, head.startIndex, body?.startIndex ?? node.endIndex),
      ...(doc === undefined ? {} : { doc }),
    };
  }

  /** Returns the first node of a declaration that is no decorator and no comment. */
  #head(node: SyntaxNode): SyntaxNode {
    const { attributes, comments } = this.#rules;
    const isLead = ({ type }: SyntaxNode) =>
      attributes.has(type) || comments.has(type) || type.startsWith("preproc_if");
    const first = node.firstChild;
    if (first === null) return node;
    if (first.type === "modifiers") {
      return first.children.find((child) => !isLead(child)) ?? node.child(1) ?? node;
    }
    return isLead(first) ? node.children.find((child) => !isLead(child)) ?? node : node;
  }

  /** Returns the node that a declaration really ends with, and the comments that it ran over. */
  #tail(node: SyntaxNode): { last: SyntaxNode; comments?: Pending } {
    if (this.#rules.rules.runsOn !== true) return { last: node };
    let over: SyntaxNode[] = [];
    let last = node;
    for (let next: SyntaxNode | undefined = node; next !== undefined;) {
      last = next;
      const children: SyntaxNode[] = next.children;
      let count = children.length;
      while (count > 0 && this.#rules.comments.has(children[count - 1]?.type ?? "")) count--;
      over = [...children.slice(count), ...over];
      next = children[count - 1];
    }
    let comments: Pending | undefined;
    let previous = last;
    for (const comment of over) {
      comments = nextPending(comments, comment, previous);
      previous = comment;
    }
    return comments === undefined ? { last } : { last, comments };
  }

  #signature(name: string, start: number, end: number): string {
    const head = this.#text.slice(start, Math.min(end, start + MAX_HEAD_LENGTH));
    const line = head.replaceAll(WHITE_SPACE_REGEXP, " ").replace(HEAD_END_REGEXP, "").trim();
    if (line.length <= MAX_SIGNATURE_LENGTH) return line === "" ? name : line;
    return `${line.slice(0, MAX_SIGNATURE_LENGTH - 1)}…`;
  }

  #docString(definition: Definition): string | undefined {
    const content = this.#rules.rules.docString?.(definition);
    return content === undefined ? undefined : cleanDoc(content.text) || undefined;
  }

  #docComment(above: Pending | undefined): string | undefined {
    if (above === undefined) return undefined;
    const end = Math.min(above.end, above.start + MAX_COMMENT_LENGTH);
    const comment = this.#text.slice(above.start, end);
    const lines = splitLines(comment);
    return docComment(comment, lines, { first: 0, end: lines.count }) || undefined;
  }
}

/** Takes one more comment in; one behind code on its line speaks of that code. */
function nextPending(
  pending: Pending | undefined,
  comment: SyntaxNode,
  previous: SyntaxNode | undefined,
): Pending | undefined {
  const row = comment.startPosition.row;
  if (row === 0 && comment.text.startsWith("#!")) return undefined;
  if (pending !== undefined && row - pending.endRow <= 1) {
    return { start: pending.start, end: comment.endIndex, endRow: endRow(comment) };
  }
  if (previous !== undefined && endRow(previous) === row) return undefined;
  return { start: comment.startIndex, end: comment.endIndex, endRow: endRow(comment) };
}

/** Returns the last 0-based row that holds a part of the node. */
function endRow(node: SyntaxNode): number {
  const { row, column } = node.endPosition;
  return column === 0 && row > node.startPosition.row ? row - 1 : row;
}

function joinNames(container: string | undefined, name: string | undefined): string | undefined {
  if (name === undefined || name === "") return container;
  const dotted = name.replaceAll(NAME_SEPARATORS_REGEXP, ".");
  // In `namespace a`, both `B::c` and `a::B::c` define a member of `a.B`.
  if (container === undefined || dotted.startsWith(`${container}.`)) return dotted;
  return `${container}.${dotted}`;
}
