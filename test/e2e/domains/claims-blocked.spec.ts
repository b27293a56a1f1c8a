import { rmSync } from 'node:fs';
import { Resend } from 'resend';
import { posthorn } from '../../support/command-line.js';
import { publishShown, type ShownDomain, startDomainServer } from '../../support/domain-server.js';
import { addTeam } from '../../support/second-team.js';
import { temporaryFolder } from '../../support/server.js';
import { aheadBy } from '../../support/shifted-server.js';
import { waitFor } from '../../support/wait-for.js';

const hourMs = 3_600_000;
const name = 'held.example.com';
const mail = { from: `Shop <me@${name}>`, to: 'delivered@posthorn.test', subject: 'Hello', text: 'Hi' };

describe('a proved claim on a name that is in use', () => {
  const dataDir = temporaryFolder();
  let running: Awaited<ReturnType<typeof startDomainServer>> | undefined;
  afterAll(async () => {
    await running?.close();
    rmSync(dataDir, { recursive: true });
  });

  /** The same installation, so many hours later. */
  async function later(hours: number) {
    await running?.close();
    running = await startDomainServer({
      dataDir,
      env: { ...aheadBy(hours * hourMs), DOMAIN_CHECK_PENDING_SECONDS: '1', DOMAIN_CLAIM_GRACE_SECONDS: '3600' },
    });
    return running;
  }

  it('waits for scheduled mail, then for an hour without mail, and is shown as the contract says', async () => {
    const first = await later(0);
    const holder = () => new Resend(first.server.key, { baseUrl: running?.server.url ?? '' });
    const claimantKey = await addTeam(first.server, 'Claimant');
    const claimant = () => new Resend(claimantKey, { baseUrl: running?.server.url ?? '' });
    const { id: heldId } = (await holder().domains.create({ name })).data!;

    const { names } = await later(2);
    const shown = async () => (await holder().domains.get(heldId)).data as unknown as ShownDomain;
    publishShown(names, (await shown()).records);
    await holder().domains.verify(heldId);
    await waitFor(shown, ({ status }) => status === 'verified');
    const scheduledAt = new Date(Date.now() + 24 * hourMs).toISOString();
    const scheduled = await waitFor(
      () => holder().emails.send({ ...mail, scheduledAt }),
      ({ error }) => error === null,
    );

    const claim = (await claimant().domains.claims.create({ name })).data!;
    const claimed = claim.domain_id ?? '';
    const read = async () => (await claimant().domains.claims.get(claimed)).data;
    const blocked = async (reason: string) =>
      waitFor(read, (now) => now?.status === 'blocked' && now.blocked_reason === reason);
    names.publish(name, { TXT: [claim.record.value] });
    expect(await blocked('pending_scheduled_emails')).toEqual({
      ...claim,
      status: 'blocked',
      blocked_reason: 'pending_scheduled_emails',
    });
    await holder().emails.cancel(scheduled.data?.id ?? '');
    await blocked('recent_owner_activity');
    expect((await holder().emails.send(mail)).error).toBeNull();
    expect((await holder().domains.get(heldId)).error).toBeNull();

    const { names: namesThen } = await later(4);
    namesThen.publish(name, { TXT: [claim.record.value] });
    const completed = await waitFor(read, (now) => now?.status === 'completed');
    expect(completed).toEqual({ ...claim, status: 'completed' });
    await waitFor(
      async () => (await holder().domains.get(heldId)).error,
      (error) => error?.statusCode === 404,
    );
    const { entries } = await posthorn<{ entries: { summary: string }[] }>(running!.server, 'audit', claimed);
    const told = entries.map(({ summary }) => summary).filter((summary) => summary.includes('blocked'));
    expect(told).toEqual([
      expect.stringContaining('pending_scheduled_emails'),
      expect.stringContaining('recent_owner_activity'),
    ]);
  }, 240_000);
});
