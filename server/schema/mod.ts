/**
 * Schemas that validate requests, built from the fields of operations.
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
 * Returns a validated request of an operation.
 *
 * @throws {z.ZodError} When the fields of the operation reject the request.
 */
export async function parseRequest<Name extends OperationName>(
  name: Name,
  value: object,
): Promise<RequestFor<Name>> {
  return requestSchema(await loadOperation(name)).parse(value) as unknown as RequestFor<Name>;
}
