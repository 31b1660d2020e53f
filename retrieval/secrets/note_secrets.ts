import type { Note } from "@dossier/core";

/** Code of the note that secrets are masked. */
export const SECRETS_MASKED = "secrets-masked";

/** Returns the note that secrets are masked. @param paths The file of each secret; at least one. */
export function noteSecrets(paths: readonly string[]): Note {
  const files = [...new Set(paths)].map((path) => `"${path}"`).join(", ");
  const count = paths.length === 1 ? "A secret" : `${paths.length} secrets`;
  return {
    code: SECRETS_MASKED,
    message: `${count} in ${files} may not be shown: «masked: …» stands in the place`,
  };
}
