/**
 * Values of YAML and TOML texts with their positions. The parsers are loaded on demand.
 *
 * @module
 */

export { explainYamlFault } from "./explain_yaml_fault.ts";
export type { LocatedToml } from "./parse_toml.ts";
export { parseLocatedToml, parseLocatedYaml } from "./parse_located.ts";
export * from "./front_matter.ts";
