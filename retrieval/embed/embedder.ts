import type { EmbedderSettings } from "../config/mod.ts";

/** Reason why an {@link Embedder} could not be opened or could not embed. */
export type EmbedderFailure =
  /** The model, or a part of it, is missing. */
  | "missing"
  /** The model is cut short, has another format, or is inconsistent. */
  | "damaged"
  /** The program lacks a permission that the model needs. */
  | "forbidden"
  /** It took too long. */
  | "timeout"
  /** The model returned something other than one finite vector of its dimensions for each text. */
  | "unfit"
  /** The model does not accept one of the texts, and may accept the others. */
  | "refused"
  /** Any other reason. */
  | "failed";

/** Error of an {@link Embedder}, or of opening one; never an abort. */
export class EmbedderError extends Error {
  override readonly name = "EmbedderError";
  /** Reason of the failure. */
  readonly kind: EmbedderFailure;
  /** Fix for the user, as a request; undefined when the settings should be checked. */
  readonly fix: string | undefined;

  /** Creates an error whose message is one sentence without a final period. */
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

/** Options of embedding. */
export interface EmbedOptions {
  /** Stops embedding. The promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Model that turns texts into vectors, such that similar texts have near vectors.
 *
 * `tests/conformance/embedder.ts` checks the rules of each implementation: one row for each text in
 * the order of the texts, of length 1, or of zeros when the model knows nothing in the text; the
 * same row for the same text, independent of its neighbours; no NaN.
 */
export interface Embedder extends Disposable {
  /** Short name, for explanations and messages. */
  readonly name: string;
  /** Text that differs for models whose vectors must not be compared. */
  readonly fingerprint: string;
  /** Length of each row. */
  readonly dimensions: number;
  /**
   * True when embedding passages takes less time than indexing them (less than 0.2 ms each), so
   * that it need not be postponed. Queries then have no time limit.
   */
  readonly isFast: boolean;
  /**
   * True when it reads sentences instead of adding words. It may then find passages that share no
   * word with a query, for example in another language. @default false
   */
  readonly readsSentences?: boolean | undefined;
  /** Recommended number of passages per call. Results are stored after each such batch. */
  readonly batchSize: number;
  /**
   * Returns a row for each query.
   *
   * @throws {EmbedderError} When the model fails.
   */
  embedQueries(texts: readonly string[], options?: EmbedOptions): Promise<readonly Float32Array[]>;
  /**
   * Returns a row for each passage; see `embeddingTexts()` of core.
   *
   * @throws {EmbedderError} When the model fails.
   */
  embedPassages(texts: readonly string[], options?: EmbedOptions): Promise<readonly Float32Array[]>;
}

/**
 * Scales a row to length 1 in place, and returns it. A row of zeros is not changed.
 *
 * @throws {EmbedderError} `unfit` when one of its numbers is not finite.
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

/** Options that the settings of an embedder do not contain. */
export interface OpenEmbedderOptions {
  /** Absolute path of the tree, to which paths of models are relative. */
  readonly root: string;
}

/** Opens an embedder; returns undefined when the settings name none. */
export type OpenEmbedder = (
  settings: EmbedderSettings | undefined,
  options: OpenEmbedderOptions,
) => Promise<Embedder | undefined>;

/**
 * Returns an embedder that checks the results of another one: each row is validated, and each error
 * is an {@link EmbedderError}, or the reason of the signal.
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
        // When the time was up, the embedder may know better what took so long.
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
    // The sum of finite 32-bit floats is finite.
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
 * Checks that there is a vector for each text.
 *
 * @throws {EmbedderError} `unfit`
 */
export function checkCount(name: string, { length }: readonly unknown[], count: number): void {
  if (length === count) return;
  throw unfitError(name, `it must return ${count} vectors and has returned ${length}`);
}

/** Returns the error for an invalid result of an embedder, from half a sentence. */
export function unfitError(name: string, reason: string): EmbedderError {
  return new EmbedderError("unfit", `Cannot use the vectors of "${name}" as ${reason}`);
}

/**
 * Opens a regular file of a model.
 *
 * @param options Names of the model and the file, and the message for a missing file.
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
    // Opening a pipe would wait.
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
