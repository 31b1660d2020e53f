import type { LanguageRules } from "./definition.ts";
import { C_RULES } from "./definitions_c.ts";
import { CSHARP_RULES } from "./definitions_csharp.ts";
import { GO_RULES } from "./definitions_go.ts";
import { JAVA_RULES, SCALA_RULES } from "./definitions_jvm.ts";
import { LUA_RULES } from "./definitions_lua.ts";
import { PHP_RULES } from "./definitions_php.ts";
import { PYTHON_RULES } from "./definitions_python.ts";
import { RUBY_RULES } from "./definitions_ruby.ts";
import { RUST_RULES } from "./definitions_rust.ts";
import { SCRIPT_RULES } from "./definitions_script.ts";
import { BASH_RULES } from "./definitions_shell.ts";

/** The rules of every language that has a grammar, by language name. */
export const LANGUAGE_RULES: ReadonlyMap<string, LanguageRules> = new Map([
  ["bash", BASH_RULES],
  ["c", C_RULES],
  ["cpp", C_RULES],
  ["csharp", CSHARP_RULES],
  ["go", GO_RULES],
  ["java", JAVA_RULES],
  ["javascript", SCRIPT_RULES],
  ["lua", LUA_RULES],
  ["php", PHP_RULES],
  ["python", PYTHON_RULES],
  ["ruby", RUBY_RULES],
  ["rust", RUST_RULES],
  ["scala", SCALA_RULES],
  ["tsx", SCRIPT_RULES],
  ["typescript", SCRIPT_RULES],
]);
