import type { RenderFormat } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import { sliceLines } from "@dossier/core/fragment";
import { readVisibility } from "../../config/mod.ts";
import { openEstimator } from "../open_estimator.ts";
import { openRenderer } from "../prompt/open_renderer.ts";
import { listFiles, readDocument, toSource } from "../../tree/mod.ts";
import { contentHash } from "../../machine/mod.ts";
import { compareFragments } from "../state/draft_record.ts";
import { restoreBundle } from "../state/draft_record.ts";
import type { Injection, RecordedFragment } from "../state/record.ts";
import { hashTemplate } from "../prompt/open_renderer.ts";

/** A part of a delivered text that can not be written again as it was. */
export interface ChangedPart {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** First line, 1-based, as it was given; absent for the template of a prompt. */
  readonly startLine?: number;
  /** Last line, 1-based and inclusive, as it was given. */
  readonly endLine?: number;
  /** Whether it is another by now, or not there or left out. */
  readonly change: "changed" | "gone";
}

/** What a record says when it is written again: the very text, or what stands in its way. */
export type RestoredInjection =
  | {
    /** The text, byte for byte as it was given. */
    readonly text: string;
  }
  | {
    /** What has changed since or is gone, in the order of the record; at least one part. */
    readonly changed: readonly ChangedPart[];
  };

/** Roles of what was named by somebody, so that its size does not keep it out. */
const NAMED_ROLES: ReadonlySet<string | undefined> = new Set(["primary", "read", "requested"]);

/**
 * Returns the text that a record is of, from the tree as it is now. No index is needed: a record says
 * which lines it gave, and their hashes tell whether these are still the same. What the rules leave out
 * by now is gone.
 *
 * @param root Real absolute path of the tree.
 * @throws {RetrievalError} `invalid-config`, `invalid-prompt`.
 */
export async function restoreRecord(
  record: Injection,
  root: string,
): Promise<RestoredInjection> {
  const format = record.format as RenderFormat;
  const tree = await openTree(root, record.fragments);
  const texts: (string | undefined)[] = [];
  for (const fragment of record.fragments) texts.push(await currentText(fragment, tree));
  const changed: ChangedPart[] = [
    ...await findChangedTemplate(record, root),
    ...(await compareFragments(record, texts)).map(({ change, fragment }) => {
      const { path = fragment.source, startLine = 1, endLine = 1 } = fragment.location ?? {};
      return { path, startLine, endLine, change };
    }),
  ];
  if (changed.length > 0) return { changed };
  const bundle = restoreBundle(record, texts.map((text) => text ?? ""));
  const renderer = await openRenderer(format, root);
  const estimator = await openEstimator(record.budget.estimator);
  const restored = { ...bundle, record: record.id };
  if (format === "json" && record.details.version === 1) {
    const { renderVersion1 } = await import("./render_version_1.ts");
    return { text: renderVersion1(restored) };
  }
  return { text: renderer.render(restored, estimator) };
}

async function findChangedTemplate(
  { format, details: { template } }: Injection,
  root: string,
): Promise<ChangedPart[]> {
  if (template === undefined || await hashTemplate(format, root) === template) return [];
  const { PROMPT_PATH } = await import("../prompt/open_prompt_renderer.ts");
  return [{ path: PROMPT_PATH, change: "changed" }];
}

/** The tree that fragments are read from. */
interface Tree {
  readonly root: string;
  readonly visibility: Visibility;
  /** Files that no rule or ignore file leaves out by name. */
  readonly listed: ReadonlySet<string>;
  /** Files that somebody named. */
  readonly named: ReadonlySet<string>;
}

async function openTree(root: string, fragments: readonly RecordedFragment[]): Promise<Tree> {
  const visibility = await readVisibility(root);
  const { paths } = await listFiles(root, visibility);
  const named = fragments.filter(({ role }) => NAMED_ROLES.has(role))
    .flatMap(({ location }) => location?.path ?? []);
  return { root, visibility, listed: new Set(paths), named: new Set(named) };
}

/** Returns what a fragment would say if it was given now; undefined when it may not be or is not there. */
async function currentText(
  { location, form, fileHash, shown }: RecordedFragment,
  { root, visibility, listed, named }: Tree,
): Promise<string | undefined> {
  // What is no file is kept with its record.
  if (location === undefined) return shown;
  const { path, endLine } = location;
  if (!listed.has(path)) return undefined;
  const read = readDocument(root, path, visibility, { explicit: named.has(path) });
  if (read.kind !== "text") return undefined;
  // Only its name was given.
  if (form === "reference") return "";
  const source = toSource(read.text);
  const lines = sliceLines(source, location);
  // What was made of a file is the same as long as the file is.
  if (shown !== undefined) return await contentHash(read.bytes) === fileHash ? shown : lines;
  return source.lines.length < endLine ? undefined : lines;
}
