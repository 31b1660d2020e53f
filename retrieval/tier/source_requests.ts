import { realPathOrUndefined } from "../machine/mod.ts";
import type { DecidedRequest, GrantRequest } from "../config/mod.ts";
import type { SourceRequest } from "./parse_manifest.ts";
import type { ReadContextManifest } from "./read_context_manifest.ts";
import { listSourcePaths, type TierPlaces } from "./resolve_source.ts";
import { listNeeds } from "./tier_files.ts";

/** Returns what a source asks for one file, as the user can grant it. */
export function toGrantRequest(
  { uri, option, line, column }: SourceRequest,
  place: Pick<GrantRequest, "file" | "hash" | "target">,
): GrantRequest {
  return { ...place, line, column, name: `allow_${option} of ${uri}`, option };
}

/** What a source asks for, by what it reaches now. */
export interface RequestingSource extends SourceRequest {
  /** A request for each file that the option is needed for. */
  readonly requests: readonly DecidedRequest[];
}

/** Returns what the sources of a manifest ask for that only the user can grant, with each file that it is needed for. */
export async function listSourceRequests(
  { form, hash = "", requests }: ReadContextManifest,
  places: TierPlaces,
): Promise<readonly RequestingSource[]> {
  const listed: RequestingSource[] = [];
  for (const request of requests) {
    const targets = new Set<string>();
    for (const path of await listSourcePaths(request.uri, places)) {
      const real = realPathOrUndefined(`${places.root}/${path}`);
      const needs = real === undefined ? [] : listNeeds(path, { root: places.root, real });
      if (needs.includes(request.option)) targets.add(real!);
    }
    listed.push({
      ...request,
      requests: [...targets].map((target) => ({
        ...toGrantRequest(request, { file: form.path, hash, target }),
        isGranted: places.isGranted(request.uri, request.option, target),
      })),
    });
  }
  return listed;
}
