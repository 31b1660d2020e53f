import type { Issue } from "@dossier/core";
import { widenManifest } from "@dossier/core/signal";
import type { IndexReader } from "../../index/mod.ts";
import { normaliseManifest, openForbidden } from "../../tree/mod.ts";
import { findLastInjection } from "../state/append_injection.ts";
import { listHeldPassages } from "../state/held_passages.ts";
import { openHoldings } from "../state/holdings.ts";
import type { DeliveryHandlers } from "../state/outbox.ts";
import type { StateStore } from "../state/state_store.ts";
import { findLastIssue, listGrantedFiles } from "../state/sessions.ts";
import { createHashReader, type Delivery, hashCurrentFile, recordBundle } from "./record_bundle.ts";

/** Prepares the delivery of a bundle to a session. */
export async function openSession(
  state: StateStore,
  session: string,
  { reader, root, handlers }: {
    readonly reader: IndexReader;
    readonly root: string;
    readonly handlers?: DeliveryHandlers | undefined;
  },
): Promise<Delivery> {
  // Read before the passages, so that a delivery in between is noticed when this one is recorded.
  const last = await findLastInjection(state, session);
  const held = await listHeldPassages(state, session);
  const findHash = createHashReader(reader, held);
  return {
    holdings: openHoldings(
      held,
      async (path) => await findHash(path) ?? await hashCurrentFile(root, path),
    ),
    issue: await findLastIssue(state, session),
    applyGrants: async (issue) =>
      applyGrants(issue, await listGrantedFiles(state, session, issue), root),
    record: (bundle, options) => recordBundle(state, bundle, { ...options, last, handlers }),
  };
}

/**
 * Returns the issue with a manifest that also allows to edit the files that its session was
 * granted. Each answer that granted files increases the version by one. Files that the issue now
 * forbids are not allowed.
 *
 * @param grants Paths relative to the root, by answer; see `listGrantedFiles()`.
 */
async function applyGrants(
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
