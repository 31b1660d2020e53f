import { isJsonObject, type JsonObject, type JsonValue } from "../text/json_value.ts";

/** The types of JSON Schema; a schema with another one is refused. */
const TYPES: readonly string[] = ["string", "number", "integer", "boolean", "object", "array"];

function isType(type: JsonValue | undefined): type is string {
  return typeof type === "string" && TYPES.includes(type);
}

/**
 * Returns the JSON Schema of a list of parameters, each a mapping with a name, and if it has them a type of
 * JSON Schema (`string` otherwise), a description and whether it is required. What has no name is passed over; undefined
 * when none has one, or it is no list.
 *
 * @param parameters A parsed JSON or YAML value.
 */
export function parametersSchema(parameters: unknown): JsonObject | undefined {
  if (!Array.isArray(parameters)) return undefined;
  const named = parameters.filter(isJsonObject)
    .filter(({ name }) => typeof name === "string" && name !== "")
    .map(({ name, type, description, required }) => ({
      name: String(name),
      required: required === true,
      property: {
        type: isType(type) ? type : "string",
        // A list whose elements are not described is refused by some providers.
        ...(type === "array" ? { items: {} } : {}),
        description: typeof description === "string" ? description : "",
      },
    }));
  if (named.length === 0) return undefined;
  return {
    type: "object",
    properties: Object.fromEntries(named.map(({ name, property }) => [name, property])),
    required: named.filter(({ required }) => required).map(({ name }) => name),
  };
}
