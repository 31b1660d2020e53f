import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";

/** A schema of a tool's input or output: what validates, and the JSON Schema that hosts are shown. */
export type ToolSchema<T> = StandardSchemaWithJSON<T, T>;

/** Limits of texts, far from what a model writes. */
const TEXT_KEYWORDS = ["minLength", "maxLength", "pattern"] as const;

/**
 * Returns a schema for a tool from a zod schema. Its JSON Schema is made once, as a server is made for each
 * request, and says no more than it must, as a model pays for every word: no dialect, as MCP has one only,
 * no bounds that all whole numbers have, and nothing that a sensible text keeps by itself. What is not
 * shown is validated all the same.
 */
export function toToolSchema<T>(schema: z.ZodType<T>): ToolSchema<T> {
  let shown: Record<string, unknown> | undefined;
  const show = () => shown ??= showSchema(schema);
  const { validate } = schema["~standard"];
  return {
    "~standard": {
      version: 1,
      vendor: "zod",
      validate: (value) => validate(value) as Result<T> | Promise<Result<T>>,
      jsonSchema: { input: show, output: show },
    },
  };
}

type Result<T> = Awaited<ReturnType<ToolSchema<T>["~standard"]["validate"]>>;

function showSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, {
    // What is sent: more fields than are named may come in a later version.
    io: "input",
    override({ jsonSchema }) {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      for (const keyword of TEXT_KEYWORDS) delete jsonSchema[keyword];
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return shown;
}
