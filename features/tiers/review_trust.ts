import type { Note } from "@dossier/core";
import type { DecidedGrantRequest } from "@dossier/retrieval/settings";
import type { TierGatherer } from "./gather_tiers.ts";
import type { LoadedManifest } from "./read_context_manifest.ts";
import { listSourceRequests } from "./resolve_source.ts";

/**
 * A program or module that the manifest of a repository names; it runs only with `--allow-plugins`,
 * after `with-plugins`.
 */
export interface NamedPlugin {
  /** URI in the manifest. */
  readonly uri: string;
  /** Its command line, or the path of its module. */
  readonly runs: string;
}

/** The requests of a repository's files that only the user may grant. */
export interface TrustReview {
  /**
   * In the order of files and lines. A request of a manifest is listed once for each file that it
   * concerns.
   */
  readonly requests: readonly DecidedGrantRequest[];
  /** In the order of the manifest. */
  readonly plugins: readonly NamedPlugin[];
  /** Problems of the file with the user's grants. */
  readonly notes: readonly Note[];
  /**
   * Records that the user grants all current requests, and withdraws older grants for this
   * repository.
   *
   * @throws {RetrievalError} `invalid-config` when the user has no folder for it.
   */
  readonly accept: () => void;
  /** Revokes all grants of the user for this repository; returns their number. */
  readonly revoke: () => number;
}

/**
 * Returns the current requests of a repository's files that only the user may grant.
 *
 * @param manifest The manifest and the reader of its sources; absent without one.
 * @param place.userFolder The folder of the user's own settings. @default that of the environment
 */
export async function reviewTrust(
  manifest: { readonly read: LoadedManifest; readonly gatherer: TierGatherer } | undefined,
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
