import type { Bundle, Issue } from "@dossier/core";
import { isContextError } from "@dossier/core/errors";
import { applyQuotas, DEFAULT_QUOTAS, isUnlimited, type Quotas } from "@dossier/core/rank";
import type { ContextOptions, TaskOptions } from "../answer/mod.ts";
import {
  checkQuery,
  checkRequest,
  distinctNotes,
  findBest,
  prepareQueryForAll,
} from "../answer/several/mod.ts";
import type { IssueOptions, ReadIssue } from "../issue/mod.ts";
import { STANDARD_INPUT } from "../operation/mod.ts";
import { type SearchedTree, sumIndexes, toSearchedTree } from "../lease/mod.ts";
import {
  DEFAULT_SEARCH_LIMIT,
  type JoinOptions,
  type SearchOptions,
  type SearchResult,
} from "../search/mod.ts";
import { maskSymbols, maskValue } from "../secrets/mod.ts";
import { noteWithoutWords } from "../sources/ranking/mod.ts";
import { answerAll, describeRepositories, joinLeaseNotes } from "./answer_all.ts";
import { type LeasedMember, type LeasingEngine, withLeases } from "./hold_leases.ts";

/** Factor by which more results are ranked than requested when quotas choose among them. */
const QUOTA_DEPTH = 3;

/** Engine of a repository, as far as a workspace needs it. */
export interface WorkspaceEngine extends LeasingEngine {
  /** Returns the issue that a text names; see `Engine.readIssue()`. */
  readIssue(spec: string, options?: IssueOptions): Promise<ReadIssue>;
}

/** Repository of a workspace. */
export type WorkspaceMember<Engine extends WorkspaceEngine = WorkspaceEngine> = LeasedMember<
  Engine
>;

/** Options for sharing an answer between several repositories. */
export interface QuotaOptions {
  /** Shares of the answer that a repository may take. @default `DEFAULT_QUOTAS` */
  readonly quotas?: Quotas | undefined;
}

/** Options of a search of several repositories. */
export type WorkspaceSearchOptions = SearchOptions & QuotaOptions;

/** Options that bundles of several repositories lack, because sessions and records are kept for each repository. */
type Unshared = "session" | "record" | "trigger";

/** Several repositories that answer questions together. It does not close their engines. */
export class Workspace<Engine extends WorkspaceEngine = WorkspaceEngine> {
  readonly members: readonly WorkspaceMember<Engine>[];

  /** @param members At least one repository, with unique names. */
  constructor(members: readonly WorkspaceMember<Engine>[]) {
    this.members = members;
  }

  /** Absolute path of the first repository, whose prompts and trackers are used. */
  get root(): string {
    return this.members[0]!.engine.root;
  }

  /**
   * Returns the issue that `spec` names, from the first repository that has it.
   *
   * @throws {RetrievalError} `issue-not-found`, `invalid-issue`.
   */
  async readIssue(spec: string, options: IssueOptions = {}): Promise<ReadIssue> {
    const [first, ...others] = this.members;
    try {
      return await first!.engine.readIssue(spec, options);
    } catch (error) {
      if (!isContextError(error) || error.code !== "issue-not-found") throw error;
      for (const { engine } of spec === STANDARD_INPUT ? [] : others) {
        const read = await engine.readIssue(spec, options).catch(() => undefined);
        if (read !== undefined) return read;
      }
      throw error;
    }
  }

  /**
   * Returns the best parts of files, or the best files, of all repositories in one list.
   *
   * @throws {ContextError} As `Engine.search()`.
   */
  async search(
    query: string,
    { quotas = DEFAULT_QUOTAS, ...options }: WorkspaceSearchOptions = {},
    join: Pick<JoinOptions, "statistics"> = {},
  ): Promise<SearchResult> {
    const text = checkQuery(query, options);
    return await withLeases(this.members, options, async (held) => {
      const leases = held.map(({ lease }) => lease);
      const { embeddedQueries, names, notes } = await prepareQueryForAll(text, leases, options);
      const trees = held.map(({ name, lease }, at) =>
        toSearchedTree(lease, embeddedQueries[at]!, options, name)
      ) as [SearchedTree, ...SearchedTree[]];
      const groupOf = ({ repository = "" }: { readonly repository?: string }) => repository;
      const order: JoinOptions["order"] = (files) => applyQuotas(files, groupOf, quotas);
      const { limit = DEFAULT_SEARCH_LIMIT } = options;
      // Results that a quota admits may rank below the requested number.
      const wanted = isUnlimited(quotas) ? limit : limit * QUOTA_DEPTH;
      const found = await findBest(trees, { ...options, limit: wanted }, { ...join, order });
      const hits = applyQuotas(found.hits, groupOf, quotas).slice(0, limit);
      const index = sumIndexes(leases.map((lease) => lease.index));
      return {
        query,
        ...(names && { names: await maskValue(names) }),
        repositories: describeRepositories(held),
        index,
        results: await maskSymbols(hits),
        notes: [
          ...distinctNotes(await maskValue([...joinLeaseNotes(held), ...notes])),
          ...noteWithoutWords(hits, { ...options, query: embeddedQueries[0]!.query, index }),
          ...found.notes,
        ],
      };
    });
  }

  /**
   * Returns the results of {@link search}, each with the explanation tree of its score.
   *
   * @throws {ContextError} As {@link search}.
   */
  explain(query: string, options: WorkspaceSearchOptions = {}): Promise<SearchResult> {
    return this.search(query, { ...options, explain: true });
  }

  /**
   * Returns the passages of all repositories that fit into one budget. It is not recorded.
   *
   * @throws {ContextError} As `Engine.context()`.
   */
  async context(
    query: string,
    { quotas = DEFAULT_QUOTAS, ...options }: Omit<ContextOptions, Unshared> & QuotaOptions = {},
  ): Promise<Bundle> {
    const checked = await checkRequest({ kind: "query", text: query, options });
    return await withLeases(
      this.members,
      options,
      (held) => answerAll(checked, held, { quotas }),
    );
  }

  /**
   * Returns the bundle of a task about all repositories. It is not recorded.
   *
   * @throws {ContextError} As `Engine.contextForIssue()`.
   */
  async contextForIssue(
    issue: Issue,
    { quotas = DEFAULT_QUOTAS, ...options }: Omit<TaskOptions, Unshared> & QuotaOptions = {},
  ): Promise<Bundle> {
    const checked = await checkRequest({ kind: "issue", issue, options });
    return await withLeases(
      this.members,
      options,
      (held) => answerAll(checked, held, { quotas }),
    );
  }
}
