import type { Note } from "@dossier/core";
import type { DecidedRequest } from "@dossier/retrieval/settings";
import type { TierGatherer } from "./gather_tiers.ts";
import type { ReadContextManifest } from "./read_context_manifest.ts";
import { listSourceRequests } from "./resolve_source.ts";

/** A program or module that the manifest of a repository names; it runs only with `--allow-plugins`, behind `with-plugins`. */
export interface NamedPlugin {
  /** As the manifest has it. */
  readonly uri: string;
  /** Words of its command, or the path of its module. */
  readonly runs: string;
}

/** What the files of a repository ask for that only the user may grant. */
export interface TrustReview {
  /** In the order of the files and their lines; those of a manifest once for each file that is reached. */
  readonly requests: readonly DecidedRequest[];
  /** In the order of the manifest. */
  readonly plugins: readonly NamedPlugin[];
  /** What is wrong with the file of what the user has agreed to. */
  readonly notes: readonly Note[];
  /**
   * Notes that the user agrees to all of it as it is now, and to nothing else that this repository has asked for.
   *
   * @throws {RetrievalError} `invalid-config` where there is no place for it that is the user's own.
   */
  readonly accept: () => void;
  /** Takes back all that the user has agreed to for this repository; returns how much that was. */
  readonly revoke: () => number;
}

/**
 * Returns what the files of a repository ask for now that only the user may grant.
 *
 * @param manifest What the manifest says and what reads its sources; absent without one.
 * @param place.userFolder The folder of the user's own settings. @default that of the environment
 */
export async function reviewTrust(
  manifest: { readonly read: ReadContextManifest; readonly gatherer: TierGatherer } | undefined,
  { root, userFolder }: { readonly root: string; readonly userFolder?: string | undefined },
): Promise<TrustReview> {
  const { openTrust } = await import("@dossier/retrieval/trust");
  const { listSettingRequests } = await import("@dossier/retrieval/setting-files");
  const trust = await openTrust(root, userFolder);
  const sources = manifest === undefined
    ? []
    : await listSourceRequests(manifest.read, manifest.gatherer.places);
  const requests = [
    ...await listSettingRequests(root, trust),
    ...sources.flatMap(({ requests }) => requests),
  ];
  return {
    requests,
    notes: trust.notes,
    plugins: (manifest?.read.manifest.plugins ?? []).flatMap(({ uri, command, module }) => {
      const runs = command?.join(" ") ?? module;
      return runs === undefined ? [] : [{ uri, runs }];
    }),
    accept: () => trust.accept(requests),
    revoke: () => trust.revoke(),
  };
}
