import { PolicyError } from "./policy_error.ts";

/**
 * Most characters (UTF-16 code units) of all that a prompt is made of: two items of the largest size, and half of
 * the largest window that a model has, of a million tokens.
 */
export const MAX_PROMPT_CHARACTERS = 2_000_000;

/**
 * Counts the characters of all that one prompt is made of, while it is put together: files of a few kilobytes can
 * ask for gigabytes.
 */
export class PromptLimit {
  readonly #profile: string;
  #characters = 0;
  #part = "";

  /** @param profile Id of the profile that is composed. */
  constructor(profile: string) {
    this.#profile = profile;
  }

  /** Says in half a sentence what is added from now on: `the hook "a" fetches ".dossier/knowledge/a.md"`. */
  begin(part: string): this {
    this.#part = part;
    return this;
  }

  /**
   * Adds characters.
   *
   * @throws {PolicyError} `prompt-too-large` when they are too many together with those before.
   */
  add(characters: number): void {
    this.#characters += characters;
    if (this.#characters <= MAX_PROMPT_CHARACTERS) return;
    throw new PolicyError(
      "prompt-too-large",
      `Cannot compose the profile "${this.#profile}" as its texts must have at most ` +
        `${MAX_PROMPT_CHARACTERS} characters together: current value is ${this.#characters} where ` +
        `${this.#part}; ask for less, or make it shorter`,
    );
  }
}
