import { createSubmissionOpener } from '../../../src/application/submission/submission-opener.js';
import { closeUsage, runUsageCloser, type UsageCloserPorts } from '../../../src/application/usage/usage-closer.js';
import { usageAt, usageClosedThrough } from '../../../src/application/usage/usage-figures.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { usageProjection } from '../../../src/projections/usage/usage.projection.js';
import { accepting, mailTo } from '../../support/accepting.js';
import type { MemoryReadStore } from '../../support/memory-read-store.js';
import { notes } from '../../support/process-managers.js';
import { readModel } from '../../support/read-model.js';
import { useQuickTimeouts } from '../../support/quick-timeouts.js';
import { waitFor } from '../../support/wait-for.js';
import { teamId, useWorld, world } from '../../support/world.js';

const hourMs = 3_600_000;
const stream = streamName('usage', teamId);

/** The clock of these worlds begins at 10:00 on 2026-03-02. */
describe('closing the usage of a day', () => {
  useWorld();
  let lags: boolean;
  beforeEach(async () => {
    lags = false;
    await world.addDomain('example.com');
  });

  useQuickTimeouts();

  const send = (...addresses: readonly string[]) => accepting(world).send(mailTo(addresses));
  /** A process whose projection has taken in the log as it is now. */
  async function ports(readStore?: MemoryReadStore): Promise<UsageCloserPorts> {
    return {
      ...world.process(),
      readStore: readStore ?? (await readModel(world, usageProjection)),
      whenProcessed: async () => !lags,
    };
  }
  const figures = async () =>
    (await world.events(stream)).map(({ event }) => (event.type === 'UsageClosed' ? event.data : event));
  const closed = (day: string, recipients: number) => ({ teamId, day, recipients });

  it('waits for an hour after midnight', async () => {
    await send('ada@one.test', 'bo@two.test');
    world.clock.advance(15 * hourMs - 1);
    await closeUsage(await ports());
    expect(await figures()).toEqual([]);
    world.clock.advance(1);
    await closeUsage(await ports());
    expect(await figures()).toEqual([closed('2026-03-02', 2)]);
  });

  it('closes every day that is over, the oldest first, and nothing of today', async () => {
    await send('ada@one.test');
    world.clock.advance(24 * hourMs);
    await send('ada@one.test', 'bo@two.test', 'cy@two.test');
    world.clock.advance(24 * hourMs);
    await send('ada@one.test');
    await closeUsage(await ports());
    expect(await figures()).toEqual([closed('2026-03-02', 1), closed('2026-03-03', 3)]);
  });

  it('closes what is over after a start, until it is stopped', async () => {
    await send('ada@one.test');
    world.clock.advance(24 * hourMs);
    const stopping = new AbortController();
    const failures: unknown[] = [];
    const running = runUsageCloser(await ports(), stopping.signal, (error) => failures.push(error));
    await waitFor(figures, (found) => found.length > 0);
    stopping.abort();
    await running;
    expect(await figures()).toEqual([closed('2026-03-02', 1)]);
    expect(failures).toEqual([]);
  });

  it('writes a figure once, however often it is asked and by how many', async () => {
    await send('ada@one.test');
    world.clock.advance(48 * hourMs);
    const stale = await ports();
    await Promise.all([closeUsage(stale), closeUsage(await ports())]);
    await closeUsage(stale);
    await closeUsage(await ports());
    expect(await figures()).toEqual([closed('2026-03-02', 1)]);
  });

  it('leaves everything open while the projection lags', async () => {
    await send('ada@one.test');
    world.clock.advance(48 * hourMs);
    lags = true;
    await closeUsage(await ports());
    expect(await figures()).toEqual([]);
  });

  it('writes a new figure for a mail that was opened late', async () => {
    world.store.plan('SubmissionAccepted', ['anchor-only']);
    const answer = await accepting(world).sendBatch([{ request: mailTo(['ada@one.test', 'bo@two.test']) }]);
    expect(answer).not.toHaveProperty('refused');
    await send('cy@two.test');
    world.clock.advance(24 * hourMs);
    await send('cy@two.test');
    world.clock.advance(48 * hourMs);
    await closeUsage(await ports());
    expect(await usageClosedThrough(await ports(), teamId)).toBe('2026-03-03');
    const opener = createSubmissionOpener(world.process());
    await notes(world, opener);
    await opener.act();
    expect(await usageClosedThrough(await ports(), teamId)).toBe('2026-03-01');
    await closeUsage(await ports());
    expect(await figures()).toEqual([closed('2026-03-02', 1), closed('2026-03-03', 1), closed('2026-03-02', 3)]);
    expect(await usageClosedThrough(await ports(), teamId)).toBe('2026-03-03');
  });

  it('tells up to which day mails may go', async () => {
    expect(await usageClosedThrough(await ports(), teamId)).toBeUndefined();
    await send('ada@one.test');
    expect(await usageClosedThrough(await ports(), teamId)).toBeUndefined();
    world.clock.advance(48 * hourMs);
    await closeUsage(await ports());
    await send('ada@one.test');
    expect(await usageClosedThrough(await ports(), teamId)).toBe('2026-03-02');
    expect(await usageClosedThrough(await ports(), 'another-team')).toBeUndefined();
    lags = true;
    expect(await usageClosedThrough(await ports(), teamId)).toBeUndefined();
  });

  it('keeps every figure when the mails are gone', async () => {
    await send('ada@one.test', 'bo@two.test');
    world.clock.advance(48 * hourMs);
    await send('ada@one.test');
    await closeUsage(await ports());
    const before = await usageAt(await ports(), teamId, world.clock.now());
    const [first] = await world.streamsWith('EmailAccepted');
    if (first === undefined) throw new Error('no mail');
    await world.store.removeStream(first, 'tombstone', 0);
    expect(before).toEqual({ daily: 1, monthly: 3 });
    expect(await usageAt(await ports(), teamId, world.clock.now())).toEqual(before);
  });
});
