import { TOKEN_ESTIMATORS, type TokenEstimator, type TokenEstimatorName } from "@dossier/core/text";
import {
  importPackage,
  installCommand,
  RetrievalError,
  TOKENIZER_PACKAGE,
} from "../../machine/mod.ts";

/**
 * Returns the estimator called `name`. The exact one, `o200k`, loads its tables at first use, which
 * takes a fifth of a second and about 60 MB.
 *
 * @throws {RetrievalError} `package-missing` when the tables are neither on this machine nor can be
 * downloaded.
 *
 * @example
 * ```ts
 * import { openEstimator } from "@dossier/retrieval";
 * import assert from "node:assert/strict";
 *
 * const exact = await openEstimator("o200k");
 * assert.equal(exact.count("return the first result"), 4);
 * ```
 */
export async function openEstimator(name: TokenEstimatorName): Promise<TokenEstimator> {
  if (name !== "o200k") return TOKEN_ESTIMATORS[name];
  const { countTokens } = await loadTokenizer();
  return { name, count: (text) => countTokens(text, AS_PLAIN_TEXT) };
}

async function loadTokenizer(): Promise<typeof import("gpt-tokenizer/encoding/o200k_base")> {
  try {
    return await importPackage(TOKENIZER_PACKAGE);
  } catch (cause) {
    throw new RetrievalError(
      "package-missing",
      `Cannot load the tokenizer "o200k": run "${
        installCommand("gpt-tokenizer")
      }" where the npm registry can be reached`,
      { cause },
    );
  }
}

/** Treats texts such as `<|endoftext|>` in a repository as characters, never as control tokens. */
const AS_PLAIN_TEXT = { disallowedSpecial: new Set<string>() };
