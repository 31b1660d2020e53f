import type { ModuleSystem } from "@dossier/core/language";
import type { ImportLister, ModuleResolver } from "./module_places.ts";

/** Returns what lists the imports that hold in all files of a project; undefined where there are none. */
export async function loadImportLister(system: ModuleSystem): Promise<ImportLister | undefined> {
  return system === "using" ? (await import("./csharp_modules.ts")).listGlobalUsings : undefined;
}

/** Returns what resolves the modules that imports name in one way. */
export async function loadModuleResolver(system: ModuleSystem): Promise<ModuleResolver> {
  switch (system) {
    case "node":
      return (await import("./script_modules.ts")).resolveScriptModule;
    case "include":
      return (await import("./include_modules.ts")).resolveIncluded;
    case "autoload":
      return (await import("./php_modules.ts")).resolvePhpNamespace;
    case "using":
      return (await import("./csharp_modules.ts")).resolveCsharpModule;
    case "classpath":
      return (await import("./java_modules.ts")).resolveJavaModule;
    case "crate":
      return (await import("./rust_modules.ts")).resolveRustModule;
    case "go.mod":
      return (await import("./go_modules.ts")).resolveGoModule;
    case "sys.path":
      return (await import("./python_modules.ts")).resolvePythonModule;
    case "package.path":
      return (await import("./lua_modules.ts")).resolveLuaModule;
    case "source":
      return (await import("./bash_modules.ts")).resolveBashModule;
    case "load path":
      return (await import("./ruby_modules.ts")).resolveRubyModule;
  }
}
