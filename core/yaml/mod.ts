/**
 * Settings as values with their positions for any settings language, a reader of the YAML that
 * people usually write, and front matter, which may be no valid YAML.
 *
 * @module
 */

export {
  type PositionedEntry,
  type PositionedValue,
  type TextPosition,
  toPlainValue,
  withSourceText,
} from "./positioned_value.ts";
export { splitFrontMatter, type SplitText } from "./front_matter.ts";
export { parseLooseFields, parseTextFields, unquote } from "./parse_loose_fields.ts";
export { parsePlainYaml } from "./parse_plain_yaml.ts";
