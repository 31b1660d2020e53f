import {
  ANY_ROOT_OPTION,
  JSON_OPTION,
  option,
  type OptionSpec,
  ROOT_OPTION,
  STATE_OPTION,
  SYSTEM_OPTION,
} from "@dossier/retrieval/operation";

/** The repositories that a server answers for. */
export const SERVED_ROOT_OPTION: OptionSpec = option(
  "--root [NAME=]DIR",
  "A repository to serve; by default the one that the current folder is in",
);

/** The trees that a server is to serve, and the policies for all of them. */
export const SERVED_ROOT_OPTIONS: readonly OptionSpec[] = [SERVED_ROOT_OPTION, ANY_ROOT_OPTION, SYSTEM_OPTION];

/** The trees that a question may be about, and where its index is when that is one. */
export const SEVERAL_ROOTS_OPTIONS: readonly OptionSpec[] = [
  option(
    "--root [NAME=]DIR",
    "The repository (that of this folder); several are asked together",
  ),
  option("--workspace FILE", "A list of repositories: a file, or a name of yours"),
  ANY_ROOT_OPTION,
  STATE_OPTION,
];

/** Where the log is, and how it is printed. */
export const LOG_OPTIONS: readonly OptionSpec[] = [ROOT_OPTION, STATE_OPTION, JSON_OPTION];
