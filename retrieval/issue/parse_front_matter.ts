import type { IssueRecord } from "@dossier/core/tracker";
import { LineCounter, parseDocument } from "yaml";
import { explainYamlFault } from "../machine/notation/mod.ts";
import { issueError } from "./decode_issue_text.ts";

/** Number of lines above the front matter: the line of dashes. */
const LINES_ABOVE = 1;

/**
 * Returns the fields of a front matter of any YAML, or `undefined` when it is not a mapping. It is
 * a separate module, because the parser is imported only for a text that needs it, and a bundle
 * does not have the export names of a CommonJS package that is directly imported at run time.
 *
 * @param name Name of the issue in messages.
 * @throws {RetrievalError} `invalid-issue`, with line and column, when it is not YAML.
 */
export function parseFrontMatter(
  text: string,
  name: string,
): IssueRecord | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken !== undefined) {
    const { offset, message } = explainYamlFault(text, {
      offset: broken.pos[0],
      message: broken.message,
    });
    const { line, col } = lines.linePos(offset);
    throw issueError(
      name,
      `line ${line + LINES_ABOVE}, column ${col} of its front matter is wrong: ${message}`,
    );
  }
  const value: unknown = toPlain(() => document.toJS(), name);
  if (value === null) return {};
  return typeof value === "object" && !Array.isArray(value) ? value as IssueRecord : undefined;
}

/** Aliases that expand exponentially are an error only when they are resolved. */
function toPlain(convert: () => unknown, name: string): unknown {
  try {
    return convert();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw issueError(name, `its front matter is invalid: ${reason}`, error);
  }
}
