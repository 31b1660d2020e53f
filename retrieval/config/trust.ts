import type { Note } from "@dossier/core";
import {
  decodeText,
  lstatOrUndefined,
  PROGRAM,
  readPlainFile,
  realPathOrUndefined,
  RetrievalError,
  writeAtomically,
} from "../machine/mod.ts";
import type { GrantOption, UserGrant } from "./settings.ts";
import {
  displayUserPath,
  findDistrustReason,
  findUserFolder,
  isInRepository,
  readUserFile,
} from "./user_file.ts";

/** Something that a file of a repository asks for, and that only the user may grant. */
export interface GrantRequest {
  /** Path of the file, relative to the root. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** SHA-256 of the file's text: what the user has seen of it. */
  readonly hash: string;
  /** What is asked for: the name of a setting, or an option of a source of the manifest. */
  readonly name: string;
  /** What it reaches: an address, a command or a real path. */
  readonly target: string;
  /** Of a manifest's source, the option. */
  readonly option?: GrantOption | undefined;
}

/** What a file asks for, and whether the user has granted it. */
export interface DecidedRequest extends GrantRequest {
  /** Whether it counts. */
  readonly isGranted: boolean;
}

/** What the user has agreed to: it holds for these very bytes and this very target. */
type Agreement = Pick<GrantRequest, "file" | "hash" | "name" | "target"> & {
  /** Real absolute path of the repository. */
  readonly root: string;
};

const AGREEMENTS_NAME = "trusted.json";

/** Only the user reads and writes what the user has agreed to. */
const OWN_FOLDER_MODE = 0o700;
const OWN_FILE_MODE = 0o600;

/** What the user grants to one repository. It is read from the user's own folder, and from nothing in the tree. */
export class Trust {
  readonly #root: string;
  readonly #folder: string | undefined;
  readonly #grants: readonly UserGrant[];
  readonly #agreements: readonly Agreement[];
  /** What is wrong with the files that say it. */
  readonly notes: readonly Note[];

