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

/** Request in a file of a repository that only the user may grant. */
export interface GrantRequest {
  /** Path of the file, relative to the root. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** SHA-256 of the text of the file, as the user has seen it. */
  readonly hash: string;
  /** Name of the requested setting, or of the option of a source of the manifest. */
  readonly name: string;
  /** Target: an address, a command or a real path. */
  readonly target: string;
  /** Option of a source of a manifest. */
  readonly option?: GrantOption | undefined;
}

/** Request with the decision of the user. */
export interface DecidedGrantRequest extends GrantRequest {
  /** True when it is granted. */
  readonly isGranted: boolean;
}

/** Agreement of the user, which is valid only for these exact bytes and this exact target. */
type Agreement = Pick<GrantRequest, "file" | "hash" | "name" | "target"> & {
  /** Real absolute path of the repository. */
  readonly root: string;
};

const AGREEMENTS_NAME = "trusted.json";

/** Modes of the folder and the file with agreements: only the user reads and writes them. */
const OWN_FOLDER_MODE = 0o700;
const OWN_FILE_MODE = 0o600;

/**
 * Grants of the user to one repository. They are read from the folder of the user only, never from
 * the tree.
 */
export class Trust {
  readonly #root: string;
  readonly #folder: string | undefined;
  readonly #grants: readonly UserGrant[];
  readonly #agreements: readonly Agreement[];
  /** Notes about errors in the files with grants. */
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

  /**
   * Returns true when the user grants a request: by an agreement to its exact form, or in the
   * configuration.
   */
  grants({ option, target, ...request }: GrantRequest): boolean {
    const isAgreed = this.#agreements.some((one) =>
      isSame(one, this.#toAgreement({ ...request, target }))
    );
    if (isAgreed || option === undefined) return isAgreed;
    return this.#grants.some(({ root, place, allow }) => {
      const real = realPathOrUndefined(place) ?? place;
      // A link in the repository must not change the meaning of a path of the user.
      const isOfRoot = [root, this.#root].some((top) => place.startsWith(`${top}/`));
      if (isOfRoot && !real.startsWith(`${this.#root}/`)) return false;
      return allow.includes(option) && (target === real || target.startsWith(`${real}/`));
    });
  }

  /**
   * Stores the agreement of the user to the requests in their current form. It replaces earlier
   * agreements for this repository.
   *
   * @throws {RetrievalError} `invalid-config` without a folder that belongs to the user.
   */
  accept(requests: readonly GrantRequest[]): void {
    this.#write(requests.map((request) => this.#toAgreement(request)));
  }

  /** Deletes all agreements for this repository; returns their number. */
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
      throw refuse("its folder is unknown: set HOME or XDG_CONFIG_HOME");
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
      if (doubt !== undefined) {
        throw refuse(`"${displayUserPath(path)}" cannot be trusted: ${doubt}`);
      }
      const text = JSON.stringify({ version: 1, agreements: [...others, ...own] }, undefined, 2);
      writeAtomically(path, `${text}\n`, { mode: OWN_FILE_MODE });
    } catch (error) {
      if (error instanceof RetrievalError) throw error;
      throw refuse(`"${displayUserPath(path)}" cannot be written`, error);
    }
  }
}

/** Agreements for all repositories, with notes about errors in their file. */
interface Agreements {
  readonly agreements: readonly Agreement[];
  readonly notes: readonly Note[];
}

/**
 * Returns the grants of the user to the repository at `root`.
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
  if (file === undefined || file.distrustReason !== undefined) return [];
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
      message: `Nothing is granted by "${displayUserPath(path)}" as ${doubt}`,
    }],
  });
  const doubt = findDistrustReason(path, root);
  if (doubt !== undefined) return doubted(doubt);
  // The user may have placed a link there.
  const file = readPlainFile(path);
  if (file.kind === "refused") return doubted(file.message);
  try {
    const read = JSON.parse(decodeText(file.bytes));
    if (read?.version !== 1 || !Array.isArray(read.agreements)) {
      return doubted("it is not a file of dossier");
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
  return new RetrievalError("invalid-config", `Cannot store what you agree to as ${reason}`, {
    cause,
  });
}

/** Returns the message about a request that is not granted. */
export function formatUngranted({ file, line, column, name, target }: GrantRequest): string {
  return `${file}:${line}:${column}: "${name}" is ignored as it reaches "${target}", ` +
    `which only the user may allow: see "${PROGRAM} trust"`;
}
