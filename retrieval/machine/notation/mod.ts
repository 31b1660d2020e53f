/**
 * What texts of YAML and TOML say, as values with their places. The parsers are loaded by the texts that need them.
 *
 * @module
 */

export { explainYamlFault } from "./explain_yaml_fault.ts";
export type { PlacedToml } from "./parse_toml.ts";
export { parseLocatedToml, parseLocatedYaml } from "./parse_located.ts";
export * from "./front_matter.ts";
