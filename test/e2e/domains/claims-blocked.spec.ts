import { Resend } from 'resend';
import { posthorn } from '../../support/command-line.js';
import {
  type DomainServer,
  domainServerOverTime,
  publishShown,
  type ShownDomain,
} from '../../support/domain-server.js';
import { addTeam } from '../../support/second-team.js';
import { waitFor } from '../../support/wait-for.js';

const hourMs = 3_600_000;
const name = 'held.example.com';
const mail = { from: `Shop <me@${name}>`, to: 'delivered@posthorn.test', subject: 'Hello', text: 'Hi' };

describe('a proved claim on a name that is in use', () => {
  const installation = domainServerOverTime();
  let url: string;
  afterAll(() => installation.close());

  /** The same installation, so many hours later. */
  async function later(hours: number): Promise<DomainServer> {
    const env = { DOMAIN_CHECK_PENDING_SECONDS: '1', DOMAIN_CLAIM_GRACE_SECONDS: '3600' };
    const running = await installation.at(hours * hourMs, env);
    ({ url } = running.server);
    return running;
  }

  it('waits for scheduled mail, then for an hour without mail, and is shown as the contract says', async () => {
    const { server, names } = await later(0);
    const holder = () => new Resend(server.key, { baseUrl: url });
    const claimantKey = await addTeam(server, 'Claimant');
    const claimant = () => new Resend(claimantKey, { baseUrl: url });
    const { id: heldId } = (await holder().domains.create({ name })).data!;

    await later(2);
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
    const sent = await holder().emails.send(mail);
    // Delivered after the next start it would be mail of that hour.
    await waitFor(
      async () => (await holder().emails.get(sent.data?.id ?? '')).data,
      (now) => now?.last_event === 'delivered',
    );
    expect((await holder().domains.get(heldId)).error).toBeNull();

    await later(4);
    const completed = await waitFor(read, (now) => now?.status === 'completed');
    expect(completed).toEqual({ ...claim, status: 'completed' });
    await waitFor(
      async () => (await holder().domains.get(heldId)).error,
      (error) => error?.statusCode === 404,
    );
    const { entries } = await posthorn<{ entries: { summary: string }[] }>(server, 'audit', claimed);
    const told = entries.map(({ summary }) => summary).filter((summary) => summary.includes('blocked'));
    expect(told).toEqual([
      expect.stringContaining('pending_scheduled_emails'),
      expect.stringContaining('recent_owner_activity'),
    ]);
  }, 240_000);
});
