import { isJsonObject, type JsonObject } from "./json_value.ts";

/**
 * Returns the JSON Schema of a list of parameters, each a mapping with a name, and if it has them a type
 * (`string` otherwise), a description and whether it is required. What has no name is passed over; undefined
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
        type: typeof type === "string" ? type : "string",
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
