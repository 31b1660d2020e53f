import type { FragmentCandidate } from "../fragment/candidate.ts";
import { splitRepository } from "../fragment/repository_path.ts";
import { isUnlimited, type Quotas } from "../rank/quotas.ts";
import { sourceKeyOf } from "./slot.ts";

/** Account of the tokens of a limit that each repository uses. */
export class GroupQuotas {
  readonly #used = new Map<string, number>();
  /** Tokens that are reserved for each repository until it has used them. */
  readonly #kept: number;
  readonly #maxTokens: number;

  /**
   * Opens the account.
   *
   * @param wanted Candidates that may be shown: tokens are reserved only for repositories with some
   * of them.
   */
  private constructor(wanted: readonly FragmentCandidate[], quotas: Quotas, limit: number) {
    for (const candidate of wanted) this.#used.set(groupOf(candidate), 0);
    this.#maxTokens = quotas.most * limit;
    // With too many repositories for the minimum share, all get the same share.
    this.#kept = Math.min(quotas.least, 1 / Math.max(1, this.#used.size)) * limit;
  }

  /** Opens an account; undefined when quotas limit nothing. */
  static open(
    wanted: readonly FragmentCandidate[],
    { quotas, limit }: { readonly quotas: Quotas | undefined; readonly limit: number },
  ): GroupQuotas | undefined {
    return quotas === undefined || isUnlimited(quotas) || !Number.isFinite(limit)
      ? undefined
      : new GroupQuotas(wanted, quotas, limit);
  }

  /** Returns true when a candidate may use some of the remaining tokens. */
  allows(candidate: FragmentCandidate, tokens: number, left: number): boolean {
    const group = groupOf(candidate);
    const used = this.#used.get(group) ?? 0;
    let keptForOthers = 0;
    for (const [other, taken] of this.#used) {
      if (other !== group) keptForOthers += Math.max(0, this.#kept - taken);
    }
    return used + tokens <= this.#maxTokens && tokens <= left - keptForOthers;
  }

  /** Records the tokens that a candidate's repository has used. */
  record(candidate: FragmentCandidate, tokens: number): void {
    const group = groupOf(candidate);
    this.#used.set(group, (this.#used.get(group) ?? 0) + tokens);
  }
}

function groupOf(candidate: FragmentCandidate): string {
  return splitRepository({ path: sourceKeyOf(candidate) }).repository;
}
