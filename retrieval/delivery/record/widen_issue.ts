import type { Issue } from "@dossier/core";
import { widenManifest } from "@dossier/core/signal";
import { normaliseManifest, openForbidden } from "../../tree/mod.ts";

/**
 * Returns an issue in whose manifest the files may be edited that its session was granted, one version
 * later for each answer that granted some; those that the issue forbids by now may not.
 *
 * @param grants Paths relative to the root, by answer; see `grantedFiles()`.
 * @param root Real absolute path of the tree.
 */
export async function widenIssue(
  issue: Issue,
  grants: readonly (readonly string[])[],
  root: string,
): Promise<Issue> {
  if (grants.length === 0) return issue;
  const isForbidden = await openForbidden(issue.manifest, root);
  let { manifest } = issue;
  for (const granted of grants) {
    const known = manifest === undefined ? [] : normaliseManifest(manifest, root).primary;
    const paths = granted.filter((path) => !known.includes(path) && !isForbidden(path));
    if (paths.length > 0) manifest = widenManifest(manifest, paths);
  }
  return manifest === undefined ? issue : { ...issue, manifest };
}
