/**
 * Texts of settings as values with their places, whatever language they are written in, and a reader of the YAML
 * that people write.
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
export { readLooseFields, unquote } from "./read_loose_fields.ts";
export { readPlainYaml } from "./read_plain_yaml.ts";
