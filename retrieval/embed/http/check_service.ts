import { EmbedderError } from "../embedder.ts";
import { PROGRAM } from "../../machine/mod.ts";

/** The variable in which whoever runs the program names the services that may be sent what is in a tree. */
const SERVICES_VARIABLE = "DOSSIER_SERVICES";

/**
 * Refuses a service that the user has not allowed by the origin of its address.
 *
 * A repository names the service in its settings, and the variable that holds the key. Without a word of the
 * user's own, one that was just cloned would have all that is in it, and any variable, sent to whom it likes.
 *
 * @param url Address of the service.
 * @param services Addresses that are allowed, with blanks or commas between them. @default the variable's
 * @throws {EmbedderError} `forbidden`
 */
export function checkService(url: string, services: string = readServices()): void {
  const { origin } = new URL(url);
  if (services.split(/[\s,]+/).some((address) => URL.parse(address)?.origin === origin)) return;
  throw new EmbedderError(
    "forbidden",
    `Cannot send what is in the tree to "${origin}" as the settings of a repository alone do not allow that`,
    {
      mend: `set ${SERVICES_VARIABLE} to "${origin}" when you mean to, ` +
        `and write "${PROGRAM} with-service" in front of the command`,
    },
  );
}

/** Returns what the variable says; nothing where it may not be read. */
function readServices(): string {
  try {
    return Deno.env.get(SERVICES_VARIABLE) ?? "";
  } catch {
    return "";
  }
}
