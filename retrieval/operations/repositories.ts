import type { Quotas } from "@dossier/core/rank";
import type { Engine } from "../engine.ts";
import {
  listField,
  objectField,
  type RequestField,
  type RequestRule,
  UsageError,
  withFacts,
  withFlag,
} from "../operation/mod.ts";
import type { QuotaOptions } from "../workspace/mod.ts";
import { nameField } from "./shared_fields.ts";

/** Target of a question: an engine, or several of them combined. */
export type AnswerEngine =
  & Pick<Engine, "root" | "readIssue">
  & {
    readonly [Method in "search" | "explain" | "context" | "contextForIssue"]: (
      question: Parameters<Engine[Method]>[0],
      options: NonNullable<Parameters<Engine[Method]>[1]> & QuotaOptions,
    ) => ReturnType<Engine[Method]>;
  };

/**
 * Maximum number of repositories of one question: repeats that of `nameRepositories()`, which must
 * not be imported here.
 */
export const MAX_REPOSITORIES = 32;

/** Default quotas: repeats those of core, which must not be imported to parse options. */
const DEFAULT_QUOTAS: Quotas = { most: 0.8, least: 0 };

/** Name for all repositories. */
export const ALL_REPOSITORIES = "*";

function share(help: string): RequestField<number> {
  return { kind: "number", min: 0, max: 1, help };
}

/** One share, or two separated by a comma. */
const SHARES_REGEXP = /^(0|1|0?\.\d+)(?:,(0|1|0?\.\d+))?$/;

function parseQuotas([written = ""]: readonly string[]): Partial<Quotas> {
  const [, most, least] = SHARES_REGEXP.exec(written) ?? [];
  if (most === undefined) {
    throw new UsageError(
      `Cannot use "${written}" for --quota: write the maximum share, a comma and the minimum share, from 0 to 1`,
    );
  }
  return { most: Number(most), ...(least !== undefined && { least: Number(least) }) };
}

/** Fields for the queried repositories, and their shares of the answer. */
export const REPOSITORIES_FIELDS = {
  repositories: withFlag(
    listField(
      `Names of served roots to search together, instead of "root"; "${ALL_REPOSITORIES}" means all of them`,
      nameField("Name of a served root"),
      { min: 1, max: MAX_REPOSITORIES },
    ),
    "--repo NAME",
    "Only this one of several repositories",
  ),
  quotas: withFlag(
    withFacts(
      objectField("Share of each repository in an answer over several, from 0 to 1", {
        most: share("Maximum share of one repository while others have results: by default 0.8"),
        least: share("Minimum share of each repository that has enough results: by default 0"),
      }),
      { component: "Quotas" },
    ),
    "--quota SHARES",
    "Maximum and minimum share of each repository (0.8,0)",
    { parse: (written) => parseQuotas(written.slice(-1)) },
  ),
};

/** Field for the roots in a request of a model, with a short description. */
export const TOOL_ROOT: RequestField<string> = {
  kind: "text",
  min: 1,
  max: 1024,
  help: `Name of the root, when several are served; or "a,b", or "${ALL_REPOSITORIES}" for all`,
};

/**
 * Returns a request of a model. When its root names several repositories, `repositories` replaces
 * `root`.
 */
export function resolveRepositories<Request extends RepositoriesRequest>(
  { root, ...request }: Request,
  roots: readonly { readonly name: string }[],
): Omit<Request, "root"> & RepositoriesRequest {
  const isName = root === undefined || roots.some(({ name }) => name === root);
  if (isName || !(root === ALL_REPOSITORIES || root.includes(","))) {
    return { ...request, ...(root !== undefined && { root }) };
  }
  const names = root.split(",").map((name) => name.trim()).filter((name) => name !== "");
  return { ...request, repositories: names };
}

/** Request that accepts several repositories. */
export interface RepositoriesRequest {
  readonly root?: string | undefined;
  readonly repositories?: readonly string[] | undefined;
  readonly quotas?: Partial<Quotas> | undefined;
}

/** Rules of such a request. */
export const REPOSITORIES_RULES: readonly RequestRule<RepositoriesRequest>[] = [
  {
    field: "repositories",
    problem: 'Give either "root" or "repositories"',
    holds: ({ root, repositories }) => root === undefined || repositories === undefined,
  },
  {
    field: "quotas",
    problem: 'Give quotas only with "repositories"',
    holds: ({ quotas, repositories }) => quotas === undefined || repositories !== undefined,
  },
];

/** Returns the quotas of a request for an engine, or `undefined` without any. */
export function toQuotas({ quotas }: RepositoriesRequest): Quotas | undefined {
  return quotas === undefined ? undefined : { ...DEFAULT_QUOTAS, ...quotas };
}
