/**
 * What validates requests, made from the fields of operations.
 *
 * @module
 */

import { loadOperation } from "../operations/mod.ts";
import type { OperationName, RequestFor } from "@dossier/retrieval/operations";
import { requestSchema } from "./to_schema.ts";

export {
  addComponent,
  type AnyRequest,
  listComponents,
  requestSchema,
  toFieldSchemas,
  toSchema,
} from "./to_schema.ts";

/**
 * Returns a request of an operation, validated.
 *
 * @throws {z.ZodError} For what the fields of the operation do not let in.
 */
export async function parseRequest<Name extends OperationName>(
  name: Name,
  value: object,
): Promise<RequestFor<Name>> {
  return requestSchema(await loadOperation(name)).parse(value) as unknown as RequestFor<Name>;
}
