import { createHash } from "node:crypto";
import type { ConfigFormat, HostEntry, Ownership } from "./config_format.ts";

/** The last line of a text file of dossier, which shows whether the file was changed. */
const MARK_REGEXP = /^([^]*\n)<!-- Written by dossier install-host: ([0-9a-f]{12}) -->\n?([^]*)$/;
const BLANK_REGEXP = /^\s*$/;

/**
 * A text file that only dossier writes: a skill, a rule or instructions. Changes by the user stay.
 */
export const GUIDE_FORMAT: ConfigFormat = {
  foreign: "dossier has not written it",

  find(text) {
    if (BLANK_REGEXP.test(text)) return undefined;
    const plain = text.replaceAll("\r\n", "\n");
    const [, written, digest, added] = MARK_REGEXP.exec(plain) ?? [];
    if (written === undefined) return { text: plain, ownership: "foreign" };
    const isOwn = added === "" && digest === digestOf(written);
    return { text: written, ownership: isOwn ? "own" : "changed" };
  },

  add(text, entry, name) {
    const known = text === undefined ? undefined : this.find(text, name);
    return known !== undefined && known["text"] === entry["text"] ? text! : this.render(entry);
  },

  remove(text, name) {
    return this.find(text, name) === undefined ? text : undefined;
  },

  render(entry) {
    const text = String(entry["text"]);
    return `${text}<!-- Written by dossier install-host: ${digestOf(text)} -->\n`;
  },
};

/** Returns the owner of a text that {@link GUIDE_FORMAT} has found. */
export function guideOwnership({ ownership }: HostEntry): Ownership {
  return ownership as Ownership;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
