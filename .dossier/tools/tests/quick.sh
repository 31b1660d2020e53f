#!/usr/bin/env bash
# tool:
#   description: Runs the tests beside the code of folders, in seconds
#   parameters:
#     - name: folders
#       description: Folders of the repository with spaces between them; all when there are none
set -euo pipefail
cd "$(dirname "$0")/../../.."
# shellcheck disable=SC2086
exec deno task test:quick ${1-}
