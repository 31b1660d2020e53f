/**
 * How central definitions are, told by who uses them: a walk over files, as PageRank walks over pages.
 *
 * Whoever reads a file follows one of the names in it to the file that defines it, and now and then begins
 * anew somewhere. How often a definition is arrived at that way is how central it is. Example: `a` and `b`
 * both use `open`, which `c` defines, and `c` uses nothing. From `a` and `b` one always goes on to `c`, and
 * from `c` anywhere, so that with a damping of .85 the files are visited in the shares .213, .213 and .574,
 * and `open` is arrived at in .85 × (.213 + .213) = .362 of all steps.
 *
 * @module
 */

/** A file of the walk. */
export interface WalkedFile {
  /** How often one begins there, and how much what it uses tells; 1 for program text that is no test. */
  readonly weight: number;
}

/** A name in a file that defines it; files go by their numbers. */
export interface DefinedName {
  readonly name: string;
  readonly file: number;
}

/** A file that uses a name. */
export interface NameUse {
  readonly name: string;
  readonly from: number;
  /** Files whose definition of the name may be meant; each gets a part. */
  readonly to: readonly number[];
  /** How much it is used, and how sure that is. */
  readonly weight: number;
}

/** A name in a file that defines it, and how central it is. */
export interface CentralName extends DefinedName {
  /** How often one arrives at it, of all steps. */
  readonly score: number;
}

/** How often one follows a name rather than beginning anew (Brin and Page, 1998). */
const DAMPING = 0.85;

/** Steps after which shares change by less than 1 %: .85 to the power of 30. */
const STEPS = 30;

/** What a use in the defining file counts: it orders what no other file uses. */
const OWN_USE = 0.1;

/** Returns defined names, the most central first; those as central as each other in the order given. */
export function rankDefinitions(
  files: readonly WalkedFile[],
  defined: readonly DefinedName[],
  uses: readonly NameUse[],
): readonly CentralName[] {
  const ways = uses.flatMap(({ name, from, to, weight }) =>
    to.map((target) => ({
      ...{ name, from, to: target },
      weight: weight / to.length * (target === from ? OWN_USE : 1),
    }))
  );
  const shares = walk(files, ways.filter(({ from, to }) => from !== to));
  const leaving = sumWeights(files.length, ways);
  const scores = new Map<string, number>();
  for (const { from, to, name, weight } of ways) {
    const arriving = DAMPING * shares[from]! * files[from]!.weight * weight / leaving[from]!;
    scores.set(`${to} ${name}`, (scores.get(`${to} ${name}`) ?? 0) + arriving);
  }
  return defined.map(({ name, file }) => ({
    name,
    file,
    score: scores.get(`${file} ${name}`) ?? 0,
  }))
    .sort((a, b) => b.score - a.score);
}

/** Ways from a file to a definition in another. */
interface Way {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

function sumWeights(count: number, ways: readonly Way[]): Float64Array {
  const sums = new Float64Array(count);
  for (const { from, weight } of ways) sums[from]! += weight;
  return sums;
}

/** Returns in what share of the steps of the walk one is in each file. */
function walk(files: readonly WalkedFile[], ways: readonly Way[]): Float64Array {
  const total = files.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const starts = Float64Array.from(files, ({ weight }) => weight / total);
  const leaving = sumWeights(files.length, ways);
  let shares = starts;
  for (let step = 0; step < STEPS; step++) {
    const next = new Float64Array(files.length);
    for (const { from, to, weight } of ways) {
      next[to]! += DAMPING * shares[from]! * weight / leaving[from]!;
    }
    // Whoever is not led on begins anew.
    const moved = next.reduce((sum, share) => sum + share, 0);
    for (let file = 0; file < next.length; file++) next[file]! += (1 - moved) * starts[file]!;
    shares = next;
  }
  return shares;
}
