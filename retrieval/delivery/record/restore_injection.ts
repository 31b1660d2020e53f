import type { RenderFormat } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import { sliceLines } from "@dossier/core/fragment";
import { readVisibility } from "../../config/mod.ts";
import { contentHash, textHash } from "../../machine/mod.ts";
import { listFiles, readDocument, toSource } from "../../tree/mod.ts";
import { openEstimator } from "../pack/open_estimator.ts";
import { hashTemplate, openRenderer } from "../prompt/open_renderer.ts";
import { restoreBundle } from "../state/draft_injection.ts";
import type { Injection, RecordedFragment } from "../state/injection.ts";

/** Part of a delivered text that cannot be restored. */
export interface ChangedPart {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** First delivered line, 1-based; absent for the template of a prompt. */
  readonly startLine?: number;
  /** Last delivered line, 1-based and inclusive. */
  readonly endLine?: number;
  /** Kind of the change: the text differs now, or the file is missing or excluded. */
  readonly change: "changed" | "gone";
}

/**
 * Restored injection: the text, byte for byte as it was delivered; or the changed and missing
 * parts, in the order of the injection, at least one.
 */
export type RestoredInjection =
  | { readonly text: string }
  | { readonly changed: readonly ChangedPart[] };

/** Roles of files that a user named, so that no size limit excludes them. */
const NAMED_ROLES: ReadonlySet<string | undefined> = new Set(["primary", "read", "requested"]);

/**
 * Returns the text of an injection, restored from the current tree. No index is needed: the
 * injection has line ranges and their hashes, which show whether the lines are unchanged. Files
 * that the rules now exclude are missing.
 *
 * @param root Real absolute path of the tree.
 */
export async function restoreInjection(
  injection: Injection,
  root: string,
): Promise<RestoredInjection> {
  const { fragments, budget, details, id } = injection;
  const format = injection.format as RenderFormat;
  const tree = await openTree(root, fragments);
  const texts: string[] = [];
  const changed: ChangedPart[] = [...await findChangedTemplate(injection, root)];
  for (const fragment of fragments) {
    const text = await currentText(fragment, tree);
    texts.push(text ?? "");
    if (text !== undefined && await textHash(text) === fragment.hash) continue;
    const { path = fragment.source, startLine = 1, endLine = 1 } = fragment.location ?? {};
    changed.push({ path, startLine, endLine, change: text === undefined ? "gone" : "changed" });
  }
  if (changed.length > 0) return { changed };
  const bundle = { ...restoreBundle(injection, texts), record: id };
  const renderer = await openRenderer(format, root, { numbers: details.numbers });
  return { text: renderer.render(bundle, await openEstimator(budget.estimator)) };
}

async function findChangedTemplate(
  { format, details: { template } }: Injection,
  root: string,
): Promise<ChangedPart[]> {
  if (template === undefined || await hashTemplate(format, root) === template) return [];
  const { PROMPT_PATH } = await import("../prompt/open_prompt_renderer.ts");
  return [{ path: PROMPT_PATH, change: "changed" }];
}

/** Tree that fragments are read from. */
interface Tree {
  readonly root: string;
  readonly visibility: Visibility;
  /** Files that no rule or ignore file excludes by name. */
  readonly listed: ReadonlySet<string>;
  /** Files that a user named. */
  readonly named: ReadonlySet<string>;
}

async function openTree(root: string, fragments: readonly RecordedFragment[]): Promise<Tree> {
  const visibility = await readVisibility(root);
  const { paths } = await listFiles(root, visibility);
  const named = fragments.filter(({ role }) => NAMED_ROLES.has(role))
    .flatMap(({ location }) => location?.path ?? []);
  return { root, visibility, listed: new Set(paths), named: new Set(named) };
}

/**
 * Returns the text that a fragment would have if it were delivered now, or `undefined` when its
 * file is missing or excluded.
 */
async function currentText(
  { location, form, fileHash, shown }: RecordedFragment,
  { root, visibility, listed, named }: Tree,
): Promise<string | undefined> {
  // The text of a source that is not a file is kept with its record.
  if (location === undefined) return shown;
  const { path, endLine } = location;
  if (!listed.has(path)) return undefined;
  const read = readDocument(root, path, visibility, { explicit: named.has(path) });
  if (read.kind !== "text") return undefined;
  // Only its name was delivered.
  if (form === "reference") return "";
  const source = toSource(read);
  const lines = sliceLines(source, location);
  // A derived text is unchanged when its file is unchanged.
  if (shown !== undefined) return await contentHash(read.bytes) === fileHash ? shown : lines;
  return source.lines.length < endLine ? undefined : lines;
}
