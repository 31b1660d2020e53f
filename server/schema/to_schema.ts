import type { RequestField, RequestFields, RequestVariant } from "@dossier/retrieval/operation";
import type { AnyOperation } from "@dossier/retrieval/operation";
import * as z from "zod";

/** The schemas with a name of their own, which the document of the API refers to. */
const components = new Map<string, z.ZodType>();

/** Makes a schema one with a name of its own, which fields may be of. */
export function addComponent(name: string, schema: z.ZodType): void {
  components.set(name, schema);
}

/** Returns the schemas with a name of their own that were made so far. */
export function listComponents(): ReadonlyMap<string, z.ZodType> {
  return components;
}

/**
 * Returns the schema of the values of a field, whether they must be given or not.
 *
 * @param options.isLoose Whether what models are shown in words only is shown so.
 */
export function toSchema(field: RequestField, { isShown = false } = {}): z.ZodType {
  const { component, isShownInWords = false } = field;
  const known = component === undefined ? undefined : components.get(component);
  if (known !== undefined) return known;
  const shape = addFacts(toShape(field), field);
  const schema = isShown && isShownInWords
    ? addFacts(z.unknown().pipe(shape), { help: field.help ?? "" })
    : shape;
  if (component !== undefined) components.set(component, schema);
  return schema;
}

function addFacts(
  schema: z.ZodType,
  { help = "", described }: Pick<RequestField, "help" | "described">,
) {
  const more = described === undefined ? schema : schema.meta({ ...described });
  return help === "" ? more : more.describe(help);
}

function toShape(field: RequestField): z.ZodType {
  switch (field.kind) {
    case "text": {
      const { min, max, pattern } = field;
      let schema = z.string();
      if (min !== undefined) schema = schema.min(min);
      if (max !== undefined) schema = schema.max(max);
      return pattern === undefined ? schema : schema.regex(...pattern);
    }
    case "integer":
    case "number": {
      const { min, max } = field;
      let schema: z.ZodNumber = field.kind === "integer" ? z.int() : z.number();
      if (min !== undefined) schema = schema.min(min);
      return max === undefined ? schema : schema.max(max);
    }
    case "boolean":
      return z.boolean();
    case "any":
    case "component":
      return z.unknown();
    case "choice":
      return z.enum(field.choices);
    case "list": {
      const { min, max } = field;
      let schema = z.array(toSchema(field.of));
      if (min !== undefined) schema = schema.min(min);
      return max === undefined ? schema : schema.max(max);
    }
    case "object": {
      const shape = toShapes(field.fields);
      return field.isOpen ? z.looseObject(shape) : z.strictObject(shape);
    }
    case "table": {
      const { names, max } = field;
      const value = toSchema(field.of);
      if (Array.isArray(names)) return z.partialRecord(z.enum(names), value);
      const key = typeof names === "number" ? z.string().max(names) : z.string();
      const schema = z.record(key, value);
      if (max === undefined) return schema;
      return schema.refine((table) => Object.keys(table).length <= max, `Use at most ${max}`);
    }
    case "either":
      return z.union(field.of.map((each) => toSchema(each)));
  }
}

/** Returns the schemas of fields that may be left out unless they are required. */
export function toShapes(
  fields: RequestFields,
  options?: { readonly isShown?: boolean },
): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const schema = toSchema(field, options);
      if (field.isRequired) return [name, schema];
      if (field.fallback !== undefined) return [name, schema.default(field.fallback)];
      const optional = z.exactOptional(schema);
      return [name, field.help ? optional.describe(field.help) : optional];
    }),
  );
}

/** Requests that are validated, by the operation. */
const requests = new Map<AnyOperation, z.ZodType<AnyRequest>>();

/** A request of an operation that is not known. */
export interface AnyRequest {
  readonly root?: string;
  readonly [field: string]: unknown;
}

/** Returns what validates the requests of an operation that come from others. */
export function requestSchema(operation: AnyOperation): z.ZodType<AnyRequest> {
  const known = requests.get(operation) ??
    components.get(operation.component ?? "") as z.ZodType<AnyRequest> | undefined;
  if (known !== undefined) return known;
  const schema = makeRequestSchema(operation) as z.ZodType<AnyRequest>;
  requests.set(operation, schema);
  if (operation.component !== undefined) components.set(operation.component, schema);
  return schema;
}

function makeRequestSchema(operation: AnyOperation): z.ZodType {
  const { variants } = operation;
  if (variants === undefined) return makeObject(operation);
  return z.union(variants.map((variant) => {
    const schema = makeObject(operation, variant);
    components.set(variant.component, schema);
    return schema;
  }));
}

function makeObject(
  { fields, rules = [], described }: AnyOperation,
  { required = [], without = [] }: Partial<RequestVariant> = {},
): z.ZodType {
  const open = Object.entries(fields).filter(([name, { isLocal = false }]) =>
    !isLocal && !without.includes(name)
  );
  let schema: z.ZodType = z.strictObject(toShapes(Object.fromEntries(
    open.map(([name, field]): [string, RequestField] => [
      name,
      required.includes(name) ? { ...field, isRequired: true } : field,
    ]),
  )));
  for (const { field, problem, holds } of rules) {
    schema = schema.refine(holds, { path: [field], error: problem });
  }
  return described === undefined ? schema : schema.meta({ ...described });
}
