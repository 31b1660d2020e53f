import type { RequestField, RequestFields, RequestVariant } from "@dossier/retrieval/operation";
import type { AnyOperation } from "@dossier/retrieval/operation";
import * as z from "zod";

/** Named schemas, which the document of the API refers to. */
const components = new Map<string, z.ZodType>();

/** Registers a named schema, which fields may refer to. */
export function addComponent(name: string, schema: z.ZodType): void {
  components.set(name, schema);
}

/** Returns the named schemas that are registered so far. */
export function listComponents(): ReadonlyMap<string, z.ZodType> {
  return components;
}

/**
 * Returns the schema of the values of a field, whether the field is required or not.
 *
 * @param options.isShown True for a schema that is shown to models, in which some fields are
 *   described only in words.
 */
export function toSchema(field: RequestField, { isShown = false } = {}): z.ZodType {
  const { component, isDescribedInProse = false } = field;
  const known = component === undefined ? undefined : components.get(component);
  if (known !== undefined) return known;
  const shape = addDescription(toPlainSchema(field), field);
  const schema = isShown && isDescribedInProse
    ? addDescription(z.unknown().pipe(shape), { help: field.help ?? "" })
    : shape;
  if (component !== undefined) components.set(component, schema);
  return schema;
}

function addDescription(
  schema: z.ZodType,
  { help = "", extraSchema }: Pick<RequestField, "help" | "extraSchema">,
) {
  const more = extraSchema === undefined ? schema : schema.meta({ ...extraSchema });
  return help === "" ? more : more.describe(help);
}

function toPlainSchema(field: RequestField): z.ZodType {
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
      const shape = toFieldSchemas(field.fields);
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

/** Returns the schemas of fields. Fields are optional unless they are required. */
export function toFieldSchemas(
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

/** Schemas of requests, by operation. */
const requests = new Map<AnyOperation, z.ZodType<AnyRequest>>();

/** Request of an unknown operation. */
export interface AnyRequest {
  readonly root?: string;
  readonly [field: string]: unknown;
}

/** Returns the schema that validates external requests of an operation. */
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
  { fields, rules = [], extraSchema }: AnyOperation,
  { required = [], forbidden = [] }: Partial<RequestVariant> = {},
): z.ZodType {
  const open = Object.entries(fields).filter(([name, { isLocal = false }]) =>
    !isLocal && !forbidden.includes(name)
  );
  let schema: z.ZodType = z.strictObject(toFieldSchemas(Object.fromEntries(
    open.map(([name, field]): [string, RequestField] => [
      name,
      required.includes(name) ? { ...field, isRequired: true } : field,
    ]),
  )));
  for (const { field, problem, holds } of rules) {
    schema = schema.refine(holds, { path: [field], error: problem });
  }
  return extraSchema === undefined ? schema : schema.meta({ ...extraSchema });
}
