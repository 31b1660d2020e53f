import type { PlacedValue, TextPlace } from "@dossier/core/yaml";
import type { GrantOption, UserGrant } from "./settings.ts";
import { quoteAll } from "./value_rules.ts";

/** What manifests may be granted. */
export const GRANT_OPTIONS: readonly GrantOption[] = ["external", "sensitive"];

const EXAMPLE = "{root: ~/work/app, place: ~/shared/notes.md, allow: [external]}";

/**
 * Returns what `grants` of the user's own configuration grants; what is wrong is reported and grants nothing.
 *
 * @param options.home Absolute path of the home folder, which `~/` stands for.
 */
export function readGrants(
  { items, value, place }: PlacedValue,
  { home, report }: {
    readonly home: string | undefined;
    readonly report: (place: TextPlace, message: string) => void;
  },
): readonly UserGrant[] {
  if (items === undefined) {
    if (value !== null) report(place, `"grants" takes a list of grants such as ${EXAMPLE}`);
    return [];
  }
  return items.flatMap((item) => {
    const fields = new Map((item.entries ?? []).map((entry) => [entry.key, entry.value]));
    const [root, place] = ["root", "place"]
      .map((key) => toAbsolute(fields.get(key)?.value, home));
    const allow = (fields.get("allow")?.items ?? [])
      .flatMap(({ value }) => GRANT_OPTIONS.find((option) => option === value) ?? []);
    const isWhole = fields.size === 3 && allow.length === fields.get("allow")?.items?.length;
    if (root !== undefined && place !== undefined && allow.length > 0 && isWhole) {
      return [{ root, place, allow }];
    }
    report(
      item.place,
      `A grant is passed over as it must say "root" and "place" with absolute paths and "allow" with some of ${
        quoteAll(GRANT_OPTIONS)
      }, such as ${EXAMPLE}`,
    );
    return [];
  });
}

/** Returns an absolute path, the home folder in the place of `~`; undefined for what is none. */
function toAbsolute(written: unknown, home: string | undefined): string | undefined {
  if (typeof written !== "string") return undefined;
  const path = written.startsWith("~/") && home !== undefined ? home + written.slice(1) : written;
  return /^(?:\/|[a-z]:[\\/])/i.test(path) ? path : undefined;
}
