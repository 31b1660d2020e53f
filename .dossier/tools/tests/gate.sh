#!/usr/bin/env bash
# tool:
#   description: Runs the whole gate, in minutes; its last line is "N passed, N failed"
#   config_schema: { type: object, properties: {} }
set -euo pipefail
cd "$(dirname "$0")/../../.."
exec deno task test
