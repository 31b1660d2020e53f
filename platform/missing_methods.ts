/** Methods of ES2026 that Node 24 lacks, by the object that gets them. */
const METHODS: readonly (readonly [object, Readonly<Record<string, unknown>>])[] = [
  ...[Map, WeakMap].map(({ prototype }) =>
    [prototype, {
      getOrInsertComputed(
        this: Map<unknown, unknown>,
        key: unknown,
        compute: (key: unknown) => unknown,
      ) {
        if (this.has(key)) return this.get(key);
        const value = compute(key);
        this.set(key, value);
        return value;
      },
    }] as const
  ),
  [Uint8Array.prototype, {
    toHex(this: Uint8Array) {
      return bufferOf(this).toString("hex");
    },
    toBase64(this: Uint8Array) {
      return bufferOf(this).toString("base64");
    },
  }],
  [Uint8Array, {
    fromHex(text: string) {
      if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new SyntaxError("Invalid hex string");
      return new Uint8Array(Buffer.from(text, "hex"));
    },
    fromBase64(text: string) {
      // Rejects the same texts as the standard, which a buffer does not.
      try {
        return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      } catch (cause) {
        throw new SyntaxError("Invalid base64 string", { cause });
      }
    },
  }],
];

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/**
 * Adds methods of the language that the program uses and this runtime lacks, as the standard
 * defines them.
 */
export function addMissingMethods(): void {
  for (const [place, methods] of METHODS) {
    for (const [name, value] of Object.entries(methods)) {
      if (name in place) continue;
      Object.defineProperty(place, name, { value, configurable: true, writable: true });
    }
  }
}
