import {
  ANY_ROOT,
  JSON_OUTPUT,
  option,
  type OptionSpec,
  ROOT,
  STATE,
  SYSTEM,
} from "@dossier/retrieval/operation";

/** The repositories that a server answers for. */
export const SERVED_ROOT: OptionSpec = option(
  "--root [NAME=]DIR",
  "A repository to serve; by default the one of the current folder",
);

/** The trees that a server is to serve, and the policies for all of them. */
export const SERVED_PLACE: readonly OptionSpec[] = [SERVED_ROOT, ANY_ROOT, SYSTEM];

/** The trees that a question may be about, and where its index is when that is one. */
export const SEVERAL_PLACE: readonly OptionSpec[] = [
  option(
    "--root [NAME=]DIR",
    "The repository (the one of this folder); several are searched together",
  ),
  option("--workspace FILE", "A list of repositories: a file, or the name of a list"),
  ANY_ROOT,
  STATE,
];

/** Where the log is, and how it is printed. */
export const LOG_PLACE: readonly OptionSpec[] = [ROOT, STATE, JSON_OUTPUT];
