import { toPlainValue } from "@dossier/core/yaml";
import { readPlainText } from "@dossier/retrieval/files";
import { parseLocatedYaml } from "@dossier/retrieval/notation";
import { UsageError } from "@dossier/retrieval/operation";
import type { TokenClaim } from "@dossier/server";
import { printMessage } from "../terminal/output.ts";
import { checkToken, MAX_TOKEN_FILE_BYTES, warnIfReadableByAll } from "./read_token.ts";

/** Form of the name of a token, which the log shows. */
const NAME_REGEXP = /^[\w.-]{1,64}$/;

const ENTRY_KEYS: readonly string[] = ["name", "token", "repositories"];

/** Value for all served repositories. */
const ALL = "all";

/**
 * Returns the tokens in a file, each with its repositories. A token without repositories sees none.
 *
 * @param options.roots Names of the served roots.
 * @param options.token Token of the server, which must not be in the file.
 * @throws {UsageError} When the file cannot be read, or one of its tokens cannot be used.
 */
export async function readClaims(
  file: string | undefined,
  { roots, token: main }: { readonly roots: readonly string[]; readonly token: string | undefined },
): Promise<readonly TokenClaim[]> {
  if (file === undefined) return [];
  const read = readPlainText(file, { maxBytes: MAX_TOKEN_FILE_BYTES });
  if (read.kind !== "text") {
    throw new UsageError(`Cannot read the tokens in "${file}" as ${read.message}`, {
      cause: read.cause,
    });
  }
  // No message quotes the file, even when it is not valid YAML.
  const entries = await parseLocatedYaml(read.text, file).then(toPlainValue).catch(() => undefined);
  const listed = (entries as { readonly tokens?: unknown } | undefined)?.tokens;
  if (!Array.isArray(listed) || listed.length === 0) {
    throw new UsageError(`Cannot use "${file}" as it must have a list under "tokens"`);
  }
  const claims = listed.map((entry, at) => readClaim(entry, `token ${at + 1} in "${file}"`, roots));
  const names = claims.map(({ name }) => name);
  const tokens = [main, ...claims.map(({ token }) => token)];
  if (new Set(names).size < names.length || new Set(tokens).size < tokens.length) {
    throw new UsageError(`Cannot use the tokens in "${file}" as a name or a token is a duplicate`);
  }
  warnIfReadableByAll(file);
  for (const { name, repositories } of claims) {
    if (repositories.length > 0) continue;
    printMessage(`dossier: The token "${name}" names no repositories, so it sees none`);
  }
  return claims;
}

function readClaim(entry: unknown, place: string, roots: readonly string[]): TokenClaim {
  const { name, token, repositories = [], ...others } = (entry ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const refuse = (problem: string): never => {
    throw new UsageError(`Cannot use ${place} as ${problem}`);
  };
  if (typeof entry !== "object") return refuse("it is not a mapping");
  if (Object.keys(others).length > 0) {
    return refuse(`its only keys may be ${ENTRY_KEYS.join(", ")}`);
  }
  if (typeof name !== "string" || !NAME_REGEXP.test(name)) {
    return refuse('its "name" must be 1 to 64 letters, digits, dots, dashes and underscores');
  }
  if (typeof token !== "string") return refuse('it must have a "token"');
  checkToken(token, place);
  if (repositories === ALL) return { name, token, repositories: ALL };
  if (!Array.isArray(repositories)) return refuse(`"repositories" must be a list, or ${ALL}`);
  const unknown = repositories.find((one) => !roots.includes(one));
  if (unknown !== undefined) {
    return refuse(`it names ${JSON.stringify(unknown)}, which is not served`);
  }
  return { name, token, repositories };
}
