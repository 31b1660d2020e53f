import { locatePackageFile, OPTIONAL_PACKAGES, PACKAGE_FILES } from "@dossier/retrieval/packages";
import type { Check } from "./check.ts";
import type { Finding } from "./finding.ts";

/** Whether the packages are there that only some options need. */
export const PACKAGES_CHECK: Check = { name: "packages", run: examine };

async function examine(): Promise<readonly Finding[]> {
  const missing: Finding[] = [];
  for (const { specifier, purpose } of OPTIONAL_PACKAGES) {
    if (!await succeeds(() => import(specifier))) {
      missing.push({
        level: "warning",
        message: `"${specifier}", which ${purpose}, is not on this machine`,
        mend: "deno task install",
      });
    }
  }
  const files = await Promise.all(
    PACKAGE_FILES.map(async (file) =>
      await succeeds(async () => Deno.statSync(await locatePackageFile(file))) ? [] : [file.file]
    ),
  );
  const [first, ...others] = files.flat();
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

async function succeeds(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt();
    return true;
  } catch {
    return false;
  }
}
