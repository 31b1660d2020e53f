/**
 * Maximum length of the repository's name in the id of a session, and length of the suffix that
 * makes ids unique, in UTF-16 code units.
 */
const MAX_REPOSITORY_LENGTH = 32;
const RANDOM_LENGTH = 12;

const RANDOM_REGEXP = /^[a-zA-Z0-9]{12}$/;

/**
 * Returns an id for a session of a repository, in the form that Blue uses: `my-repo--default-…`.
 *
 * @param random Twelve letters or digits that no other session has.
 * @throws {RangeError} When `random` has another length or other characters.
 */
export function buildSessionId(repository: string, random: string, realm = "default"): string {
  if (!RANDOM_REGEXP.test(random)) {
    throw new RangeError(
      `Cannot name a session as its random part must have ${RANDOM_LENGTH} letters or digits: current value is "${random}"`,
    );
  }
  const name = repository.toLowerCase().replace(/[^a-z0-9-]/g, "-").slice(0, MAX_REPOSITORY_LENGTH);
  return `${name || "unknown"}-${realm}-${random}`;
}
