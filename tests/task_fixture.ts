import type { Bundle, Fragment, Issue, Location, RenderFormat, WorkManifest } from "@dossier/core";
import { linesOf } from "./lines_of.ts";
import {
  type OpenEmbedder,
  openEngine,
  openEstimator,
  openRenderer,
  type TaskOptions,
} from "@dossier/retrieval";
import type { TempWorkspace } from "./temp_workspace.ts";

/** Options of the bundle of an issue in a test. */
export interface BundleForOptions extends TaskOptions {
  /** Opens an embedder instead of the configured one. */
  readonly openEmbedder?: OpenEmbedder;
}

/** Opens no embedder: scores are then from words and links only. */
export const NO_EMBEDDER: OpenEmbedder = () => Promise.resolve(undefined);

/** Eight files in five folders: the maximum that counts for the complexity of a task. */
export const WIDE_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  ["a/1.ts", "a/2.ts", "b/1.ts", "b/2.ts", "c/1.ts", "c/2.ts", "d/1.ts", "e/1.ts"]
    .map((path) => [path, "export const one = 1;\n"]),
);

/** Returns an issue with the given fields. */
export function makeIssue(
  { manifest, ...fields }: Partial<Omit<Issue, "manifest">> & {
    readonly manifest?: Partial<WorkManifest>;
  },
): Issue {
  const lists = { primary: [], read: [], forbidden: [], version: 1 };
  return {
    id: "t-1",
    title: "",
    description: "",
    labels: [],
    ...fields,
    ...(manifest === undefined ? {} : { manifest: { ...lists, ...manifest } }),
  };
}

/** Returns an issue of complexity 1 about {@link WIDE_FILES}, with additional words. */
export function makeWideIssue(words: string): Issue {
  return makeIssue({
    title: `Refactor the protocol across all: ${words}`,
    // 600 tokens of four characters.
    description: "zzz ".repeat(600),
    manifest: { primary: Object.keys(WIDE_FILES) },
  });
}

/** Returns the bundle of an issue from a new engine; nothing is recorded unless requested. */
export async function bundleFor(
  workspace: Pick<TempWorkspace, "root">,
  issue: Issue,
  { openEmbedder = NO_EMBEDDER, ...options }: BundleForOptions = {},
): Promise<Bundle> {
  using engine = await openEngine({ root: workspace.root, openEmbedder });
  return await engine.contextForIssue(issue, { record: false, ...options });
}

/** Returns the passages with one purpose, with the fields of their locations. */
export function passagesWithPurpose(
  bundle: Bundle,
  role: Fragment["role"],
): readonly (Fragment & Location)[] {
  return linesOf(bundle.fragments).filter((passage) => passage.role === role);
}

/** Returns the paths of the design documents that a bundle shows. */
export function documentsOf(bundle: Bundle): string[] {
  return passagesWithPurpose(bundle, "document").map(({ path }) => path);
}

/** Returns the codes of the notes of a bundle, each once. */
export function codesOf({ notes }: Pick<Bundle, "notes">): string[] {
  return [...new Set(notes.map(({ code }) => code))];
}

/** All formats of a bundle. */
export const FORMATS: readonly RenderFormat[] = ["markdown", "xml", "prompt", "json"];

/** Returns a bundle, rendered in a format. */
export async function render(bundle: Bundle, format: RenderFormat): Promise<string> {
  const renderer = await openRenderer(format, bundle.root);
  return renderer.render(bundle, await openEstimator(bundle.budget.estimator));
}
