import { type IssueRecord, readPlainYaml } from "@dossier/core/tracker";
import { issueError } from "./decode_issue_text.ts";

/** The line of dashes above the front matter. */
const LINES_ABOVE = 1;

/**
 * Returns the fields of a front matter; undefined when it is YAML but no mapping, as what stands
 * between two rules is text then.
 *
 * @param name What holds the text, for a message.
 * @throws {RetrievalError} `invalid-issue`, with line and column, when it is not YAML.
 */
export async function readFrontMatter(
  text: string,
  name: string,
): Promise<IssueRecord | undefined> {
  const plain = readPlainYaml(text);
  if (plain !== undefined) return plain;
  const { LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken !== undefined) {
    const { line, col } = lines.linePos(broken.pos[0]);
    throw issueError(
      name,
      `line ${line + LINES_ABOVE}, column ${col} of its front matter is wrong: ${broken.message}`,
    );
  }
  const value: unknown = toPlain(() => document.toJS(), name);
  if (value === null) return {};
  return typeof value === "object" && !Array.isArray(value) ? value as IssueRecord : undefined;
}

/** Aliases that would grow beyond all measure are an error only when they are followed. */
function toPlain(convert: () => unknown, name: string): unknown {
  try {
    return convert();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw issueError(name, `its front matter can not be used: ${reason}`, error);
  }
}
