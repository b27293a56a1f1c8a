import { Resend } from 'resend';
import { domainServerOverTime, publishShown, type ShownDomain } from '../../support/domain-server.js';
import type { NameServer } from '../../support/name-server.js';
import { bootstrapKey } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const [proved, awaited, asked] = ['proved.example.com', 'awaited.example.com', 'asked.example.com'];

describe('the checks that nobody asks for, as they are by default', () => {
  const installation = domainServerOverTime();
  let names: NameServer;
  let resend: Resend;
  afterAll(() => installation.close());

  /** The same installation, so much later. What was asked of the name server before does not count. */
  async function later(ms: number): Promise<(of: string) => boolean> {
    const running = await installation.at(ms);
    ({ names } = running);
    resend = new Resend(bootstrapKey, { baseUrl: running.server.url });
    return (of) => names.asked.slice(running.askedBefore).some(({ name }) => name.endsWith(of));
  }

  const shown = async (id: string) => (await resend.domains.get(id)).data as unknown as ShownDomain;
  const create = async (name: string): Promise<string> => {
    const { id } = (await resend.domains.create({ name })).data!;
    await resend.domains.verify(id);
    return id;
  };
  /** A check that was asked for begins after those that were due at the start. */
  const otherIsChecked = async (wasAsked: (of: string) => boolean): Promise<void> => {
    const { data } = (await resend.domains.list()).data!;
    const id = data.find(({ name }) => name === asked)?.id ?? '';
    await resend.domains.verify(id);
    await waitFor(
      async () => wasAsked(asked),
      (was) => was,
    );
  };

  it('come every 15 minutes for 72 hours while a record is awaited or lost, and daily while all are there', async () => {
    const first = await later(0);
    const [id, pendingId] = [await create(proved), await create(awaited)];
    await create(asked);
    await waitFor(
      async () => first(`send.${proved}`) && first(`send.${awaited}`),
      (was) => was,
    );
    publishShown(names, (await shown(id)).records);

    const soon = await later(14 * minuteMs);
    await otherIsChecked(soon);
    expect(soon(proved)).toBe(false);

    const verifiedMs = 16 * minuteMs;
    await later(verifiedMs);
    await waitFor(
      () => shown(id),
      ({ status }) => status === 'verified',
    );
    names.remove(`send.${proved}`);

    const sameDay = await later(verifiedMs + 23 * hourMs);
    await otherIsChecked(sameDay);
    expect(sameDay(proved)).toBe(false);

    const lostMs = verifiedMs + 25 * hourMs;
    await later(lostMs);
    const lost = await waitFor(
      () => shown(id),
      ({ records }) => records[0]?.status === 'temporary_failure',
    );
    expect(lost.status).toBe('verified');
    expect((await shown(pendingId)).status).toBe('pending');

    const almost = await later(lostMs + 71 * hourMs);
    await waitFor(
      async () => almost(`send.${proved}`),
      (was) => was,
    );
    await otherIsChecked(almost);
    expect((await shown(id)).records[0]?.status).toBe('temporary_failure');

    await later(lostMs + 73 * hourMs);
    await waitFor(
      () => shown(id),
      ({ status }) => status === 'failed',
    );
    await waitFor(
      () => shown(pendingId),
      ({ status }) => status === 'failed',
    );
  }, 300_000);
});
