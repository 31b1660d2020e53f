import { resolve } from "node:path";
import { type Embedder, EmbedderError, type EmbedOptions, normalise } from "../embedder.ts";
import type { TransformersSettings } from "../../config/mod.ts";
import { readModelFolder } from "./model_folder.ts";
import type { ModelSettings } from "./transformers_worker.ts";
import {
  ENCODER_PACKAGE,
  installCommand,
  PROGRAM,
  startWorker,
  Thread,
  ThreadFailure,
} from "../../machine/mod.ts";

/** Precision with which models are fastest on a processor. */
const DEFAULT_PRECISION = "q8";

/**
 * Maximum length of an embedded text in UTF-16 code units: about 300 tokens. Sentence encoders are
 * trained with 128 to 512 tokens, and their time grows with the length.
 */
const MAX_TEXT_LENGTH = 1200;

/** Number of passages that are embedded between two commits: some seconds of work on two cores. */
const BATCH_SIZE = 16;

/** Task that fetches the runtime of the models, which is too large to be part of the program. */
const INSTALL = `run "${installCommand(ENCODER_PACKAGE)}" once`;

/** Task with the necessary permissions. */
const RUN = `"${PROGRAM} with-model" in front of the command`;

/** Message of the runtime for a package that it lacks, and may not or cannot fetch. */
const NO_PACKAGE_REGEXP = /\bnpm package\b/;

/** Message of the runtime for a missing permission. */
const NO_PERMISSION_REGEXP = /\bRequires (\w+) access\b/;

/** Thread with a model. */
class ModelThread implements Disposable {
  readonly #thread: Thread;
  readonly #name: string;
  /** Resolves to the length of the model's vectors once it is loaded. */
  readonly loaded: Promise<number>;

  constructor(name: string, settings: ModelSettings) {
    this.#name = name;
    const url = new URL("./transformers_worker.ts", import.meta.url);
    this.#thread = new Thread(startWorker(url), settings);
    this.loaded = this.#call(undefined);
    // Callers that await it receive the failure. Without any, it is not an unhandled rejection.
    this.loaded.catch(() => {});
  }

  /** Returns the vector of a text, after earlier texts. */
  async embed(text: string): Promise<Float32Array> {
    await this.loaded;
    return await this.#call(text);
  }

  [Symbol.dispose](): void {
    this.#thread.end("it was closed");
  }

  async #call<Result>(text: string | undefined): Promise<Result> {
    try {
      return await this.#thread.call("embed", text);
    } catch (error) {
      const { message } = error as Error;
      throw toModelError(this.#name, error instanceof ThreadFailure ? error.reason : message);
    }
  }
}

/** Returns the error for a model that does not run, from the message of its runtime. */
function toModelError(name: string, reason: string): EmbedderError {
  if (NO_PACKAGE_REGEXP.test(reason)) {
    const message = `Cannot run the model "${name}" as its runtime is not installed`;
    return new EmbedderError("missing", message, { fix: INSTALL });
  }
  const [, permission] = NO_PERMISSION_REGEXP.exec(reason) ?? [];
  if (permission !== undefined) return forbidden(name, permission);
  const [line = ""] = reason.split("\n");
  return new EmbedderError("failed", `Cannot run the model "${name}" as it reports "${line}"`);
}

function forbidden(model: string, permission: string): EmbedderError {
  // The task does not allow the network. Users of a model from the hub allow it themselves.
  const fix = permission === "net" ? "run the program with it" : `${INSTALL}, and write ${RUN}`;
  return new EmbedderError(
    "forbidden",
    `Cannot run the model "${model}" without --allow-${permission}`,
    { fix },
  );
}

/** Returns an embedder on its own thread, which is started when there is something to embed. */
function embedderOn(
  model: Pick<Embedder, "name" | "fingerprint" | "dimensions">,
  start: () => ModelThread,
  started?: ModelThread,
): Embedder {
  let thread = started;
  const embedText = async (text: string) => {
    const used = thread ??= start();
    try {
      return await used.embed(text.slice(0, MAX_TEXT_LENGTH).toWellFormed());
    } catch (error) {
      // The next attempt starts a new thread, as the model may have been fixed by then.
      used[Symbol.dispose]();
      if (thread === used) thread = undefined;
      throw error;
    }
  };
  const embed = async (texts: readonly string[], { signal }: EmbedOptions = {}) => {
    const rows: Float32Array[] = [];
    // One at a time: padding texts to the same length changes their vectors, and a batch is not
    // faster.
    for (const text of texts) {
      // Not checked after the last text, as its result should not be lost.
      signal?.throwIfAborted();
      rows.push(normalise(await embedText(text)));
    }
    return rows;
  };
  return {
    ...model,
    isFast: false,
    readsSentences: true,
    batchSize: BATCH_SIZE,
    embedQueries: embed,
    embedPassages: embed,
    [Symbol.dispose]() {
      thread?.[Symbol.dispose]();
      thread = undefined;
    },
  };
}

/**
 * Opens a sentence encoder in a folder, which is loaded when there is something to embed, or loads
 * one from the hub into its cache.
 *
 * @param settings Settings of the model.
 * @param root Absolute path, to which a folder is relative.
 * @throws {EmbedderError} When a part of the model is missing or cannot be used; `forbidden`
 * without the permission for native code, in which case nothing is fetched.
 */
export async function openTransformersEmbedder(
  { model, remote = false, precision = DEFAULT_PRECISION }: TransformersSettings,
  root: string,
): Promise<Embedder> {
  const path = remote ? model : resolve(root, model);
  const start = () => new ModelThread(model, { model: path, remote, precision });
  const folder = remote ? undefined : await readModelFolder(path, precision);
  // The thread would fetch hundreds of megabytes before it fails.
  if (Deno.permissions.querySync({ name: "ffi" }).state !== "granted") {
    throw forbidden(model, "ffi");
  }
  if (folder !== undefined) {
    const { dimensions, hash } = folder;
    const fingerprint = `transformers ${MAX_TEXT_LENGTH} ${hash}`;
    return embedderOn({ name: model, fingerprint, dimensions }, start);
  }
  const thread = start();
  try {
    const dimensions = await thread.loaded;
    const fingerprint = `transformers ${MAX_TEXT_LENGTH} hub ${model} ${precision}`;
    return embedderOn({ name: model, fingerprint, dimensions }, start, thread);
  } catch (error) {
    thread[Symbol.dispose]();
    throw error;
  }
}
