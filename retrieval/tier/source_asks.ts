import type { Ask, DecidedAsk } from "../config/mod.ts";
import type { SourceAsk } from "./parse_manifest.ts";
import type { ReadContextManifest } from "./read_context_manifest.ts";
import { listSourcePaths, type TierPlaces } from "./resolve_source.ts";
import { listNeeds } from "./tier_files.ts";

/** Returns what a source asks for one file, as the user can grant it. */
export function toAsk(
  { uri, option, line, column }: SourceAsk,
  place: Pick<Ask, "file" | "hash" | "target">,
): Ask {
  return { ...place, line, column, name: `allow_${option} of ${uri}`, option };
}

/** What a source asks for, by what it reaches now. */
export interface AskedSource extends SourceAsk {
  /** An ask for each file that the option is needed for. */
  readonly asks: readonly DecidedAsk[];
}

/** Returns what the sources of a manifest ask for that only the user can grant, with each file that it is needed for. */
export async function listSourceAsks(
  { form, hash = "", asks }: ReadContextManifest,
  places: TierPlaces,
): Promise<readonly AskedSource[]> {
  const listed: AskedSource[] = [];
  for (const ask of asks) {
    const targets = new Set<string>();
    for (const path of await listSourcePaths(ask.uri, places)) {
      const real = findReal(`${places.root}/${path}`);
      const needs = real === undefined ? [] : listNeeds(path, { root: places.root, real });
      if (needs.includes(ask.option)) targets.add(real!);
    }
    listed.push({
      ...ask,
      asks: [...targets].map((target) => ({
        ...toAsk(ask, { file: form.path, hash, target }),
        isGranted: places.isGranted(ask.uri, ask.option, target),
      })),
    });
  }
  return listed;
}

function findReal(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}
