import { type EmbedderSettings, readSettings } from "../../config/mod.ts";
import { EmbedderError, openEmbedder } from "../../embed/mod.ts";

/** What came of asking the embedder of a tree for one row. */
export interface EmbedderHealth {
  /** The kind that the settings name, or the default one. */
  readonly kind: EmbedderSettings["kind"];
  /** Its name; undefined when there is none or it does not open. */
  readonly name?: string;
  /** Numbers of a row. */
  readonly dimensions?: number;
  /** Why it does not answer, a sentence. */
  readonly failure?: string;
  /** What helps, as a request. */
  readonly mend?: string | undefined;
}

/** What is embedded. */
const SAMPLE = "retry failed uploads";

/**
 * Returns whether the embedder that the settings of the tree at `root` name opens and answers.
 *
 * @throws {RetrievalError} `invalid-config` when `.dossier/config.yaml` can not be parsed at all.
 */
export async function inspectEmbedder(
  root: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<EmbedderHealth> {
  const { embedder: settings } = await readSettings(root);
  const kind = settings?.kind ?? "static";
  try {
    using embedder = await openEmbedder(settings, { root });
    if (embedder === undefined) return { kind };
    const { name, dimensions } = embedder;
    await embedder.embedQueries([SAMPLE], { signal });
    return { kind, name, dimensions };
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
    return { kind, failure: error.message, mend: error.mend };
  }
}
