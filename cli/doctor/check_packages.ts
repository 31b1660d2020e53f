import {
  GRAMMAR_FILES,
  installCommand,
  isPackageInstalled,
  OPTIONAL_PACKAGES,
} from "@dossier/retrieval/packages";
import type { Finding, TreeCheck } from "@dossier/retrieval/health";

/** Check of the packages that only some options need. Their dependencies come with them. */
export const PACKAGES_CHECK: TreeCheck = {
  name: "packages",
  run: () => Promise.resolve(examine()),
};

function examine(): readonly Finding[] {
  const missing = OPTIONAL_PACKAGES.filter(({ specifier }) => !isPackageInstalled(specifier))
    .map(({ specifier, purpose }): Finding => ({
      level: "warning",
      message: `"${specifier}", which ${purpose}, is not on this machine`,
      fix: installCommand(specifier),
    }));
  const files = GRAMMAR_FILES.filter(({ package: name, file }) =>
    !isPackageInstalled(`${name}/${file}`)
  );
  const [first] = files;
  if (first !== undefined) {
    const more = files.length === 1 ? "" : ` and ${files.length - 1} more`;
    const packages = new Set(files.map((file) => file.package));
    missing.push({
      level: "warning",
      message:
        `The grammar "${first.file}"${more}, for questions about calls, is not on this machine`,
      fix: installCommand([...packages].join(" ")),
    });
  }
  return missing.length > 0
    ? missing
    : [{ level: "ok", message: "All packages that options need are on this machine" }];
}
