import type { CommandBinding } from "./command_binding.ts";
import type { RequestFields } from "./field.ts";
import type { AnyOperation } from "./operation.ts";

/** Fields, by the name of the field that they stand behind. */
type PlacedFields = Readonly<Record<string, RequestFields>>;

/** What a feature adds to an operation, which passes the fields on to the engine as they are. */
export interface OperationPart {
  readonly fields: PlacedFields;
  /** The same for models. @default none */
  readonly toolFields?: PlacedFields;
  /** More of the JSON Schema of the request. */
  readonly extraSchema?: object;
  /** Codes of the problems that come of them. */
  readonly problems?: readonly string[];
  /** Refuses what is no use on a command line with a `UsageError`, before anything is opened. */
  checkCommand?(request: Readonly<Record<string, unknown>>): void;
}

/** Returns an operation with what features add to it; those that add nothing are not there. */
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
    fields: placeFields(fields, part.fields),
    ...(part.extraSchema !== undefined && { extraSchema: { ...extraSchema, ...part.extraSchema } }),
    ...(http !== undefined && { http: { ...http, problems: [...http.problems, ...problems] } }),
    ...(mcp !== undefined && { mcp: { ...mcp, fields: placeFields(mcp.fields, toolFields) } }),
    ...(commands !== undefined && { commands: commands.map((face) => addCheck(face, part)) }),
  };
}

function placeFields(fields: RequestFields, placed: PlacedFields): RequestFields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => [
      [name, field],
      ...Object.entries(placed[name] ?? {}),
    ]),
  );
}

// deno-lint-ignore no-explicit-any
type AnyBinding = CommandBinding<any, any, any>;

function addCheck(face: AnyBinding, { checkCommand }: OperationPart): AnyBinding {
  if (checkCommand === undefined) return face;
  return {
    ...face,
    resolve(request, caller) {
      checkCommand(request);
      return face.resolve?.(request, caller) ?? request;
    },
  };
}