  /** Use {@link openTrust}. */
  constructor(
    { root, folder }: { readonly root: string; readonly folder: string | undefined },
    grants: readonly UserGrant[],
    { agreements, notes }: Agreements,
  ) {
    this.#root = root;
    this.#folder = folder;
    this.#grants = grants.filter((grant) =>
      (realPathOrUndefined(grant.root) ?? grant.root) === root
    );
    this.#agreements = agreements;
    this.notes = notes;
  }

  /** Returns whether the user grants something: by an agreement to it as it is, or by the configuration. */
  grants({ option, target, ...request }: GrantRequest): boolean {
    const isAgreed = this.#agreements.some((one) =>
      isSame(one, this.#toAgreement({ ...request, target }))
    );
    if (isAgreed || option === undefined) return isAgreed;
    return this.#grants.some(({ root, place, allow }) => {
      const real = realPathOrUndefined(place) ?? place;
      // A link of the repository says nothing about where the user's place is.
      const isOfRoot = [root, this.#root].some((top) => place.startsWith(`${top}/`));
      if (isOfRoot && !real.startsWith(`${this.#root}/`)) return false;
      return allow.includes(option) && (target === real || target.startsWith(`${real}/`));
    });
  }

  /**
   * Notes that the user agrees to what is asked for as it is now, and to nothing else that this repository has asked.
   *
   * @throws {RetrievalError} `invalid-config` where there is no place for it that is the user's own.
   */
  accept(requests: readonly GrantRequest[]): void {
    this.#write(requests.map((request) => this.#toAgreement(request)));
  }

  /** Takes back all that the user has agreed to for this repository; returns how much that was. */
  revoke(): number {
    const { length } = this.#agreements.filter(({ root }) => root === this.#root);
    if (length > 0) this.#write([]);
    return length;
  }

  #toAgreement({ file, hash, name, target }: Omit<GrantRequest, "line" | "column">): Agreement {
    return { root: this.#root, file, hash, name, target };
  }

  #write(own: readonly Agreement[]): void {
    const folder = this.#folder;
    if (folder === undefined) {
      throw refuse("there is no folder for it: set HOME or XDG_CONFIG_HOME");
    }
    const path = `${folder}/${AGREEMENTS_NAME}`;
    const others = this.#agreements.filter(({ root }) => root !== this.#root);
    try {
      Deno.mkdirSync(folder, { recursive: true, mode: OWN_FOLDER_MODE });
      if (isInRepository(Deno.realPathSync(folder), this.#root)) {
        throw refuse(`"${displayUserPath(folder)}" lies in the repository itself`);
      }
      const [doubt] = lstatOrUndefined(path) === undefined
        ? []
        : [findDistrustReason(path, this.#root)];
      if (doubt !== undefined) throw refuse(`"${displayUserPath(path)}" is in doubt: ${doubt}`);
      const text = JSON.stringify({ version: 1, agreements: [...others, ...own] }, undefined, 2);
      writeAtomically(path, `${text}\n`, { mode: OWN_FILE_MODE });
    } catch (error) {
      if (error instanceof RetrievalError) throw error;
      throw refuse(`"${displayUserPath(path)}" cannot be written`, error);
    }
  }
}

/** What was agreed to for all repositories, and what is wrong with the file that holds it. */
interface Agreements {
  readonly agreements: readonly Agreement[];
  readonly notes: readonly Note[];
}

/**
 * Returns what the user grants to the repository at `root`.
 *
 * @param root Real absolute path.
 */
export async function openTrust(
  root: string,
  folder: string | undefined = findUserFolder(),
): Promise<Trust> {
  const grants = await readUserGrants(root, folder);
  return new Trust({ root, folder }, grants, readAgreements(root, folder));
}

async function readUserGrants(
  root: string,
  folder: string | undefined,
): Promise<readonly UserGrant[]> {
  const { file } = await readUserFile(root, folder);
  if (file === undefined || file.doubt !== undefined) return [];
  const { parseUserFile } = await import("./parse_files.ts");
  return (await parseUserFile(file)).grants ?? [];
}

function readAgreements(root: string, folder: string | undefined): Agreements {
  const path = `${folder}/${AGREEMENTS_NAME}`;
  if (folder === undefined || lstatOrUndefined(path) === undefined) {
    return { agreements: [], notes: [] };
  }
  const doubted = (doubt: string): Agreements => ({
    agreements: [],
    notes: [{
      code: "config-issue",
      message: `Nothing that "${displayUserPath(path)}" says is granted, as ${doubt}`,
    }],
  });
  const doubt = findDistrustReason(path, root);
  if (doubt !== undefined) return doubted(doubt);
  // The user may have put a link there.
  const file = readPlainFile(path);
  if (file.kind === "refused") return doubted(file.message);
  try {
    const read = JSON.parse(decodeText(file.bytes));
    if (read?.version !== 1 || !Array.isArray(read.agreements)) {
      return doubted("it is none of ours");
    }
    const isObject = (one: unknown) => typeof one === "object" && one !== null;
    return { agreements: read.agreements.filter(isObject), notes: [] };
  } catch {
    return doubted("it cannot be read");
  }
}

function isSame(a: Agreement, b: Agreement): boolean {
  return a.root === b.root && a.file === b.file && a.hash === b.hash && a.name === b.name &&
    a.target === b.target;
}

function refuse(reason: string, cause?: unknown): RetrievalError {
  return new RetrievalError("invalid-config", `Cannot keep what you agree to as ${reason}`, {
    cause,
  });
}

/** Returns the sentence about something that is asked for and not granted. */
export function describeUngranted({ file, line, column, name, target }: GrantRequest): string {
  return `${file}:${line}:${column}: "${name}" is ignored as it reaches "${target}", ` +
    `which only the user may allow: see "${PROGRAM} trust"`;
}
