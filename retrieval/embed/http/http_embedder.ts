import { maskValue } from "../../secrets/mod.ts";
import { type Embedder, EmbedderError, type EmbedOptions, normalise } from "../embedder.ts";
import type { HttpSettings } from "../../config/mod.ts";
import { parseEmbeddings } from "./parse_embeddings.ts";
import { PROGRAM } from "../../machine/mod.ts";

/** How long a request may take by default, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 30_000;

/** How often a request with passages is made again that failed for reasons that may pass. */
const MAX_RETRIES = 3;

/** How often one with a query is, for which somebody waits. */
const MAX_QUERY_RETRIES = 1;

/** Wait before the first of them, in milliseconds; each further one waits twice as long. */
const RETRY_MS = 500;

/** Longest wait that a service may ask for, in milliseconds. */
const MAX_RETRY_MS = 30_000;

/** Texts in a request. */
const BATCH_SIZE = 64;

/** UTF-16 code units of a text that are sent: some 8,000 tokens, which is what services take. */
const MAX_TEXT_LENGTH = 24_000;

/** Characters of a service's own words that a message repeats. */
const MAX_REASON_LENGTH = 200;

const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

/** Answers about the texts rather than the service, the key or the model: bad, too large, unprocessable. */
const REFUSALS: readonly number[] = [400, 413, 422];

/** What the runtime says of an address where nobody listens; behind the colon stands why. */
const NO_CONNECTION_REGEXP = /\bclient error \(Connect\): /;

/** What helps, for what is not about the settings alone. */
const MENDS = {
  refused: 'name a model that takes it in "embedder" of ".dossier/config.yaml"',
  failed: 'start the service, or correct "embedder" in ".dossier/config.yaml"',
  forbidden: `write "${PROGRAM} with-service" in front of the command`,
  timeout: 'try again, or raise "embedder.timeout_ms" in ".dossier/config.yaml"',
} as const;

/** A failure that may pass, and how long the service wants to be left alone. */
interface PassingFailure {
  readonly error: EmbedderError;
  readonly waitMs?: number | undefined;
}

interface RequestOptions extends EmbedOptions {
  /** How often a request is made again at most. */
  readonly maxRetries: number;
}

/** Has a service embed texts that speaks OpenAI's protocol. */
class HttpEmbedder implements Embedder {
  readonly name: string;
  readonly fingerprint: string;
  readonly dimensions: number;
  readonly isFast = false;
  readonly readsSentences = true;
  readonly batchSize = BATCH_SIZE;
  readonly #settings: HttpSettings;
  readonly #key: string | undefined;
  readonly #retryMs: number;

  constructor(settings: HttpSettings, key: string | undefined, retryMs: number) {
    const { url, model, dimensions } = settings;
    this.name = `${model} at ${new URL(url).host}`;
    this.fingerprint = `http ${url} ${model} ${dimensions}`;
    this.dimensions = dimensions;
    this.#settings = settings;
    this.#key = key;
    this.#retryMs = retryMs;
  }

  embedQueries(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]> {
    return this.#embed(texts, { ...options, maxRetries: MAX_QUERY_RETRIES });
  }

  embedPassages(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]> {
    return this.#embed(texts, { ...options, maxRetries: MAX_RETRIES });
  }

  [Symbol.dispose](): void {}

