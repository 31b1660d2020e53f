import type { ImportedBinding, NameUse, ReferenceRules } from "../reference_rules.ts";
import { field, findAncestor, rootOf, type SyntaxNode } from "../syntax_node.ts";
import { createNameReader, declared, toWordSet, used } from "./tables.ts";

/** Commands that run another command, whose name is an argument. */
const RUNNERS = toWordSet(
  "trap command time env xargs timeout run sudo exec eval type nohup nice builtin coproc retry watch wait_for " +
    "complete compgen declare export unset",
);
const LOCALS_REGEXP = /^(?:local|declare|typeset)\b/;
/** `export -f name` */
const EXPORTED_FUNCTION_REGEXP = /^(?:export|declare|typeset|readonly)\s+-\w*f/;
const QUOTES_REGEXP = /^["']|["']$/g;
const EXPANSION_REGEXP = /^(?:\$\{[^}]*\}|\$\([^)]*\)+|\$\w+|`[^`]*`)["']?\//;

/**
 * Rules for the names of Bash: functions are called as commands, and are visible in files that
 * source theirs.
 */
export default {
  names: "word variable_name",
  readName: createNameReader({
    useOf: ({ type }) =>
      type === "variable_name" ? used("use", { possibleKinds: ["value"] }) : undefined,
    ownerAt: () => undefined,
    rows: {
      "function_definition.name": "function scope=root",
      "command_name": () => used("call", { possibleKinds: ["function"] }),
      "command": readArgument,
      "variable_assignment": (_name, node) => declared("value", { scope: scopeOf(node) }),
      "declaration_command": (name, { text }) => {
        if (name.type !== "variable_name") return null;
        return EXPORTED_FUNCTION_REGEXP.test(text)
          ? used("use")
          : declared("value", { scope: scopeOf(name), isForward: true });
      },
      "for_statement": ({ type }, node) =>
        type === "variable_name" ? declared("value", { scope: rootOf(node) }) : null,
      "function_definition": "none",
    },
  }),
  readExpression: () => undefined,
  typeNames: () => undefined,
  elementType: () => undefined,
  basesOf: () => [],
  ownerAt: () => undefined,
  /** Reads `source path` and `. path`, anywhere in a file; a path often begins with a variable. */
  readImports(root) {
    return [
      ...root.text.matchAll(
        /(?:^|[;&|({]|\b(?:then|do|else))[^\S\n]*(?:source|\.)[^\S\n]+(?=\S)/gm,
      ),
    ].flatMap(
      ({ 0: found, index }): readonly ImportedBinding[] => {
        const start = root.startIndex + index + found.length;
        const command = root.descendantForIndex(start - 2)?.parent?.parent ??
          root.descendantForIndex(start)?.parent;
        const path = command?.type === "command" ? field(command, "argument") : undefined;
        if (path === undefined) return [];
        const written = path.text.replaceAll(QUOTES_REGEXP, "");
        const module = written.replace(EXPANSION_REGEXP, "*/").replaceAll(QUOTES_REGEXP, "");
        return [{ module, start }];
      },
    );
  },
  reexportsImports: true,
  modules: "source",
  implicitVisibility: "included",
} satisfies ReferenceRules;

/** Reads a word after a command, which may be the name of a function that the command runs. */
function readArgument(node: SyntaxNode, command: SyntaxNode): NameUse | null {
  const name = field(command, "name")?.text ?? "";
  if (!RUNNERS.has(name) || !isCommandArgument(node, command)) return null;
  return used(name === "trap" || name === "type" ? "use" : "call", { possibleKinds: ["function"] });
}

/** Returns true when only options and assignments precede an argument. */
function isCommandArgument(node: SyntaxNode, command: SyntaxNode): boolean {
  const before = command.childrenForFieldName("argument").filter(({ startIndex }) =>
    startIndex < node.startIndex
  );
  return before.every(({ text }) => /^(?:-|\w+=|\d+\w?$)/.test(text));
}

/** Returns the function around a variable that is declared `local`, or else the file. */
function scopeOf(node: SyntaxNode): SyntaxNode {
  const declaration = node.parent?.type === "declaration_command" ? node.parent : undefined;
  const isLocal = declaration !== undefined && LOCALS_REGEXP.test(declaration.text);
  return isLocal ? findAncestor(node, "function_definition") ?? rootOf(node) : rootOf(node);
}
