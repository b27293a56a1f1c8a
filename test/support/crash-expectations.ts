import { type CrashPlan, type CrashResult, kindOf, mailsPerBatch, subjectOf } from './crash-run.js';

/** From the environment, to run a failure again; otherwise a new one. Printed, so that it is known. */
export function crashSeed(): number {
  const given = process.env['CRASH_SEED'];
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  process.stdout.write(`CRASH_SEED=${seed}\n`);
  return seed;
}

/** What must hold after every run, whatever was killed when. */
export function expectNothingLostNothingTwice(plan: CrashPlan, result: CrashResult): void {
  const { answers, repeated, accepted, answeredAtKills, failures, listed, subjects, received, unknowns } = result;

  expect(answeredAtKills).toHaveLength(plan.kills);
  expect(answeredAtKills.every((answered) => answered >= 1 && answered < plan.requests)).toBe(true);

  const ids = answers.flat();
  expect(answers).toHaveLength(plan.requests);
  expect(answers.map(({ length }) => length)).toEqual(answers.map((_, index) => mailsOf(plan, index)));
  expect(new Set(ids).size).toBe(ids.length);

  expect(new Set(accepted).size).toBe(accepted.length);
  expect(missingFrom(accepted, ids)).toEqual([]);
  // Only an attempt without a key that nobody answered may have been accepted beyond what was answered.
  const beyond = missingFrom(ids, accepted);
  const unkeyed = answers.flatMap((_, index) => (kindOf(plan, index) === 'unkeyed' ? [subjectOf(index, 0)] : []));
  expect(
    missingFrom(
      unkeyed,
      beyond.map((id) => subjects.get(id) ?? id),
    ),
  ).toEqual([]);
  expect(beyond.length).toBeLessThanOrEqual(failures);
  // One that was not wanted is not there.
  expect(Object.values(repeated)).toEqual(answers.filter((_, index) => kindOf(plan, index) !== 'unkeyed'));

  expect([...listed.keys()].sort()).toEqual([...accepted].sort());
  expect([...listed].filter(([, state]) => state !== 'delivered')).toEqual([]);
  expect(missingFrom([...received.keys()], accepted)).toEqual([]);
  expect(missingFrom(accepted, [...received.keys()])).toEqual([]);
  const tooOften = [...received].filter(([id, times]) => times > 1 + (unknowns.get(id) ?? 0));
  expect(tooOften).toEqual([]);
}

const mailsOf = (plan: CrashPlan, index: number): number => (kindOf(plan, index) === 'batch' ? mailsPerBatch : 1);

/** One line about what the run has met. */
export function crashSummary({ answeredAtKills, failures, accepted, received, unknowns }: CrashResult): string {
  const twice = [...received.values()].filter((times) => times > 1).length;
  return [
    `killed after ${answeredAtKills.join(', ')} answers`,
    `${failures} attempts without an answer`,
    `${accepted.length} accepted`,
    `${unknowns.size} with an unknown outcome`,
    `${twice} arrived more than once`,
  ].join('; ');
}

/** Those of `wanted` that are not among `all`. */
function missingFrom(all: readonly string[], wanted: readonly string[]): string[] {
  const present = new Set(all);
  return wanted.filter((id) => !present.has(id));
}
