import {
  ANY_ROOT_OPTION,
  JSON_OPTION,
  option,
  type OptionSpec,
  ROOT_OPTION,
  STATE_OPTION,
  SYSTEM_OPTION,
} from "@dossier/retrieval/operation";

/** Repositories that a server answers for. */
export const SERVED_ROOT_OPTION: OptionSpec = option(
  "--root [NAME=]DIR",
  "A repository to serve; by default the one of the current folder",
);

/** Trees that a server serves, and the policies for all of them. */
export const SERVED_ROOT_OPTIONS: readonly OptionSpec[] = [
  SERVED_ROOT_OPTION,
  ANY_ROOT_OPTION,
  SYSTEM_OPTION,
];

/** Trees that a question may be about, and the state folder of a single one. */
export const SEVERAL_ROOTS_OPTIONS: readonly OptionSpec[] = [
  option(
    "--root [NAME=]DIR",
    "The repository (the one of this folder); several are searched together",
  ),
  option("--workspace FILE", "A list of repositories: a file, or the name of a list"),
  ANY_ROOT_OPTION,
  STATE_OPTION,
];

/** Location and output format of the log. */
export const LOG_OPTIONS: readonly OptionSpec[] = [ROOT_OPTION, STATE_OPTION, JSON_OPTION];
