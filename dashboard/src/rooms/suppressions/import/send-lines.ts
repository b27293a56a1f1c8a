import { ApiProblem } from '../../../api/problem';
import type { Scope } from '../documents';
import type { ImportLine } from './read-lines';
import { call } from '../../../api/client';

const suppressionChanges = {
  addMany: (emails: readonly string[], scope: Scope) =>
    call('POST /suppressions/batch/add', { body: { emails, scope } }),
};

/** What became of a line; `refused` says why, in the server's words. */
export type Outcome = { readonly state: 'added' } | { readonly state: 'refused'; readonly why: string };

/** What the server takes at once. */
const batchSize = 100;
const waitAtLeastMs = 1_000;
const maxWaits = 20;

/**
 * Adds the lines in batches, in their order; `onOutcomes` hears of each line once. Rejects where the server cannot go
 * on; who calls again with the lines that have no outcome goes on from there.
 */
export async function sendLines(
  lines: readonly ImportLine[],
  usual: Scope,
  onOutcomes: (outcomes: readonly (readonly [line: number, outcome: Outcome])[]) => void,
): Promise<void> {
  for (const scope of ['all', 'bulk'] as const) {
    const ofScope = lines.filter((line) => (line.scope ?? usual) === scope);
    for (let start = 0; start < ofScope.length; start += batchSize) {
      onOutcomes(await sendBatch(ofScope.slice(start, start + batchSize), scope));
    }
  }
}

/** A batch is refused whole: it is halved until what is wrong stands alone. */
async function sendBatch(lines: readonly ImportLine[], scope: Scope): Promise<(readonly [number, Outcome])[]> {
  try {
    await patiently(() =>
      suppressionChanges.addMany(
        lines.map(({ email }) => email),
        scope,
      ),
    );
    return lines.map(({ line }) => [line, { state: 'added' }] as const);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.kind !== 'refused') throw error;
    const [first] = lines;
    if (lines.length === 1 && first !== undefined) return [[first.line, { state: 'refused', why: error.message }]];
    const half = Math.ceil(lines.length / 2);
    return [...(await sendBatch(lines.slice(0, half), scope)), ...(await sendBatch(lines.slice(half), scope))];
  }
}

/** A server that has too much to do says when to come again. Adding twice changes nothing. */
async function patiently<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let waits = 0; ; waits++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.kind !== 'busy' || waits >= maxWaits) throw error;
      const waitMs = Math.max(error.retryAfterMs, waitAtLeastMs);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
