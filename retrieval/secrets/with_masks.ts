import { holdsSecret } from "@dossier/core/secret";
import type { MaskableText } from "./mask_secrets.ts";

/** Returns the text of a file without the secrets in it, in as many lines as before. */
export type MaskText = (path: string, text: string) => string;

/**
 * Returns what `make` makes of files from which whatever is shown is cut: it is given a function that masks
 * the whole text of a file, so that no cut ends inside of a secret.
 *
 * The detector of secrets takes its time, and cuts are made at once: where a text holds a secret, it is
 * masked when `make` is done, which is then called once more. Few files hold one.
 */
export async function withMasks<Result>(
  make: (mask: MaskText) => Result | Promise<Result>,
): Promise<Result> {
  const known = new Map<string, string>();
  for (;;) {
    const found: MaskableText[] = [];
    const result = await make((path, text) => {
      const masked = known.get(text);
      if (masked !== undefined) return masked;
      if (holdsSecret(text)) found.push({ path, startLine: 1, text });
      else known.set(text, text);
      return text;
    });
    if (found.length === 0) return result;
    // Imported only here: few files look as if they held one.
    const { maskSecrets } = await import("./mask_secrets.ts");
    const { texts } = await maskSecrets(found);
    for (const [at, { text }] of found.entries()) known.set(text, texts[at]!.text);
  }
}
