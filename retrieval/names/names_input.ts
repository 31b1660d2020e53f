/** What names are guessed for. */
export interface NamesQuestion {
  /** A question or the text of an issue, in the user's words; secrets in it are masked before it is given away. */
  readonly question: string;
  /** The map of the tree, with secrets masked. */
  readonly map: string;
}

/** UTF-16 code units of a question that are given: what comes behind them seldom says what it is about. */
const MAX_QUESTION_UNITS = 20_000;

/** What helps are names by which the index finds what the words of the question do not. */
const INSTRUCTION =
  `You help to search a repository of code. Below are a question and a map of the repository.
Guess which names the code has that answers the question: identifiers, parts of file names, words of
the APIs that it must use, and the synonym that a programmer would choose for a word of the question.
They need not be in the map. Wrong names do no harm.
Print ten to twenty names, one a line, the most promising first. Print nothing else, and run nothing.`;

/**
 * Returns what a program reads that is to guess names: the instruction, the question and the map. Secrets in them must
 * be masked already.
 */
export function toNamesInput({ question, map }: NamesQuestion): string {
  const asked = question.slice(0, MAX_QUESTION_UNITS).toWellFormed().trim();
  return `${INSTRUCTION}\n\n# The question\n\n${asked}\n\n# The map\n\n${map.trim()}\n`;
}
