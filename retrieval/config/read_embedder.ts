import { isMap, isScalar, type Node, type Pair } from "yaml";
import * as z from "zod";
import { EMBEDDER_KINDS, type EmbedderSettings, MODEL_PRECISIONS } from "./embedder_settings.ts";
import { closestName } from "./closest_name.ts";

const NAME = z.string().min(1);

/** The settings of each kind of embedder, as they are written, and what each may be. */
const SCHEMAS = {
  none: {},
  static: { table: NAME.optional() },
  transformers: {
    model: NAME,
    remote: z.boolean().optional(),
    precision: z.enum(MODEL_PRECISIONS).optional(),
  },
  http: {
    url: z.url({ protocol: /^https?$/ }),
    model: NAME,
    dimensions: z.int().min(1).max(4096),
    key_variable: NAME.optional(),
    timeout_ms: z.int().positive().optional(),
  },
} as const satisfies Record<EmbedderSettings["kind"], Record<string, z.ZodType>>;

/** What to write instead, for a message. */
const EXPECTED: Readonly<Record<string, string>> = {
  table: "the path of a table",
  model: "the path or name of a model",
  remote: '"true" or "false"',
  precision: `one of ${quoteAll(MODEL_PRECISIONS)}`,
  url: "an address that begins with http:// or https://",
  dimensions: "a whole number from 1 to 4096",
  "key_variable": "the name of an environment variable",
  "timeout_ms": "a whole number of milliseconds above 0",
};

/**
 * Returns the settings of a kind of embedder besides `kind`, each with what it takes, in the order in
 * which they are listed.
 */
export function listEmbedderSettings(
  kind: EmbedderSettings["kind"],
): readonly (readonly [key: string, expected: string])[] {
  return Object.keys(SCHEMAS[kind]).map((key) => [key, EXPECTED[key] ?? ""] as const);
}

/** Reports something that is not used. */
type Report = (node: Node | undefined, message: string) => void;

/**
 * Returns what a configuration says under `embedder`: the name of a kind, or a mapping with `kind` and
 * its settings. Undefined, which stands for the default, when that is wrong in any way.
 */
export function readEmbedder(pair: Pair, report: Report): EmbedderSettings | undefined {
  const node = (pair.value ?? pair.key) as Node;
  const kindNode = isMap(pair.value) ? pair.value.get("kind", true) : pair.value;
  const written = isScalar(kindNode) ? kindNode.value : undefined;
  const kind = EMBEDDER_KINDS.find((name) => name === written);
  if (kind === undefined) {
    const where = isMap(pair.value) ? "embedder.kind" : "embedder";
    report(node, `"${where}" takes one of ${quoteAll(EMBEDDER_KINDS)}; its default is used`);
    return undefined;
  }
  const schemas: Readonly<Record<string, z.ZodType>> = SCHEMAS[kind];
  const values: Record<string, unknown> = isMap(pair.value) ? pair.value.toJSON() : {};
  for (const key of Object.keys(values)) {
    if (key === "kind" || Object.hasOwn(schemas, key)) continue;
    const closest = closestName(key, Object.keys(schemas));
    const hint = closest === undefined
      ? `"${kind}" has no such setting`
      : `did you mean "${closest}"?`;
    report(node, `Unknown key "embedder.${key}" is passed over: ${hint}`);
  }
  for (const [key, schema] of Object.entries(schemas)) {
    if (schema.safeParse(values[key]).success) continue;
    report(node, `"embedder.${key}" takes ${EXPECTED[key]}; the default embedder is used`);
    return undefined;
  }
  return toSettings(kind, values);
}

function toSettings(
  kind: EmbedderSettings["kind"],
  values: Readonly<Record<string, unknown>>,
): EmbedderSettings {
  switch (kind) {
    case "none":
      return { kind };
    case "static":
      return { kind, ...z.object(SCHEMAS.static).parse(values) };
    case "transformers":
      return { kind, ...z.object(SCHEMAS.transformers).parse(values) };
    case "http": {
      const { key_variable: keyVariable, timeout_ms: timeoutMs, ...rest } = z.object(SCHEMAS.http)
        .parse(values);
      return {
        kind,
        ...rest,
        ...(keyVariable === undefined ? {} : { keyVariable }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      };
    }
  }
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
