import fc from 'fast-check';

/**
 * The seed of all random cases: the same ones at each run, so that a check fails for what was changed. `PROPERTY_SEED`
 * sets another one, `random` a new one at each run; a failure prints it.
 */
const seed = process.env['PROPERTY_SEED'] ?? '1';
if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedFrom(seed) });

function seedFrom(text: string): number {
  if (!/^-?\d+$/.test(text)) throw new Error('PROPERTY_SEED: expected a whole number, or random');
  return Number(text);
}

const isWhole = process.env['PROPERTY_RUNS'] === 'all';

/**
 * How many random cases a property gets whose cases are slow: a quarter of these, and all of them where
 * `PROPERTY_RUNS=all` (`npm run test:long`).
 */
export const runs = (all: number): number => (isWhole ? all : Math.ceil(all / 4));

/** {@link runs} for the size of a large input. A quarter is beyond every boundary that such a test is about. */
export const size = runs;

export default fc;
