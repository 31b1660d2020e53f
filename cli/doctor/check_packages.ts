import { isPackageFileHere, OPTIONAL_PACKAGES, PACKAGE_FILES } from "@dossier/retrieval/packages";
import type { Check } from "./check.ts";
import type { Finding } from "@dossier/retrieval/health";

/** Whether the packages are there that only some options need; what they need themselves comes with them. */
export const PACKAGES_CHECK: Check = { name: "packages", run: () => Promise.resolve(examine()) };

function examine(): readonly Finding[] {
  const missing = OPTIONAL_PACKAGES.filter(({ specifier }) => !isPackageFileHere(specifier))
    .map(({ specifier, purpose }): Finding => ({
      level: "warning",
      message: `"${specifier}", which ${purpose}, is not on this machine`,
      mend: "deno task install",
    }));
  const [first, ...others] = PACKAGE_FILES
    .filter(({ package: name, file }) => !isPackageFileHere(`${name}/${file}`))
    .map(({ file }) => file);
  if (first !== undefined) {
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    missing.push({
      level: "note",
      message: `The grammar "${first}"${more}, for "symbols: tree", is not on this machine`,
      mend: "deno task install",
    });
  }
  return missing.length > 0
    ? missing
    : [{ level: "ok", message: "All that options need are on this machine" }];
}
