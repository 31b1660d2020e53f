/**
 * Texts of settings as values with their places, whatever language they are written in, a reader of the YAML that
 * people write, and the front matter of their texts, which may be no YAML at all.
 *
 * @module
 */

export {
  keepWritten,
  type PlacedEntry,
  type PlacedValue,
  type TextPlace,
  toPlainValue,
} from "./placed_value.ts";
export { splitFrontMatter, type SplitText } from "./front_matter.ts";
export { readLooseFields, readTextFields, unquote } from "./read_loose_fields.ts";
export { readPlainYaml } from "./read_plain_yaml.ts";
