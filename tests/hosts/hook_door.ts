import type { DoorEnvironment } from "@dossier/retrieval/door";
import { announceEngine, openDoor } from "@dossier/retrieval/open-door";
import type { Service } from "@dossier/server/service";
import { createHookHandler } from "../../features/hosts/door/hook_handler.ts";

/** Opens a door that answers only hooks. */
export function openHookDoor(service: Service, places: DoorEnvironment): Promise<AsyncDisposable> {
  return openDoor(service, { ...places, handlers: [createHookHandler()], name: "serve" });
}

/** Announces a server for hooks. */
export function announceHookServer(
  root: string,
  cache: string,
  server: { readonly port: number; readonly asks: string; readonly answers: string },
): Promise<void> {
  return announceEngine(root, cache, { ...server, commands: [], name: "serve" });
}
