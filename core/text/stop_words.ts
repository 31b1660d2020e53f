// English function words and question words, folded. Words that programs use as names are left out,
// because a question with them usually refers to the name: `all`, `any`, `each`, `get`, `set`,
// `use`, `new`, `then`, `only`, `first`, `last`, `next`, `before`, `after`, `between`, `up`,
// `down`, `out`, `over`. Keywords such as `for` and `if` are listed, as in a question they are
// nearly always prose. Contractions have already lost their letter after the apostrophe: `don't` is
// `don`.
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those such there here
   i me my we us our you your he him his she her it its they them their
   am is are was were be been being
   do does did doing has have had having
   can cannot could may might must shall should will would
   and or nor but so if while because although though as than
   of to in on at by for from with into onto about
   not don doesn didn isn aren wasn weren hasn haven hadn couldn shouldn wouldn won ll ve
   how what when where which who whom whose why whether
   please just very too also`.split(/\s+/),
);

/**
 * Returns true for a word that says nothing about the aim of a query.
 *
 * @param word A folded word, before stemming.
 */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
