/**
 * Names that the code may have, as guessed by a program of the user: its input, running it, and a
 * cache of its results. No settings are read here: only the caller names the program.
 *
 * @module
 */

export {
  type NameGuesserOptions,
  type NameGuesserResult,
  runNameGuesser,
} from "./run_name_guesser.ts";
