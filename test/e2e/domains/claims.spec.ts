import { Resend } from 'resend';
import { domainServerOverTime, publishShown, type ShownDomain } from '../../support/domain-server.js';
import type { NameServer } from '../../support/name-server.js';
import { posthorn } from '../../support/command-line.js';
import { addTeam } from '../../support/second-team.js';
import type { RunningServer } from '../../support/server.js';
import { movableClock } from '../../support/shifted-server.js';
import { waitFor } from '../../support/wait-for.js';

const hourMs = 3_600_000;
/** As they are without settings. */
const graceMs = 24 * hourMs;
const claimMs = 7 * 24 * hourMs;

describe('a claim between teams', () => {
  const installation = domainServerOverTime();
  const clock = movableClock();
  let aheadMs = 0;
  let dns: NameServer;
  let server: RunningServer;
  let holder: Resend;
  let claimant: Resend;
  let claimantKey: string | undefined;

  /** Ends the server before, where there is one. */
  async function start(): Promise<void> {
    const env = { POSTHORN_TEST_DOMAIN_CHECK_PENDING_MS: '1000', ...clock.env };
    ({ names: dns, server } = await installation.at(0, env));
    claimantKey ??= await addTeam(server, 'Claimant');
    holder = new Resend(server.key, { baseUrl: server.url });
    claimant = new Resend(claimantKey, { baseUrl: server.url });
  }
  function advance(byMs: number): void {
    aheadMs += byMs;
    clock.advance(byMs);
  }

  beforeAll(start);
  afterAll(async () => {
    await installation.close();
    clock.remove();
  });

  it('is blocked for a while by its holder, moves the name with its proof, after a restart too, and cannot be seen by others', async () => {
    const name = 'moves.example.com';
    const held = (await holder.domains.create({ name })).data!;
    const first = (await claimant.domains.claims.create({ name })).data!;
    expect(first).toMatchObject({
      object: 'domain_claim',
      name,
      status: 'pending',
      blocked_reason: null,
      record: {
        type: 'TXT',
        name,
        value: expect.stringMatching(/^posthorn-domain-verification=[\w-]{43}$/),
        ttl: 'Auto',
      },
    });
    expect((await claimant.domains.claims.create({ name })).data).toEqual(first);
    const id = first.domain_id ?? '';
    expect((await holder.domains.claims.get(id)).error).toMatchObject({ statusCode: 404 });
    expect((await holder.domains.claims.create({ name })).error).toMatchObject({ statusCode: 403 });
    expect((await claimant.domains.create({ name })).error).toMatchObject({ statusCode: 403 });

    dns.publish(name, { TXT: [first.record.value] });
    expect((await claimant.domains.claims.verify(id)).data).toMatchObject({ object: 'domain_claim', id: first.id });
    const read = async () => (await claimant.domains.claims.get(id)).data;
    await waitFor(read, (claim) => claim?.status === 'blocked' && claim.blocked_reason === 'grace_period');
    expect((await holder.domains.get(held.id)).error).toBeNull();

    advance(graceMs + hourMs);
    await start();
    await waitFor(read, (claim) => claim?.status === 'completed');
    await waitFor(
      async () => (await holder.domains.get(held.id)).error,
      (error) => error?.statusCode === 404,
    );
    expect((await claimant.domains.get(id)).data).toMatchObject({ name, status: 'not_started' });
    expect((await holder.domains.create({ name })).error).toMatchObject({ statusCode: 403 });

    // Both domains' stories tell what became of the name.
    for (const domainId of [held.id, id]) {
      const { entries } = await posthorn<{ entries: { type: string }[] }>(server, 'audit', domainId);
      const ofName = entries.filter(({ type }) => /^(Name|Reserved|Released)/.test(type)).map(({ type }) => type);
      expect(ofName).toEqual([
        'Reserved',
        'NameClaimed',
        'NameClaimCheckRequested',
        'NameClaimBlocked',
        'Released',
        'Reserved',
        'NameClaimCompleted',
      ]);
    }
  }, 240_000);

  it('ends when its domain is deleted, and needs a holder', async () => {
    const name = 'stays.example.com';
    expect((await claimant.domains.claims.create({ name })).error).toMatchObject({ statusCode: 403 });
    expect((await claimant.domains.claims.create({ name: 'resend.dev' })).error).toMatchObject({ statusCode: 403 });
    const held = (await holder.domains.create({ name })).data!;
    const id = (await claimant.domains.claims.create({ name })).data?.domain_id ?? '';
    expect((await claimant.domains.remove(id)).error).toBeNull();
    expect((await claimant.domains.claims.get(id)).data).toMatchObject({ status: 'canceled' });
    expect((await holder.domains.get(held.id)).error).toBeNull();
  }, 60_000);

  it('waits for scheduled mail, then for a day without mail, and is shown as the contract says', async () => {
    const name = 'held.example.com';
    const mail = { from: `Shop <me@${name}>`, to: 'delivered@posthorn.test', subject: 'Hello', text: 'Hi' };
    const { id: heldId } = (await holder.domains.create({ name })).data!;

    advance(graceMs + hourMs);
    const shown = async () => (await holder.domains.get(heldId)).data as unknown as ShownDomain;
    publishShown(dns, (await shown()).records);
    await holder.domains.verify(heldId);
    await waitFor(shown, ({ status }) => status === 'verified');
    const scheduledAt = new Date(Date.now() + aheadMs + 24 * hourMs).toISOString();
    const scheduled = await waitFor(
      () => holder.emails.send({ ...mail, scheduledAt }),
      ({ error }) => error === null,
    );

    const claim = (await claimant.domains.claims.create({ name })).data!;
    const claimed = claim.domain_id ?? '';
    const read = async () => (await claimant.domains.claims.get(claimed)).data;
    const blocked = async (reason: string) =>
      waitFor(read, (now) => now?.status === 'blocked' && now.blocked_reason === reason);
    dns.publish(name, { TXT: [claim.record.value] });
    expect(await blocked('pending_scheduled_emails')).toEqual({
      ...claim,
      status: 'blocked',
      blocked_reason: 'pending_scheduled_emails',
    });
    await holder.emails.cancel(scheduled.data?.id ?? '');
    await blocked('recent_owner_activity');
    const sent = await holder.emails.send(mail);
    // Delivered after the next step of the clock it would be mail of that time.
    await waitFor(
      async () => (await holder.emails.get(sent.data?.id ?? '')).data,
      (now) => now?.last_event === 'delivered',
    );
    expect((await holder.domains.get(heldId)).error).toBeNull();

    advance(graceMs + hourMs);
    const completed = await waitFor(read, (now) => now?.status === 'completed');
    expect(completed).toEqual({ ...claim, status: 'completed' });
    await waitFor(
      async () => (await holder.domains.get(heldId)).error,
      (error) => error?.statusCode === 404,
    );
    const { entries } = await posthorn<{ entries: { summary: string }[] }>(server, 'audit', claimed);
    const told = entries.map(({ summary }) => summary).filter((summary) => summary.includes('blocked'));
    expect(told).toEqual([
      expect.stringContaining('pending_scheduled_emails'),
      expect.stringContaining('recent_owner_activity'),
    ]);
  }, 240_000);

  it('expires without its proof, leaves the name where it is, and its record counts for nothing then', async () => {
    const name = 'expires.example.com';
    const held = (await holder.domains.create({ name })).data!;
    const claim = (await claimant.domains.claims.create({ name })).data!;
    const id = claim.domain_id ?? '';
    const lifeMs = Date.parse(claim.expires_at) - Date.parse(claim.created_at);
    expect(Math.abs(lifeMs - claimMs)).toBeLessThan(60_000);
    dns.publish(name, { TXT: ['posthorn-domain-verification=something-else'] });
    advance(claimMs);
    const read = async () => (await claimant.domains.claims.get(id)).data;
    expect(await waitFor(read, (now) => now?.status === 'expired')).toEqual({ ...claim, status: 'expired' });
    await waitFor(
      async () => (await claimant.domains.get(id)).error,
      (error) => error?.statusCode === 404,
    );

    dns.publish(name, { TXT: [claim.record.value] });
    expect((await claimant.domains.claims.verify(id)).data).toMatchObject({ status: 'expired' });
    const again = (await claimant.domains.claims.create({ name })).data!;
    expect(again.record.value).not.toBe(claim.record.value);
    expect((await holder.domains.get(held.id)).data).toMatchObject({ name });

    const { entries } = await posthorn<{ entries: { type: string; summary: string }[] }>(server, 'audit', id);
    expect(entries.filter(({ type }) => type === 'NameClaimEnded').map(({ summary }) => summary)).toEqual([
      expect.stringContaining('expired'),
    ]);
    expect(entries.map(({ type }) => type)).toContain('DomainDeleted');
  }, 120_000);

  it('is superseded by another claim of the same team', async () => {
    const name = 'again.example.com';
    await holder.domains.create({ name });
    const first = (await claimant.domains.claims.create({ name })).data!;
    const page = await fetch(`${server.url}/dashboard-api/domains/${first.domain_id}/findings`, {
      headers: { authorization: `Bearer ${claimantKey}` },
    });
    expect(await page.json()).toMatchObject({ claim: first, may_send: false });
    const second = (await claimant.domains.claims.create({ name, region: 'eu-west-1' })).data!;
    expect(second).toMatchObject({ status: 'pending', region: 'eu-west-1' });
    expect(second.id).not.toBe(first.id);
    expect((await claimant.domains.claims.get(first.domain_id ?? '')).data).toEqual({ ...first, status: 'superseded' });
  }, 60_000);
});
