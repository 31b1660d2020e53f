/** Random choices that depend only on a seed. */
export interface RandomChoices {
  readonly pick: <T>(list: readonly T[]) => T;
}

/** Returns random choices, seeded by a name, by mulberry32. */
export function createRandomChoices(name: string): RandomChoices {
  let state = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 17);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { pick: (list) => list[Math.floor(next() * list.length)]! };
}
