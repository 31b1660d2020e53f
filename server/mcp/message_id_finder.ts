/** Maximum number of bytes of an id, far more than clients write. */
const MAX_ID_BYTES = 1024;

const NONE = "null";

const codeOf = (char: string) => char.charCodeAt(0);
const QUOTE = codeOf('"');
const BACKSLASH = codeOf("\\");
const COLON = codeOf(":");
const COMMA = codeOf(",");
const OPENING: ReadonlySet<number> = new Set(["{", "["].map(codeOf));
const CLOSING: ReadonlySet<number> = new Set(["}", "]"].map(codeOf));
const BLANKS: ReadonlySet<number> = new Set([" ", "\t", "\r", "\n"].map(codeOf));

/**
 * Finds the id of a message in the bytes of its JSON, part by part. The message may be malformed,
 * cut or too long to be kept.
 */
export class MessageIdFinder {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** True while the value of "id" is being read. */
  #isOfId = false;
  /** Name or value of the outermost object that is being read. */
  #token: number[] = [];
  #id = NONE;

  /** Id as JSON, as it was written; "null" when it is missing or not a valid id. */
  get id(): string {
    try {
      return ["string", "number"].includes(typeof JSON.parse(this.#id)) ? this.#id : NONE;
    } catch {
      return NONE;
    }
  }

  /** Reads the next part. */
  push(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isInText) this.#readText(byte);
      else if (byte === QUOTE) this.#beginText(byte);
      else if (OPENING.has(byte)) this.#depth++;
      else if (CLOSING.has(byte)) this.#close();
      else if (byte === COLON) this.#endName();
      else if (byte === COMMA) this.#endValue();
      else if (!BLANKS.has(byte)) this.#keep(byte);
    }
  }

  #readText(byte: number): void {
    this.#keep(byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else this.#isInText = byte !== QUOTE;
  }

  #beginText(byte: number): void {
    this.#isInText = true;
    this.#keep(byte);
  }

  #close(): void {
    this.#endValue();
    this.#depth--;
  }

  #endName(): void {
    if (this.#depth === 1) this.#isOfId = isIdName(this.#takeToken());
  }

  #endValue(): void {
    if (this.#depth !== 1) return;
    const value = this.#takeToken();
    if (this.#isOfId) this.#id = value;
    this.#isOfId = false;
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#token.length <= MAX_ID_BYTES) this.#token.push(byte);
  }

  #takeToken(): string {
    const token = new TextDecoder().decode(Uint8Array.from(this.#token));
    this.#token = [];
    return token;
  }
}

/** Returns true when a name as it is written, possibly with escapes, is "id". */
function isIdName(token: string): boolean {
  if (!token.includes("\\")) return token === '"id"';
  try {
    return JSON.parse(token) === "id";
  } catch {
    return false;
  }
}
