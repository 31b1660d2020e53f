/** UTF-16 code units of a repository's name in the id of a session, and of what tells sessions apart. */
const MAX_REPOSITORY = 32;
const RANDOM_LENGTH = 12;

const RANDOM_REGEXP = /^[a-zA-Z0-9]{12}$/;

/**
 * Returns an id for a session of a repository, as Blue forms them: `my-repo--default-…`.
 *
 * @param random Twelve letters or digits that no other session has.
 * @throws {RangeError} For others.
 */
export function nameSession(repository: string, random: string, realm = "default"): string {
  if (!RANDOM_REGEXP.test(random)) {
    throw new RangeError(
      `Cannot name a session as its random part must have ${RANDOM_LENGTH} letters or digits: current value is "${random}"`,
    );
  }
  const name = repository.toLowerCase().replace(/[^a-z0-9-]/g, "-").slice(0, MAX_REPOSITORY);
  return `${name || "unknown"}-${realm}-${random}`;
}
