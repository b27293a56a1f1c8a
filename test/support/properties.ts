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

/**
 * How many random cases a property gets whose cases are slow: a quarter of these, and all of them where
 * `PROPERTY_RUNS=all` (`npm run test:long`).
 */
export const runs = (all: number): number => (process.env['PROPERTY_RUNS'] === 'all' ? all : Math.ceil(all / 4));

export default fc;
