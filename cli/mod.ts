/**
 * The command line: arguments in, text and an exit code out.
 *
 * `commands.ts` lists the commands. Parsing, help and completions all use that list, and each
 * command's own file in `commands/` is loaded only when it runs. `main.ts` is the only module that
 * exits. `arguments/`, `input/` and `terminal/` are shared by all commands; `doctor/` and
 * `package/` belong to one command each.
 *
 * @module
 */

export { main } from "./main.ts";
