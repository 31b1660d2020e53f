import type { CommandBinding } from "./command_binding.ts";
import type { RequestFields } from "./field.ts";
import type { AnyOperation } from "./operation.ts";

/** Fields, by the name of the field that they follow. */
type FieldInsertions = Readonly<Record<string, RequestFields>>;

/** Extension of an operation by a feature; its fields are passed to the engine unchanged. */
export interface OperationPart {
  readonly fields: FieldInsertions;
  /** Fields for models. @default none */
  readonly toolFields?: FieldInsertions;
  /** Further keywords of the JSON Schema of the request. */
  readonly extraSchema?: object;
  /** Codes of the problems that the fields may cause. */
  readonly problems?: readonly string[];
  /** Rejects unusable options of a command line with a `UsageError`, before anything is opened. */
  checkCommand?(request: Readonly<Record<string, unknown>>): void;
}

/** Returns an operation with the extensions of features. */
export function withParts(
  operation: AnyOperation,
  parts: readonly OperationPart[],
): AnyOperation {
  return parts.reduce(addPart, operation);
}

function addPart(operation: AnyOperation, part: OperationPart): AnyOperation {
  const { fields, extraSchema, http, mcp, commands } = operation;
  const { toolFields = {}, problems = [] } = part;
  return {
    ...operation,
    fields: insertFields(fields, part.fields),
    ...(part.extraSchema !== undefined && { extraSchema: { ...extraSchema, ...part.extraSchema } }),
    ...(http !== undefined && { http: { ...http, problems: [...http.problems, ...problems] } }),
    ...(mcp !== undefined && { mcp: { ...mcp, fields: insertFields(mcp.fields, toolFields) } }),
    ...(commands !== undefined && { commands: commands.map((binding) => addCheck(binding, part)) }),
  };
}

function insertFields(fields: RequestFields, placed: FieldInsertions): RequestFields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => [
      [name, field],
      ...Object.entries(placed[name] ?? {}),
    ]),
  );
}

// deno-lint-ignore no-explicit-any
type AnyBinding = CommandBinding<any, any, any>;

function addCheck(binding: AnyBinding, { checkCommand }: OperationPart): AnyBinding {
  if (checkCommand === undefined) return binding;
  return {
    ...binding,
    resolve(request, caller) {
      checkCommand(request);
      return binding.resolve?.(request, caller) ?? request;
    },
  };
}
