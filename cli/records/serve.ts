import { option, type OwnCommand } from "@dossier/retrieval/operation";
import { SERVED_ROOT_OPTIONS } from "../arguments/shared_options.ts";

/** Command that answers over HTTP. */
export const SERVE_COMMAND: OwnCommand = {
  name: "serve",
  summary: "Answers over HTTP until it is stopped",
  permissions: "serve",
  options: [
    ...SERVED_ROOT_OPTIONS,
    option("--port N", "The port to listen on; 0 is any that is free (7420)"),
    option("--host ADDRESS", "The address to listen on (127.0.0.1)"),
    option("--watch", "Index what changes at once, so that no answer has to look for it"),
    option("--workers N", "Threads that answer (one for each core but one, at least 2)"),
    option("--token-file FILE", "Holds the token that callers must send; else DOSSIER_TOKEN"),
    option("--tokens FILE", "Lists further tokens, each for some of the roots"),
    option("--allow-host NAME", "A name that callers may use for this machine besides localhost"),
    option("--allow-origin URL", "An origin whose pages may call: https://app.example"),
    option("--log-level NAME", "The least that is logged (info)", "debug, info, warning, error"),
    option("--log-format NAME", "How the log on standard error is written (text)", "text, json"),
  ],
  examples: [
    "deno task serve",
    "deno task serve --root web=../web --root api=../api --port 8000",
    "deno task serve --host 0.0.0.0 --token-file ~/.dossier-token",
  ],
  load: async () => (await import("../commands/serve.ts")).runServe,
};
