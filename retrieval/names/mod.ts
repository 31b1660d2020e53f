/**
 * Names that the code may have, guessed by a program of the caller's: what it is given, how it is run, and what it
 * has said before. Nothing here reads settings: only the caller says which program that is.
 *
 * @module
 */

export {
  type NameGuesserOptions,
  type NameGuesserResult,
  runNameGuesser,
} from "./run_name_guesser.ts";
