import {
  ANY_ROOT,
  JSON_OUTPUT,
  option,
  type OptionSpec,
  ROOT,
  STATE,
  SYSTEM,
} from "@dossier/retrieval/operation";

/** Repositories that a server answers for. */
export const SERVED_ROOT_OPTION: OptionSpec = option(
  "--root [NAME=]DIR",
  "A repository to serve; by default the one that the current folder is in",
);

/** Trees that a server serves, and the policies for all of them. */
export const SERVED_ROOT_OPTIONS: readonly OptionSpec[] = [SERVED_ROOT_OPTION, ANY_ROOT, SYSTEM];

/** Trees that a question may be about, and the state folder of a single one. */
export const SEVERAL_ROOTS_OPTIONS: readonly OptionSpec[] = [
  option(
    "--root [NAME=]DIR",
    "The repository (that of this folder); several are asked together",
  ),
  option("--workspace FILE", "A list of repositories: a file, or a name of yours"),
  ANY_ROOT,
  STATE,
];

/** Location and output format of the log. */
export const LOG_OPTIONS: readonly OptionSpec[] = [ROOT, STATE, JSON_OUTPUT];
