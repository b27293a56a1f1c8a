import { Resend } from 'resend';
import { domainServerOverTime } from '../../support/domain-server.js';
import type { NameServer } from '../../support/name-server.js';
import { posthorn } from '../../support/command-line.js';
import { addTeam } from '../../support/second-team.js';
import type { RunningServer } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';

describe('a claim between teams', () => {
  const installation = domainServerOverTime();
  let dns: NameServer;
  let server: RunningServer;
  let holder: Resend;
  let claimant: Resend;
  let claimantKey: string | undefined;

  /** The same installation, so many hours later. */
  async function later(hours: number): Promise<void> {
    const env = { DOMAIN_CHECK_PENDING_SECONDS: '1', DOMAIN_CLAIM_PREFIX: 'example-proof' };
    ({ names: dns, server } = await installation.at(hours * 3_600_000, env));
    claimantKey ??= await addTeam(server, 'Claimant');
    holder = new Resend(server.key, { baseUrl: server.url });
    claimant = new Resend(claimantKey, { baseUrl: server.url });
  }

  beforeAll(() => later(0));
  afterAll(() => installation.close());

  it('is blocked for a while by its holder, moves the name with its proof, and cannot be seen by others', async () => {
    const name = 'moves.example.com';
    const held = (await holder.domains.create({ name })).data!;
    const first = (await claimant.domains.claims.create({ name })).data!;
    expect(first).toMatchObject({
      object: 'domain_claim',
      name,
      status: 'pending',
      blocked_reason: null,
      record: { type: 'TXT', name, value: expect.stringMatching(/^example-proof=[\w-]{43}$/), ttl: 'Auto' },
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

    await later(25);
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
  }, 120_000);

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
});
