import type { EmbedderSettings } from "../config/mod.ts";

/** Why an {@link Embedder} could not be opened or could not embed. */
export type EmbedderFailure =
  /** The model, or a part of it, is not where it should be. */
  | "missing"
  /** The model is cut short, of another format, or contradicts itself. */
  | "damaged"
  /** The program runs without a permission that the model needs. */
  | "forbidden"
  /** It took too long. */
  | "timeout"
  /** It gave something other than one finite vector of its dimensions for each text. */
  | "unfit"
  /** It does not take one of the texts, and may take the others. */
  | "refused"
  /** Anything else. */
  | "failed";

/** What an {@link Embedder} throws, and what opening one throws; never an abort. */
export class EmbedderError extends Error {
  override readonly name = "EmbedderError";
  /** Why it failed. */
  readonly kind: EmbedderFailure;
  /** What helps, as a request; undefined stands for a look at the settings. */
  readonly fix: string | undefined;

  /** Makes an error whose message is one sentence without a final period. */
  constructor(
    kind: EmbedderFailure,
    message: string,
    { fix, ...options }: ErrorOptions & { readonly fix?: string } = {},
  ) {
    super(message, options);
    this.kind = kind;
    this.fix = fix;
  }
}

/** Options of an embedding. */
export interface EmbedOptions {
  /** Stops it: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A model that turns texts into vectors, such that near ones have much to do with each other.
 *
 * Whatever its kind, an implementation keeps the rules that `tests/conformance/embedder.ts` checks:
 * one row for each text in the order of the texts, each of length 1, or of zeros when nothing in the
 * text means anything to the model; the same row for the same text, whatever its neighbours; no NaN.
 */
export interface Embedder extends Disposable {
  /** Short name, for explanations and messages. */
  readonly name: string;
  /** Differs between two models whose vectors must not be compared with one another. */
  readonly fingerprint: string;
  /** Length of every row. */
  readonly dimensions: number;
  /**
   * Whether passages take less time to embed than to index (under .2 ms each), so that there is no
   * use in putting it off; a query is then waited for without a bound.
   */
  readonly isFast: boolean;
  /**
   * Whether it reads sentences rather than adding up words: then it may find what shares no word with
   * a query, in another language for one. @default false
   */
  readonly readsSentences?: boolean | undefined;
  /** How many passages are best given at once: what is done is kept after each such batch. */
  readonly batchSize: number;
  /**
   * Returns a row for each query.
   *
   * @throws {EmbedderError} When the model fails.
   */
  embedQueries(texts: readonly string[], options?: EmbedOptions): Promise<readonly Float32Array[]>;
  /**
   * Returns a row for each passage; see `embeddingTexts` in core.
   *
   * @throws {EmbedderError} When the model fails.
   */
  embedPassages(texts: readonly string[], options?: EmbedOptions): Promise<readonly Float32Array[]>;
}

/**
 * Scales a row to length 1, in place, and returns it; a row of zeros stays as it is.
 *
 * @throws {EmbedderError} `unfitError` when a number of it is not finite.
 */
export function normalise(row: Float32Array): Float32Array {
  let squares = 0;
  for (let i = 0; i < row.length; i++) squares += row[i]! * row[i]!;
  if (!Number.isFinite(squares)) {
    throw new EmbedderError(
      "unfit",
      `Cannot use a vector as its numbers must be finite and the sum of their squares is ${squares}`,
    );
  }
  if (squares === 0) return row;
  const factor = 1 / Math.sqrt(squares);
  for (let i = 0; i < row.length; i++) row[i]! *= factor;
  return row;
}

/** What the settings of an embedder do not say. */
export interface OpenEmbedderOptions {
  /** Absolute path of the tree, which paths of models are relative to. */
  readonly root: string;
}

/** Opens an embedder; undefined where the settings want none. */
export type OpenEmbedder = (
  settings: EmbedderSettings | undefined,
  options: OpenEmbedderOptions,
) => Promise<Embedder | undefined>;

/**
 * Returns `embedder` with its promises kept: every row it gives has been looked at, and whatever it
 * throws is an {@link EmbedderError}, or the reason of the signal.
 */
export function checkedEmbedder(embedder: Embedder): Embedder {
  const { name, fingerprint, dimensions, isFast, readsSentences, batchSize } = embedder;
  const checked =
    (kind: "embedQueries" | "embedPassages") =>
    async (texts: readonly string[], options: EmbedOptions = {}) => {
      let rows: readonly Float32Array[];
      try {
        rows = await embedder[kind](texts, options);
      } catch (error) {
        // Where the time was up, it may know better what has taken it.
        if (error instanceof EmbedderError) throw error;
        if (options.signal?.aborted) throw options.signal.reason;
        const reason = error instanceof Error ? error.message : String(error);
        const message = `Cannot embed with "${name}" as it reports "${reason}"`;
        throw new EmbedderError("failed", message, { cause: error });
      }
      checkRows(embedder, texts, rows);
      return rows;
    };
  return {
    name,
    fingerprint,
    dimensions,
    isFast,
    readsSentences,
    batchSize,
    embedQueries: checked("embedQueries"),
    embedPassages: checked("embedPassages"),
    [Symbol.dispose]: () => embedder[Symbol.dispose](),
  };
}

function checkRows(
  { name, dimensions }: Embedder,
  texts: readonly string[],
  rows: readonly Float32Array[],
): void {
  checkCount(name, rows, texts.length);
  for (const row of rows) {
    if (row.length !== dimensions) {
      throw unfitError(
        name,
        `its vectors must have ${dimensions} dimensions and one has ${row.length}`,
      );
    }
    // Of finite floats of 32 bits the sum is finite.
    if (!Number.isFinite(sumOf(row))) {
      throw unfitError(name, "all numbers of its vectors must be finite");
    }
  }
}

function sumOf(row: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += row[i]!;
  return sum;
}

/**
 * Throws unless there is a vector for each text.
 *
 * @throws {EmbedderError} `unfitError`
 */
export function checkCount(name: string, { length }: readonly unknown[], count: number): void {
  if (length === count) return;
  throw unfitError(name, `it must return ${count} vectors and has returned ${length}`);
}

/** Returns the error for what an embedder gave, from half a sentence. */
export function unfitError(name: string, reason: string): EmbedderError {
  return new EmbedderError("unfit", `Cannot use the vectors of "${name}" as ${reason}`);
}

/**
 * Opens a regular file of a model.
 *
 * @param options What the model and the file are called, and what is said when there is none.
 * @throws {EmbedderError} `missing`, `damaged` or `forbidden`.
 */
export function openModelFile(
  path: string,
  { model, file, missing }: {
    readonly model: string;
    readonly file: string;
    readonly missing: () => string;
  },
): Deno.FsFile {
  try {
    // A pipe would be waited for.
    if (Deno.statSync(path).isFile) return Deno.openSync(path);
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound || cause instanceof Deno.errors.NotADirectory) {
      throw new EmbedderError("missing", `Cannot open ${model} as ${missing()}`, { cause });
    }
    throw new EmbedderError("forbidden", `Cannot open ${model} as ${file} cannot be read`, {
      cause,
      fix: "check its permissions and those of the program",
    });
  }
  throw new EmbedderError("damaged", `Cannot open ${model} as ${file} is not a regular file`);
}
