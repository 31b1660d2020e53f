import { measureFreshness } from "@dossier/core/plan";
import { compileExclusions, DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import { openEngine } from "../../mod.ts";
import { toDesignDocument } from "../../retrieval/sources/documents/design_document.ts";
import { FreshnessReader } from "../../retrieval/sources/documents/freshness_reader.ts";
import { INDEX_FINGERPRINT } from "../../retrieval/index/fingerprint.ts";
import { openStore } from "../../retrieval/index/local/store/open_store.ts";
import { exportTree } from "./export_tree.ts";
import { runGit } from "./run_git.ts";
import { listGoneNames } from "./stale_label.ts";
import { readBlobs, readTreeWords } from "./tree_words.ts";

/** Documents by what they are and what is said of them. */
export interface StaleCounts {
  /** Out of date by the words of both trees. */
  readonly stale: number;
  readonly fresh: number;
  /** Of both kinds: freshness below 1 for the names that are gone. */
  readonly flaggedStale: number;
  readonly flaggedFresh: number;
  /** Of both kinds: below 1 for age and changes. */
  readonly agedStale: number;
  readonly agedFresh: number;
  /** What asking for the first time took, in milliseconds. */
  readonly firstMs: number;
  /** What asking again took. */
  readonly againMs: number;
}

/** What {@link measureStale} reads. */
export interface MeasureStaleOptions {
  /** Ages of the documents. */
  readonly years: readonly number[];
  /** Folder for the tree and its index. */
  readonly folder: string;
  /** Names documents and what was said of them wrongly. */
  readonly onMistake?: (line: string) => void;
}

const YEAR_S = 31_557_600;

/** Documents that were changed this long before the old revision were written for its tree, in seconds. */
const RECENT_S = 180 * 86_400;

const STALE_DAYS = 90;

/**
 * Takes the documents of a git clone as they were years ago and asks an index of its newest tree whether
 * they are out of date; undefined when git can not write that tree.
 */
export async function measureStale(
  repository: string,
  { years, folder, onMistake = () => {} }: MeasureStaleOptions,
): Promise<StaleCounts | undefined> {
  const [revision = "", newest = "0"] = await lastCommit(repository, "HEAD");
  const root = `${folder}/tree`;
  const state = `${folder}/state`;
  const now = await readTreeWords(repository, revision);
  if (now === undefined || !await exportTree(repository, { revision, folder: root })) {
    return undefined;
  }
  const pinned = { repository, revision };
  {
    using engine = await openEngine({ root, state, history: pinned });
    await engine.index();
  }
  using store = openStore(`${state}/index.db`, { fingerprint: INDEX_FINGERPRINT });
  const reader = new FreshnessReader(store, {
    source: { root, pinned },
    exclusions: compileExclusions(DEFAULT_EXCLUSIONS),
    staleDays: STALE_DAYS,
    now: () => Number(newest) * 1000,
  });
  const counts = { ...NO_DOCUMENTS };
  for (const age of years) {
    const [old, time] = await lastCommit(
      repository,
      `--before=${Number(newest) - age * YEAR_S}`,
      "HEAD",
    );
    const before = old === undefined ? undefined : await readTreeWords(repository, old);
    if (old === undefined || before === undefined) continue;
    const texts = await readBlobs(repository, [...before.documents.values()]);
    for (const [path, blob] of before.documents) {
      const [, written] = await lastCommit(repository, old, "--", path);
      const text = texts.get(blob);
      if (text === undefined || Number(written) < Number(time) - RECENT_S) continue;
      const document = { ...toDesignDocument(path, { text, modified: 0 }), id: NOT_INDEXED };
      const dated = { ...document, updated: Number(written) * 1000 };
      const start = performance.now();
      const evidence = (await reader.read([dated])).get(NOT_INDEXED)!;
      const again = performance.now();
      await reader.read([dated]);
      counts.firstMs += again - start;
      counts.againMs += performance.now() - again;
      const gone = listGoneNames(text, { before, now });
      const kind = gone.length > 0 ? "Stale" : "Fresh";
      const { symbols, age: aged } = measureFreshness(evidence, STALE_DAYS);
      counts[gone.length > 0 ? "stale" : "fresh"]++;
      if (symbols < 1) counts[`flagged${kind}`]++;
      if (aged < 1) counts[`aged${kind}`]++;
      if ((symbols < 1) !== (gone.length > 0)) {
        onMistake(`${path}: gone ${gone.join(" ")}, told ${evidence.missing.join(" ")}`);
      }
    }
  }
  return counts;
}

/** Row number of a document that the index does not have. */
const NOT_INDEXED = -1;

const NO_DOCUMENTS: StaleCounts = {
  stale: 0,
  fresh: 0,
  flaggedStale: 0,
  flaggedFresh: 0,
  agedStale: 0,
  agedFresh: 0,
  firstMs: 0,
  againMs: 0,
};

/** Returns the sums of counts. */
export function sumCounts(counts: readonly StaleCounts[]): StaleCounts {
  const sum = { ...NO_DOCUMENTS };
  for (const each of counts) {
    for (const [name, count] of Object.entries(each)) sum[name as keyof StaleCounts] += count;
  }
  return sum;
}

/** Returns name and time of the newest commit of a range. */
async function lastCommit(repository: string, ...range: readonly string[]): Promise<string[]> {
  const line = await runGit(repository, "log", "-1", "--format=%H %ct", ...range) ?? "";
  return line === "" ? [] : line.trim().split(" ");
}
