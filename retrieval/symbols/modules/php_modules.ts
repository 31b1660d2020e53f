import { folderOf, joinTreePath, type ModuleResolver, type ModuleTree } from "./module_places.ts";

/** What the manifests of a tree say of where its types are. */
interface Autoloading {
  /** Beginnings of the namespaces that belong to the tree, with dots and one at the end; empty for all. */
  readonly prefixes: readonly string[];
  /** Whether files are loaded whose namespaces are not told. */
  readonly isOpen: boolean;
}

const BACKSLASH_REGEXP = /\\+/g;

/**
 * Resolves namespaces of PHP, written with dots. They are those of the tree that its files declare; by the `autoload` of
 * composer.json it is told which are surely of others.
 */
export const resolvePhpNamespace: ModuleResolver = async (module, from, tree) => {
  const { prefixes, isOpen } = await readAutoloading(tree);
  const path = `${module}.`;
  const near = joinTreePath(folderOf(from.path), module.replaceAll(".", "/"));
  if (from.packageName !== undefined && near !== undefined && module !== "") {
    // A path in the namespace of the file itself.
    if ((await tree.listFilled([near])).has(near)) {
      return [{ package: `${from.packageName}.${module}` }, { package: module }];
    }
  }
  const isOwn = isOpen || module === "" ||
    prefixes.some((prefix) => path.startsWith(prefix) || module !== "" && prefix.startsWith(path));
  return isOwn ? [{ package: module }] : "foreign";
};

async function readAutoloading(tree: ModuleTree): Promise<Autoloading> {
  const prefixes: string[] = [];
  let isOpen = true;
  for (const path of await tree.listNamed("composer.json")) {
    const manifest = asRecord(parse(await tree.readText(path) ?? ""));
    for (const part of [manifest["autoload"], manifest["autoload-dev"]].map(asRecord)) {
      const listed = ["psr-4", "psr-0"].flatMap((name) => Object.keys(asRecord(part[name])));
      prefixes.push(...listed.map((prefix) =>
        `${prefix.replace(BACKSLASH_REGEXP, ".")}.`
          .replace(/\.+$/, ".")
      ));
      if (listed.length > 0 && path === "composer.json") isOpen = false;
      if (part["classmap"] !== undefined || part["files"] !== undefined) isOpen = true;
    }
  }
  return { prefixes: prefixes.map((prefix) => prefix === "." ? "" : prefix), isOpen };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}
