import type { ImportedBinding } from "../reference_rules.ts";
import { field, type SyntaxNode } from "../syntax_node.ts";
import { pythonPlace } from "./python_scopes.ts";

const IMPORT_REGEXP = /(?:^|[:;])[^\S\n]*(?:from|import)\b/gm;
const SPACE_REGEXP = /[\s\\]+/g;

/** Returns what a file of Python imports, in functions and under conditions too. */
export function readPythonImports(root: SyntaxNode): readonly ImportedBinding[] {
  return [...root.text.matchAll(IMPORT_REGEXP)].flatMap(({ 0: found, index }) => {
    const statement = root.descendantForIndex(root.startIndex + index + found.length - 1)?.parent;
    if (statement?.type === "import_statement") return readImport(statement);
    return statement?.type === "import_from_statement" ? readFrom(statement) : [];
  });
}

/** Reads `import a.b, c as d`: of `a.b` it is `a` that is known in the file. */
function readImport(statement: SyntaxNode): readonly ImportedBinding[] {
  const scope = scopeOf(statement);
  return statement.childrenForFieldName("name").flatMap((part): readonly ImportedBinding[] => {
    const start = part.startIndex;
    const name = field(part, "name");
    if (name !== undefined) {
      const local = field(part, "alias")?.text ?? "";
      return [{ module: pathOf(name), name: "*", local, ...scope, start }];
    }
    const module = pathOf(part);
    const [first = module] = module.split(".");
    const whole = first === module ? [] : [{ module, name: "*", ...scope, start }];
    return [{ module: first, name: "*", local: first, ...scope, start }, ...whole];
  });
}

/** Reads `from a import b, c as d` and `from a import *`. */
function readFrom(statement: SyntaxNode): readonly ImportedBinding[] {
  const source = field(statement, "module_name");
  if (source === undefined) return [];
  const module = pathOf(source);
  const scope = scopeOf(statement);
  if (statement.lastNamedChild?.type === "wildcard_import") {
    return [{ module, ...scope, start: statement.startIndex }];
  }
  return statement.childrenForFieldName("name").map((part) => {
    const name = (field(part, "name") ?? part).text;
    const local = field(part, "alias")?.text ?? name;
    return { module, name, local, ...scope, start: part.startIndex };
  });
}

/** Returns the function or class that a statement is in, if it is in one. */
function scopeOf(statement: SyntaxNode): Pick<ImportedBinding, "scope"> {
  const { scope, body } = pythonPlace(statement);
  const inner = scope ?? body;
  return inner === undefined || inner.parent === null ? {} : { scope: inner };
}

function pathOf(module: SyntaxNode): string {
  return module.text.replaceAll(SPACE_REGEXP, "");
}
