import type { FragmentCandidate } from "../fragment/candidate.ts";
import { splitRepository } from "../fragment/repository_path.ts";
import { isUnlimited, type Quotas } from "../rank/quotas.ts";
import { sourceKeyOf } from "./slot.ts";

/** Keeps an account of what each repository takes of a limit. */
export class GroupQuotas {
  readonly #used = new Map<string, number>();
  /** Tokens that are kept for each repository until it has taken them. */
  readonly #kept: number;
  readonly #most: number;

  /**
   * Opens the account.
   *
   * @param wanted What may be shown: only for a repository with something there is anything kept.
   */
  private constructor(wanted: readonly FragmentCandidate[], quotas: Quotas, limit: number) {
    for (const candidate of wanted) this.#used.set(groupOf(candidate), 0);
    this.#most = quotas.most * limit;
    // With more repositories than shares there is as much for each.
    this.#kept = Math.min(quotas.least, 1 / Math.max(1, this.#used.size)) * limit;
  }

  /** Opens an account; undefined where quotas bind nothing. */
  static open(
    wanted: readonly FragmentCandidate[],
    { quotas, limit }: { readonly quotas: Quotas | undefined; readonly limit: number },
  ): GroupQuotas | undefined {
    return quotas === undefined || isUnlimited(quotas) || !Number.isFinite(limit)
      ? undefined
      : new GroupQuotas(wanted, quotas, limit);
  }

  /** Returns whether a candidate may take so many of the tokens that are left. */
  allows(candidate: FragmentCandidate, tokens: number, left: number): boolean {
    const group = groupOf(candidate);
    const used = this.#used.get(group) ?? 0;
    let keptForOthers = 0;
    for (const [other, taken] of this.#used) {
      if (other !== group) keptForOthers += Math.max(0, this.#kept - taken);
    }
    return used + tokens <= this.#most && tokens <= left - keptForOthers;
  }

  /** Notes what a repository has taken. */
  record(candidate: FragmentCandidate, tokens: number): void {
    const group = groupOf(candidate);
    this.#used.set(group, (this.#used.get(group) ?? 0) + tokens);
  }
}

function groupOf(candidate: FragmentCandidate): string {
  return splitRepository({ path: sourceKeyOf(candidate) }).repository;
}
