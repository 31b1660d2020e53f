import { option, type StandaloneCommand } from "@dossier/retrieval/operation";
import { SERVED_ROOT_OPTIONS } from "../arguments/shared_options.ts";

/** Command that answers over HTTP. */
export const SERVE_COMMAND: StandaloneCommand = {
  name: "serve",
  summary: "Serves HTTP until it is stopped",
  permissions: "serve",
  options: [
    ...SERVED_ROOT_OPTIONS,
    option("--port N", "The port to listen on; 0 for any free port (7420)"),
    option("--host ADDRESS", "The address to listen on (127.0.0.1)"),
    option(
      "--watch",
      "Watch files and index changes at once, so that answers need not look for them",
    ),
    option("--workers N", "Number of answering threads (one less than cores, at least 2)"),
    option(
      "--token-file FILE",
      "File with the token that callers must send; by default DOSSIER_TOKEN",
    ),
    option("--tokens FILE", "File with further tokens, each for some of the roots"),
    option("--allow-host NAME", "A name that callers may use for this machine besides localhost"),
    option("--allow-origin URL", "An origin whose pages may call: https://app.example"),
    option("--log-level NAME", "Lowest level that is logged (info)", "debug, info, warning, error"),
    option("--log-format NAME", "Format of the log on standard error (text)", "text, json"),
  ],
  examples: [
    "deno task serve",
    "deno task serve --root web=../web --root api=../api --port 8000",
    "deno task serve --host 0.0.0.0 --token-file ~/.dossier-token",
  ],
  load: async () => (await import("../commands/serve.ts")).runServe,
};
