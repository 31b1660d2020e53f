import { parsePlainYaml, type PositionedValue } from "@dossier/core/yaml";
import type { LocatedToml } from "./parse_toml.ts";
import type { parseYaml } from "./parse_yaml.ts";

/**
 * Returns the values of a YAML text with their positions. The parser is loaded only for the few
 * texts that need it.
 *
 * @param args Arguments of {@link parseYaml}.
 * @throws {Error} As {@link parseYaml}.
 */
export async function parseLocatedYaml(
  ...args: Parameters<typeof parseYaml>
): Promise<PositionedValue> {
  const plain = parsePlainYaml(args[0]);
  if (plain !== undefined) return plain;
  const { parseYaml } = await import("./parse_yaml.ts");
  return parseYaml(...args);
}

/** Returns the values of a TOML text with their positions. */
export async function parseLocatedToml(text: string): Promise<LocatedToml> {
  const { parseToml } = await import("./parse_toml.ts");
  return parseToml(text);
}
