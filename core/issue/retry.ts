/** What became of the attempt before this one. */
export interface Retry {
  /** Its changes as a unified diff; absent when it made none. */
  readonly diff?: string;
  /** What went wrong: the output of a build, of tests, or of a review; absent when nobody says. */
  readonly error?: string;
}