  async #embed(texts: readonly string[], options: RequestOptions): Promise<Float32Array[]> {
    options.signal?.throwIfAborted();
    const rows: Float32Array[] = texts.map(() => new Float32Array(this.dimensions));
    // Services refuse a text of nothing, which means nothing to begin with.
    const wanted = [...texts.keys()].filter((i) => texts[i]!.trim() !== "");
    for (let start = 0; start < wanted.length; start += BATCH_SIZE) {
      const batch = wanted.slice(start, start + BATCH_SIZE);
      // Before they are cut: of a secret that a cut goes through, no half may be sent.
      const masked = await maskValue(batch.map((i) => texts[i]!));
      const input = masked.map((text) => text.slice(0, MAX_TEXT_LENGTH).toWellFormed());
      const found = await this.#requestWithRetries(input, options);
      batch.forEach((i, at) => rows[i] = normalise(found[at]!));
    }
    return rows;
  }

  async #requestWithRetries(
    input: readonly string[],
    { signal, maxRetries }: RequestOptions,
  ): Promise<readonly Float32Array[]> {
    for (let retries = 0;; retries++) {
      const outcome = await this.#request(input, signal);
      if (Array.isArray(outcome)) return outcome;
      const { error, waitMs = this.#retryMs * 2 ** retries } = outcome as PassingFailure;
      if (retries === maxRetries) throw error;
      try {
        await wait(Math.min(waitMs, MAX_RETRY_MS), signal);
      } catch (reason) {
        // Whoever has no more time wants to know what it went on.
        throw isTimeout(reason) ? error : reason;
      }
    }
  }

  async #request(
    input: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Float32Array[] | PassingFailure> {
    const { url, model, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#settings;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(this.#key === undefined ? {} : { authorization: `Bearer ${this.#key}` }),
        },
        body: JSON.stringify({ model, input, encoding_format: "float" }),
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
        // A key is for the address that the configuration names and no other.
        redirect: "error",
      });
      const text = await response.text();
      if (response.ok) return parseEmbeddings(text, { name: this.name, count: input.length });
      const { status } = response;
      const kind = REFUSALS.includes(status) ? "refused" : "failed";
      const error = this.#fail(kind, `it answers ${status} ("${reasonOf(text)}")`);
      if (status !== TOO_MANY_REQUESTS && status < SERVER_ERROR) throw error;
      const seconds = Number(response.headers.get("retry-after") ?? NaN);
      return { error, waitMs: Number.isFinite(seconds) ? seconds * 1000 : undefined };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof EmbedderError) throw error;
      if (error instanceof Deno.errors.NotCapable) {
        throw this.#fail("forbidden", "the program runs without --allow-net for it", error);
      }
      if (timeout.aborted) {
        return { error: this.#fail("timeout", `it took longer than ${timeoutMs} ms`, error) };
      }
      const [reason, why] = reasonOfFailure(error).split(NO_CONNECTION_REGEXP);
      const failure = this.#fail("failed", `it can not be reached ("${why ?? reason}")`, error);
      // Where nobody listens, nobody will in a second.
      if (why !== undefined) throw failure;
      return { error: failure };
    }
  }

  #fail(kind: keyof typeof MENDS, reason: string, cause?: unknown): EmbedderError {
    return new EmbedderError(kind, `Cannot embed with "${this.name}" as ${reason}`, {
      cause,
      mend: MENDS[kind],
    });
  }
}

/**
 * Returns an embedder over a service; no request is made before there is something to embed.
 *
 * @param options.retryMs Wait before a request is made again for the first time, in milliseconds.
 * @throws {EmbedderError} `missing` when the variable that should hold the key is not set, `forbidden`
 * when it may not be read.
 */
export function openHttpEmbedder(
  settings: HttpSettings,
  { retryMs = RETRY_MS }: { readonly retryMs?: number } = {},
): Embedder {
  const { keyVariable } = settings;
  return new HttpEmbedder(settings, keyVariable && readKey(keyVariable), retryMs);
}

function readKey(variable: string): string {
  let key: string | undefined;
  try {
    key = Deno.env.get(variable);
  } catch (cause) {
    throw new EmbedderError(
      "forbidden",
      `Cannot read the key in "${variable}" as the program runs without --allow-env for it`,
      { cause, mend: MENDS.forbidden },
    );
  }
  if (key !== undefined && key !== "") return key;
  throw new EmbedderError(
    "missing",
    `Cannot find the key as the variable "${variable}" is not set`,
    { mend: `set it, or correct "embedder.key_variable" in ".dossier/config.yaml"` },
  );
}

/** Returns what a service says is wrong, in one line of some length. */
function reasonOf(text: string): string {
  let reason: unknown = text;
  try {
    const { error } = JSON.parse(text);
    reason = error?.message ?? error ?? text;
  } catch {
    // It says it in words of its own.
  }
  const line = typeof reason === "string" ? reason : JSON.stringify(reason);
  return line.replaceAll(/\s+/g, " ").trim().slice(0, MAX_REASON_LENGTH) || "no reason given";
}

/** Returns what the runtime says of a request that got no answer; the cause knows more than the error. */
function reasonOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const stop = () => reject(signal?.reason);
  signal?.addEventListener("abort", stop);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
