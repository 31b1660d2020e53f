import type { Candidate } from "@dossier/core";
import { holdsSecret } from "@dossier/core/secret";

/** Returns the results with the secrets in their names masked: a heading may hold one. */
export async function maskSymbols(results: readonly Candidate[]): Promise<readonly Candidate[]> {
  if (!results.some(({ symbol = "" }) => holdsSecret(symbol))) return results;
  // Imported only here: hardly any name looks as if it held one.
  const { maskSecrets } = await import("./mask_secrets.ts");
  const { texts } = await maskSecrets(
    results.map(({ path, startLine, symbol = "" }) => ({ path, startLine, text: symbol })),
  );
  return results.map((result, at) =>
    result.symbol === undefined ? result : { ...result, symbol: texts[at]!.text }
  );
}
