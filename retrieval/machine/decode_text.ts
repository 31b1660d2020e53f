/** Text of a file with its encoding. */
export interface DecodedText {
  readonly text: string;
  /**
   * Name of the encoding in the Encoding Standard. Absent for UTF-8, and {@link UNKNOWN_ENCODING}
   * when invalid bytes of UTF-8 became U+FFFD.
   */
  readonly encoding?: string;
}

/** Encoding of a text that is neither UTF-8 nor in a detected encoding. */
export const UNKNOWN_ENCODING = "unknown";

const REPLACEMENT = "\ufffd";
const UTF_8 = new TextDecoder("utf-8");

/** Declarations of the encoding of a file: those of Python and Emacs, XML, HTML and CSS. */
const DECLARED_REGEXP = /(?:coding[:=]\s*|encoding\s*=\s*["']|charset\s*=?\s*["']?)([-\w]+)/i;

/** Number of bytes at the start that are searched for a declaration. */
const DECLARED_BYTES = 1024;

/** Names of encodings that programs use and the Encoding Standard lacks. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["latin-1", "latin1"],
  ["cp932", "shift_jis"],
  ["cp936", "gbk"],
  ["cp949", "euc-kr"],
  ["cp950", "big5"],
]);

/**
 * Encodings that are detected by the most common letters of their languages, with the minimum share
 * of these letters among all characters outside of ASCII. The ten most common letters are two
 * thirds of Russian and of Greek. Japanese is detected by its Kana.
 */
const LETTER_ENCODINGS: readonly (readonly [label: string, letters: RegExp, share: number])[] = [
  ["euc-jp", /[\u3040-\u30ff]/g, 0.25],
  ["shift_jis", /[\u3040-\u30ff]/g, 0.25],
  ["windows-1251", /[оеаинтсрвл]/g, 0.55],
  ["koi8-r", /[оеаинтсрвл]/g, 0.55],
  ["windows-1253", /[αοιτεσνηυρς]/g, 0.55],
];

/** Minimum number of letters or byte pairs to detect an encoding. */
const MIN_LETTERS = 8;

/**
 * Characters of Windows-1252 that texts use: typographic marks, symbols and letters of Western
 * Europe.
 */
const WESTERN_REGEXP = new RegExp(
  "[" +
    // Marks such as the euro sign, quotes and dashes
    String.raw`\x80\x82-\x8c\x8e\x91-\x9c\x9e\x9f` +
    // Symbols such as © and °
    String.raw`\xa0\xa1\xa3\xa7\xa9\xab\xad\xae\xb0\xb2\xb4\xb5\xb7\xba\xbb\xbd` +
    // Letters
    String.raw`\xbf-\xfe]`,
  "g",
);
const NON_ASCII_REGEXP = /[^\0-\x7f]/g;
const HIGH_REGEXP = /[\x80-\xff]/g;
/** Consecutive bytes outside of ASCII. Two lower-case letters within a word count as two runs. */
const HIGH_RUN_REGEXP = /(?<=[a-z])[\xdf-\xff](?=[\xdf-\xff][a-z])|[\x80-\xff]+/g;

/**
 * Pairs of bytes outside of ASCII; punctuation of Chinese and Korean, which says little about the
 * encoding; and common characters.
 */
const PAIR_REGEXP = /[\x81-\xfe][\x40-\xfe]?/g;
const PUNCTUATION_REGEXP = /^[\xa1-\xa3][\xa1-\xfe]$/;
const PAIR_ENCODINGS: readonly (readonly [label: string, pair: RegExp])[] = [
  // GB 2312 orders Chinese characters by pronunciation, and half of all occurrences come after
  // these.
  ["euc-kr", /^[\xb0-\xc8][\xa1-\xfe]$/],
  ["gb18030", /^[\xb0-\xd7][\xa1-\xfe]$/],
  ["big5", /^[\xa4-\xc6][\x40-\x7e\xa1-\xfe]$/],
];

/** Minimum share of the characters outside of ASCII that must be common in an encoding. */
const MIN_SHARE = 0.95;

/** Maximum average length of runs of bytes outside of ASCII in a text of Western Europe. */
const MAX_WESTERN_RUN = 1.5;

/**
 * Returns the text of a file from its bytes.
 *
 * The text is read as UTF-8, or as UTF-16 when it has a byte order mark, which is removed. When it
 * is not UTF-8, it is read in the encoding that the file declares, or in one that is detected from
 * its bytes. Otherwise invalid bytes become U+FFFD. Line ends are not changed.
 */
export function decodeFile(bytes: Uint8Array<ArrayBuffer>): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeStrictly(bytes, "utf-16le", false)!;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeStrictly(bytes, "utf-16be", false)!;
  const text = UTF_8.decode(bytes);
  // A text may contain the replacement character itself.
  if (!text.includes(REPLACEMENT) || decodeStrictly(bytes, "utf-8") !== undefined) return { text };
  const broken = text.split(REPLACEMENT).length - 1;
  const isDamaged = countMatches(text, NON_ASCII_REGEXP) > 2 * broken;
  return (isDamaged ? undefined : decodeNonUtf8(bytes)) ?? { text, encoding: UNKNOWN_ENCODING };
}

/**
 * Returns true when a text is in UTF-8, or in UTF-16 with a mark, so that nothing was guessed or
 * replaced.
 */
export function isUnicode({ encoding = "utf-8" }: DecodedText): boolean {
  return encoding.startsWith("utf-");
}

/** Returns the text of a file as {@link decodeFile} does, without the encoding. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  return decodeFile(bytes).text;
}

function decodeNonUtf8(bytes: Uint8Array<ArrayBuffer>): DecodedText | undefined {
  const raw = toByteString(bytes);
  const declared = DECLARED_REGEXP.exec(raw.slice(0, DECLARED_BYTES))?.[1]?.toLowerCase();
  const label = declared === undefined ? undefined : ALIASES.get(declared) ?? declared;
  return (label === undefined ? undefined : decodeStrictly(bytes, label)) ??
    decodeByLetters(bytes) ?? decodeByPairs(bytes, raw) ??
    (isWestern(raw) ? decodeStrictly(bytes, "windows-1252") : undefined);
}

function decodeByLetters(bytes: Uint8Array<ArrayBuffer>): DecodedText | undefined {
  for (const [label, letters, share] of LETTER_ENCODINGS) {
    const decoded = decodeStrictly(bytes, label);
    if (decoded === undefined) continue;
    const { text } = decoded;
    const all = countMatches(text, NON_ASCII_REGEXP);
    // Latin-1 texts have many of these characters in Shift_JIS.
    const isHalfWidth = countMatches(text, /[\uff61-\uff9f]/g) > all * (1 - MIN_SHARE);
    if (all >= MIN_LETTERS && !isHalfWidth && countMatches(text, letters) >= share * all) {
      return decoded;
    }
  }
  return undefined;
}

function decodeByPairs(bytes: Uint8Array<ArrayBuffer>, raw: string): DecodedText | undefined {
  const pairs = (raw.match(PAIR_REGEXP) ?? []).filter((pair) => !PUNCTUATION_REGEXP.test(pair));
  if (pairs.length < MIN_LETTERS) return undefined;
  for (const [label, common] of PAIR_ENCODINGS) {
    const count = pairs.filter((pair) => common.test(pair)).length;
    const decoded = count >= MIN_SHARE * pairs.length ? decodeStrictly(bytes, label) : undefined;
    if (decoded !== undefined) return decoded;
  }
  return undefined;
}

function isWestern(raw: string): boolean {
  const all = countMatches(raw, HIGH_REGEXP);
  return countMatches(raw, WESTERN_REGEXP) >= MIN_SHARE * all &&
    all <= MAX_WESTERN_RUN * countMatches(raw, HIGH_RUN_REGEXP);
}

/**
 * Returns the text in an encoding; undefined for bytes that are invalid in it, or an unknown
 * encoding.
 */
function decodeStrictly(
  bytes: Uint8Array<ArrayBuffer>,
  label: string,
  fatal = true,
): DecodedText | undefined {
  try {
    const decoder = new TextDecoder(label, { fatal });
    return { text: decoder.decode(bytes), encoding: decoder.encoding };
  } catch {
    return undefined;
  }
}

/** Returns a string with a character for each byte, with the same number. */
function toByteString(bytes: Uint8Array<ArrayBuffer>): string {
  let raw = "";
  for (let at = 0; at < bytes.length; at += 0x2000) {
    raw += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  }
  return raw;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
