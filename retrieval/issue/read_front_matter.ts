import { type IssueRecord, readPlainYaml } from "@dossier/core/tracker";

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
  const { parseFrontMatter } = await import("./parse_front_matter.ts");
  return parseFrontMatter(text, name);
}
