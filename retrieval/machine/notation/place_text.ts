import { type PositionedValue, readPlainYaml } from "@dossier/core/yaml";
import type { PlacedToml } from "./parse_toml.ts";
import type { parseYaml } from "./parse_yaml.ts";

/**
 * Returns what a YAML text says, and where. The parser is loaded only for what is written as few texts are.
 *
 * @param args As {@link parseYaml} has them.
 * @throws {Error} As {@link parseYaml}.
 */
export async function placeYaml(...args: Parameters<typeof parseYaml>): Promise<PositionedValue> {
  const plain = readPlainYaml(args[0]);
  if (plain !== undefined) return plain;
  const { parseYaml } = await import("./parse_yaml.ts");
  return parseYaml(...args);
}

/** Returns what a TOML text says, and where. */
export async function placeToml(text: string): Promise<PlacedToml> {
  const { parseToml } = await import("./parse_toml.ts");
  return parseToml(text);
}
