import { resolve } from "node:path";
import { QualityUsageError } from "./quality_usage_error.ts";

/**
 * Returns the absolute path of what an option names.
 *
 * @throws {QualityUsageError} When there is nothing.
 */
export function existingPath(option: string, path: string): string {
  try {
    Deno.statSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new QualityUsageError(`Cannot find what "--${option}" names: there is no "${path}"`);
  }
  return resolve(path);
}
