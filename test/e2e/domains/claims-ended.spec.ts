import { Resend } from 'resend';
import { posthorn } from '../../support/command-line.js';
import { type DomainServer, startDomainServer } from '../../support/domain-server.js';
import { addTeam } from '../../support/second-team.js';
import { movableClock } from '../../support/shifted-server.js';
import { waitFor } from '../../support/wait-for.js';

describe('a claim that does not come to its end', () => {
  let running: DomainServer;
  const clock = movableClock();
  const claimMs = 3_600_000;
  let holder: Resend;
  let claimant: Resend;
  let claimantKey: string;

  beforeAll(async () => {
    running = await startDomainServer({
      env: {
        DOMAIN_CHECK_PENDING_SECONDS: '1',
        DOMAIN_CLAIM_SECONDS: String(claimMs / 1000),
        DOMAIN_CLAIM_GRACE_SECONDS: '1',
        ...clock.env,
      },
    });
    const { server } = running;
    holder = new Resend(server.key, { baseUrl: server.url });
    claimantKey = await addTeam(server, 'Claimant');
    claimant = new Resend(claimantKey, { baseUrl: server.url });
  }, 60_000);
  afterAll(async () => {
    await running.close();
    clock.remove();
  });

  it('expires without its proof, leaves the name where it is, and its record counts for nothing then', async () => {
    const name = 'expires.example.com';
    const held = (await holder.domains.create({ name })).data!;
    const claim = (await claimant.domains.claims.create({ name })).data!;
    const id = claim.domain_id ?? '';
    const lifeMs = Date.parse(claim.expires_at) - Date.parse(claim.created_at);
    expect(Math.abs(lifeMs - claimMs)).toBeLessThan(60_000);
    running.names.publish(name, { TXT: ['posthorn-domain-verification=something-else'] });
    clock.advance(claimMs);
    const read = async () => (await claimant.domains.claims.get(id)).data;
    expect(await waitFor(read, (now) => now?.status === 'expired')).toEqual({ ...claim, status: 'expired' });
    await waitFor(
      async () => (await claimant.domains.get(id)).error,
      (error) => error?.statusCode === 404,
    );

    running.names.publish(name, { TXT: [claim.record.value] });
    expect((await claimant.domains.claims.verify(id)).data).toMatchObject({ status: 'expired' });
    const again = (await claimant.domains.claims.create({ name })).data!;
    expect(again.record.value).not.toBe(claim.record.value);
    expect((await holder.domains.get(held.id)).data).toMatchObject({ name });

    const { entries } = await posthorn<{ entries: { type: string; summary: string }[] }>(running.server, 'audit', id);
    expect(entries.filter(({ type }) => type === 'NameClaimEnded').map(({ summary }) => summary)).toEqual([
      expect.stringContaining('expired'),
    ]);
    expect(entries.map(({ type }) => type)).toContain('DomainDeleted');
  }, 120_000);

  it('is superseded by another claim of the same team', async () => {
    const name = 'again.example.com';
    await holder.domains.create({ name });
    const first = (await claimant.domains.claims.create({ name })).data!;
    const page = await fetch(`${running.server.url}/dashboard-api/domains/${first.domain_id}/findings`, {
      headers: { authorization: `Bearer ${claimantKey}` },
    });
    expect(await page.json()).toMatchObject({ claim: first, may_send: false });
    const second = (await claimant.domains.claims.create({ name, region: 'eu-west-1' })).data!;
    expect(second).toMatchObject({ status: 'pending', region: 'eu-west-1' });
    expect(second.id).not.toBe(first.id);
    expect((await claimant.domains.claims.get(first.domain_id ?? '')).data).toEqual({ ...first, status: 'superseded' });
  }, 60_000);
});
