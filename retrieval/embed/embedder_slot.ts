import type { Note } from "@dossier/core";
import type { QueryVector } from "@dossier/core/rank";
import { checkedEmbedder, type Embedder, EmbedderError, type OpenEmbedder } from "./embedder.ts";
import type { EmbedderSettings } from "../config/mod.ts";
import { signalAfter } from "../machine/mod.ts";

/** Maximum time to embed a query, including loading the model, in milliseconds. */
const QUERY_TIMEOUT_MS = 10_000;

/** Fix for most failures of an embedder. */
const DEFAULT_FIX = 'correct "embedder" in ".dossier/config.yaml"';

/** Code of the note about an embedder that could not be used. */
export const EMBEDDER_FAILED = "embedder-failed";

/** Embedder, with notes about why there is none. */
export interface OpenedEmbedder {
  /** Open embedder; undefined when the settings name none, or it cannot be used. */
  readonly embedder: Embedder | undefined;
  readonly notes: readonly Note[];
}

/** Embedder that is open, or being opened once for all concurrent callers. */
interface HeldEmbedder {
  readonly key: string;
  readonly opened: Promise<Embedder | undefined>;
  /** Embedder, once it is open. */
  embedder?: Embedder | undefined;
}

/**
 * Holder of the embedder for the current settings. It is opened on first use, and opened again when
 * the settings change. An embedder that cannot be opened is tried again for each answer, so that a
 * fix is noticed.
 */
export class EmbedderSlot implements Disposable {
  readonly #root: string;
  readonly #open: OpenEmbedder | undefined;
  #held: HeldEmbedder | undefined;

  /**
   * @param root Absolute path of the tree, to which paths of models are relative.
   * @param open Opens an embedder instead of the one in the settings.
   */
  constructor(root: string, open?: OpenEmbedder) {
    this.#root = root;
    this.#open = open;
  }

  /** Returns the embedder of `settings`; undefined settings mean the default. */
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

  /** Closes the embedder, at once or as soon as it is open. */
  [Symbol.dispose](): void {
    const held = this.#held;
    this.#held = undefined;
    if (held?.embedder !== undefined) held.embedder[Symbol.dispose]();
    else held?.opened.then((embedder) => embedder?.[Symbol.dispose](), () => {});
  }
}

/**
 * Returns the vector of a query; undefined when the model knows nothing in it. Failures become
 * notes.
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

/**
 * Embeds a query with a time limit. An embedder that ignores its signal is not waited for either.
 */
async function embedInTime(
  embedder: Embedder,
  query: string,
  { signal, timeoutMs }: { readonly signal: AbortSignal | undefined; readonly timeoutMs: number },
): Promise<readonly Float32Array[]> {
  // The first use of `setTimeout` takes 5 ms, longer than a query of the table.
  const clock = signalAfter(timeoutMs);
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const onTimeout = () =>
    reject(
      new EmbedderError(
        "timeout",
        `Cannot embed with "${embedder.name}" as it took longer than ${timeoutMs} ms`,
        { fix: 'try again, or choose a faster one in "embedder" of ".dossier/config.yaml"' },
      ),
    );
  clock.addEventListener("abort", onTimeout);
  const signals = signal === undefined ? [clock] : [clock, signal];
  try {
    return await Promise.race([
      embedder.embedQueries([query], { signal: AbortSignal.any(signals) }),
      timeout,
    ]);
  } finally {
    clock.removeEventListener("abort", onTimeout);
  }
}

/** Returns the note for an answer without vectors, as the embedder could not be used. */
export function noteEmbedderFailed(error: unknown): Note {
  const reason = error instanceof Error ? error.message : String(error);
  const fix = error instanceof EmbedderError && error.fix || DEFAULT_FIX;
  return {
    code: EMBEDDER_FAILED,
    message: `${reason}, so the answer uses words only or fewer vectors: ${fix}`,
  };
}
