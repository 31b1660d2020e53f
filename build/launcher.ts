import { permissionFlags, PREFIXES } from "@dossier/retrieval/permissions";
import {
  BUNDLE_ENTRY,
  BUNDLE_FLAGS,
  LONG_COMMANDS,
  LONG_FLAGS,
  SHORT_FLAGS,
} from "@dossier/retrieval/program";
import { loadCommands } from "../cli/commands.ts";
import { PROGRAM_FOLDER } from "../cli/package/program_parts.ts";

/**
 * Returns the script that npm puts on the user's PATH. It runs the bundle with the permissions of
 * the command.
 *
 * It is a script of `sh`, as that takes 4 ms and Node takes 70, as much as the program itself. The
 * script is also replaced by the program, so that nothing has to pass on signals, standard streams
 * and the exit code.
 */
export async function renderLauncher(): Promise<string> {
  const commands = (await loadCommands()).filter(({ needsSources = false }) => !needsSources);
  const sets = Map.groupBy(commands, ({ permissions }) => permissions);
  const cases = [
    ...[...sets].map(([set, same]) =>
      `  ${same.map(({ name }) => name).join(" | ")}) may='${permissionFlags(set).join(" ")}' ;;`
    ),
    ...PREFIXES.map((set) => {
      // A program that is allowed by its name is searched on PATH, which may lack it.
      const path = set === "with-warm" ? "; PATH=$PATH:${deno%/*}" : "";
      return `  ${set}) may='${permissionFlags(set).join(" ")}'${path}; shift ;;`;
    }),
  ];
  return `#!/bin/sh
# Runs dossier on the runtime that is installed with it, with what the command may do and no more.
# Made by "deno task package".

self=$0
case $self in */*) ;; *) self=./$self ;; esac
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=\${self%/*}/$link ;;
  esac
done
package=\${self%/*}/..

# npm puts what a package needs inside of it or beside it; not all of them let packages finish their set-up.
for deno in "$package"/node_modules/deno/deno "$package"/../deno/deno \\
  "$package"/node_modules/deno/../@deno/*/deno "$package"/../deno/../@deno/*/deno \\
  "$package"/node_modules/deno/node_modules/@deno/*/deno "$package"/../deno/node_modules/@deno/*/deno; do
  [ -x "$deno" ] && break
done
if [ ! -x "$deno" ]; then
  echo 'dossier: Cannot find the package "deno" that this program runs on: install dossier again' >&2
  exit 3
fi

# Every command reads its own files.
program=$package/${PROGRAM_FOLDER}
may=
case \${1-} in
${cases.join("\n")}
esac
case \${1-} in
  ${LONG_COMMANDS.join(" | ")}) runs='${LONG_FLAGS.join(" ")}' ;;
  *) runs='${SHORT_FLAGS.join(" ")}' ;;
esac

# Tasks change the folder and leave the user's here; whoever runs a program is where it runs.
unset INIT_CWD
DENO_NO_UPDATE_CHECK=1
export DENO_NO_UPDATE_CHECK
# shellcheck disable=SC2086
exec "$deno" run ${BUNDLE_FLAGS.join(" ")} $runs --quiet --no-prompt --cached-only \\
  \${may:-"--allow-read=$program"} "$program/${BUNDLE_ENTRY}" "$@"
`;
}
