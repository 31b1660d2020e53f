/** The user typed something that a command does not take. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
