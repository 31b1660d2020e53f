import { lstatOrUndefined, textHash, VERSION } from "../machine/mod.ts";

/** A server of this user on the loopback address that hooks of a tree may ask. */
export interface HookServer {
  /** Of the program: another one may tell something else. */
  readonly version: string;
  readonly port: number;
  /** What a hook says first, so that the server knows it. */
  readonly asks: string;
  /** What the server says then, so that the hook knows it: somebody else may have its port by now. */
  readonly answers: string;
}

/** Of the user's cache: unlike the state of a tree, nothing in it comes with a clone. */
const FOLDER = "dossier/servers";

/** Characters of the root's hash that name its file: 64 bits. */
const NAME_LENGTH = 16;

/** Only the owner may read the file and look into its folder. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const OTHERS_MODE = 0o077;

/** Has hooks of a tree know a server; of several the last one is asked. */
export async function announceHookServer(
  root: string,
  cache: string,
  server: Omit<HookServer, "version">,
): Promise<void> {
  const path = await fileOf(root, cache);
  const draft = `${path}.${server.asks}`;
  Deno.mkdirSync(`${cache}/${FOLDER}`, { recursive: true, mode: FOLDER_MODE });
  const text = JSON.stringify({ version: VERSION, ...server });
  Deno.writeTextFileSync(draft, text, { createNew: true, mode: FILE_MODE });
  Deno.renameSync(draft, path);
}

/** Has hooks of a tree not know a server any more, which another may have followed. */
export async function withdrawHookServer(
  root: string,
  cache: string,
  { asks }: Pick<HookServer, "asks">,
): Promise<void> {
  const known = await findHookServer(root, cache);
  if (known?.asks === asks) Deno.removeSync(await fileOf(root, cache));
}

/** Returns the server that was last announced for a tree by this user, in this version; it may be gone. */
export async function findHookServer(
  root: string,
  cache: string,
): Promise<HookServer | undefined> {
  const path = await fileOf(root, cache);
  const found = lstatOrUndefined(path);
  if (found?.isFile !== true || ((found.mode ?? 0) & OTHERS_MODE) !== 0) return undefined;
  if (found.uid !== Deno.uid()) return undefined;
  const { version, port, asks, answers } = Object(JSON.parse(Deno.readTextFileSync(path)));
  const isWhole = version === VERSION && Number.isInteger(port) && typeof asks === "string" &&
    typeof answers === "string";
  return isWhole ? { version, port, asks, answers } : undefined;
}

async function fileOf(root: string, cache: string): Promise<string> {
  return `${cache}/${FOLDER}/${(await textHash(root)).slice(0, NAME_LENGTH)}.json`;
}
