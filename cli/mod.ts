/**
 * The command line: arguments in, text and an exit code out.
 *
 * `commands.ts` lists the commands; parsing, help and completions all read that one list, and each
 * command's own file is loaded only when it runs. `main.ts` is the only place that exits.
 *
 * @module
 */

export { main } from "./main.ts";
