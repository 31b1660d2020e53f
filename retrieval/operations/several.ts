import type { Quotas } from "@dossier/core/rank";
import type { Engine } from "../engine.ts";
import {
  given,
  list,
  object,
  type RequestField,
  type RequestRule,
  UsageError,
  withFacts,
} from "../operation/mod.ts";
import type { QuotaOptions } from "../workspace/mod.ts";
import { name } from "./shared_fields.ts";

/** What a question may be put to: an engine, or several of them as one. */
export type Answerer =
  & Pick<Engine, "root" | "readIssue">
  & {
    readonly [Method in "search" | "explain" | "context" | "contextForIssue"]: (
      asked: Parameters<Engine[Method]>[0],
      options: NonNullable<Parameters<Engine[Method]>[1]> & QuotaOptions,
    ) => ReturnType<Engine[Method]>;
  };

/** Most repositories of one question; as `nameRepositories()` has it, which is not loaded to say so. */
export const MAX_REPOSITORIES = 32;

/** As core has them, which is not loaded to parse options. */
const DEFAULT_QUOTAS: Quotas = { most: 0.8, least: 0 };

/** Stands for all repositories that there are. */
export const ALL_REPOSITORIES = "*";

function share(help: string): RequestField<number> {
  return { kind: "number", min: 0, max: 1, help };
}

/** A share, and behind a comma another. */
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

/** Which of several repositories are asked, and how they share the answer. */
export const SEVERAL_FIELDS = {
  repositories: given(
    list(
      `Names of served roots to search together, instead of "root"; "${ALL_REPOSITORIES}" means all of them`,
      name("Name of a served root"),
      { min: 1, max: MAX_REPOSITORIES },
    ),
    "--repo NAME",
    "Only this one of several repositories",
  ),
  quotas: given(
    withFacts(
      object("Share of each repository in an answer over several, from 0 to 1", {
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

/** Which roots a model may ask, in as few words as may be. */
export const TOOL_ROOT: RequestField<string> = {
  kind: "text",
  min: 1,
  max: 1024,
  help: `Name of the root, when several are served; or "a,b", or "${ALL_REPOSITORIES}" for all`,
};

/** Returns a request of a model with the repositories that its root names, where these are several. */
export function takeRepositories<Request extends SeveralRequest>(
  { root, ...request }: Request,
  roots: readonly { readonly name: string }[],
): Omit<Request, "root"> & SeveralRequest {
  const isName = root === undefined || roots.some(({ name }) => name === root);
  if (isName || !(root === ALL_REPOSITORIES || root.includes(","))) {
    return { ...request, ...(root !== undefined && { root }) };
  }
  const names = root.split(",").map((name) => name.trim()).filter((name) => name !== "");
  return { ...request, repositories: names };
}

/** A request that may be put to several repositories. */
export interface SeveralRequest {
  readonly root?: string | undefined;
  readonly repositories?: readonly string[] | undefined;
  readonly quotas?: Partial<Quotas> | undefined;
}

/** What such a request keeps together. */
export const SEVERAL_RULES: readonly RequestRule<SeveralRequest>[] = [
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

/** Returns the quotas of a request as engines take them; undefined without any. */
export function toQuotas({ quotas }: SeveralRequest): Quotas | undefined {
  return quotas === undefined ? undefined : { ...DEFAULT_QUOTAS, ...quotas };
}
