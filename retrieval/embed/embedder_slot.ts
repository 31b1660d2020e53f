import type { Note } from "@dossier/core";
import type { QueryVector } from "@dossier/core/rank";
import { checkedEmbedder, type Embedder, EmbedderError, type OpenEmbedder } from "./embedder.ts";
import type { EmbedderSettings } from "../config/mod.ts";
import { signalAfter } from "../machine/mod.ts";

/** How long a query may take to be embedded, a model's loading included, in milliseconds. */
const QUERY_TIMEOUT_MS = 10_000;

/** What helps against most failures of an embedder. */
const DEFAULT_FIX = 'correct "embedder" in ".dossier/config.yaml"';

/** Code of the note about an embedder that could not be used. */
export const EMBEDDER_FAILED = "embedder-failed";

/** An embedder, or why there is none. */
export interface OpenedEmbedder {
  /** Undefined when the settings want none or it can not be used. */
  readonly embedder: Embedder | undefined;
  readonly notes: readonly Note[];
}

/** An embedder that is being opened, once for all who ask meanwhile, or is open. */
interface HeldEmbedder {
  readonly key: string;
  readonly opened: Promise<Embedder | undefined>;
  /** Once it is open. */
  embedder?: Embedder | undefined;
}

/**
 * Holds the embedder of the settings in force, opened when first needed and opened anew when they
 * change. What can not be opened is tried again for every answer, so that a fix is noticed.
 */
export class EmbedderSlot implements Disposable {
  readonly #root: string;
  readonly #open: OpenEmbedder | undefined;
  #held: HeldEmbedder | undefined;

  /**
   * @param root Absolute path of the tree, which paths of models are relative to.
   * @param open Opens an embedder in place of the one that the settings name.
   */
  constructor(root: string, open?: OpenEmbedder) {
    this.#root = root;
    this.#open = open;
  }

  /** Returns the embedder that `settings` name; undefined stands for the default. */
  async open(settings: EmbedderSettings | undefined): Promise<OpenedEmbedder> {
    const key = JSON.stringify(settings ?? {});
    if (this.#held?.key !== key) {
      this[Symbol.dispose]();
      const held: HeldEmbedder = {
        key,
        opened: this.#start(settings).then((embedder) => held.embedder = embedder),
      };
      this.#held = held;
    }
    const held = this.#held;
    try {
      return { embedder: await held.opened, notes: [] };
    } catch (error) {
      if (this.#held === held) this.#held = undefined;
      return { embedder: undefined, notes: [noteEmbedderFailed(error)] };
    }
  }

  async #start(settings: EmbedderSettings | undefined): Promise<Embedder | undefined> {
    const options = { root: this.#root };
    if (this.#open === undefined) {
      return await (await import("./open_embedder.ts")).openEmbedder(settings, options);
    }
    const embedder = await this.#open(settings, options);
    return embedder && checkedEmbedder(embedder);
  }

  /** Closes the embedder, if one is open or as soon as it is. */
  [Symbol.dispose](): void {
    const held = this.#held;
    this.#held = undefined;
    if (held?.embedder !== undefined) held.embedder[Symbol.dispose]();
    else held?.opened.then((embedder) => embedder?.[Symbol.dispose](), () => {});
  }
}

/**
 * Returns the vector of a query, unless nothing in it means anything to the model; whatever goes wrong
 * becomes a note.
 */
export async function embedQuery(
  embedder: Embedder,
  query: string,
  { signal, timeoutMs = QUERY_TIMEOUT_MS }: {
    readonly signal?: AbortSignal | undefined;
    readonly timeoutMs?: number;
  } = {},
): Promise<{ readonly vector: QueryVector | undefined; readonly notes: readonly Note[] }> {
  try {
    const [numbers] = embedder.isFast
      ? await embedder.embedQueries([query], { signal })
      : await embedInTime(embedder, query, { signal, timeoutMs });
    const isEmpty = numbers === undefined || numbers.every((value) => value === 0);
    const { fingerprint, readsSentences } = embedder;
    return { vector: isEmpty ? undefined : { numbers, fingerprint, readsSentences }, notes: [] };
  } catch (error) {
    signal?.throwIfAborted();
    return { vector: undefined, notes: [noteEmbedderFailed(error)] };
  }
}

/** Has one embed that may be slow; what does not heed its signal is not waited for either. */
async function embedInTime(
  embedder: Embedder,
  query: string,
  { signal, timeoutMs }: { readonly signal: AbortSignal | undefined; readonly timeoutMs: number },
): Promise<readonly Float32Array[]> {
  // `setTimeout` takes 5 ms at its first use, longer than a query of the table.
  const clock = signalAfter(timeoutMs);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = () =>
    reject(
      new EmbedderError(
        "timeout",
        `Cannot embed with "${embedder.name}" as it took longer than ${timeoutMs} ms`,
        { fix: 'try again, or choose a faster one in "embedder" of ".dossier/config.yaml"' },
      ),
    );
  clock.addEventListener("abort", giveUp);
  const signals = signal === undefined ? [clock] : [clock, signal];
  try {
    return await Promise.race([
      embedder.embedQueries([query], { signal: AbortSignal.any(signals) }),
      late,
    ]);
  } finally {
    clock.removeEventListener("abort", giveUp);
  }
}

/** Returns the note of an answer by words alone, as the embedder could not be used. */
export function noteEmbedderFailed(error: unknown): Note {
  const reason = error instanceof Error ? error.message : String(error);
  const fix = error instanceof EmbedderError && error.fix || DEFAULT_FIX;
  return {
    code: EMBEDDER_FAILED,
    message: `${reason}, so the answer uses words only or fewer vectors: ${fix}`,
  };
}
