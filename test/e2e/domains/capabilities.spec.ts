import { Resend } from 'resend';
import {
  type DomainServer,
  publishShown,
  type ShownDomain,
  type ShownRecord,
  startDomainServer,
} from '../../support/domain-server.js';
import { movableClock } from '../../support/shifted-server.js';
import { waitFor } from '../../support/wait-for.js';

const forSending = ({ record }: ShownRecord) => record === 'SPF' || record === 'DKIM';

describe('a domain that sends and receives', () => {
  let running: DomainServer;
  let resend: Resend;
  const clock = movableClock();
  const patienceMs = 3_600_000;

  beforeAll(async () => {
    running = await startDomainServer({
      env: {
        POSTHORN_TEST_DOMAIN_CHECK_PENDING_MS: '1000',
        POSTHORN_TEST_DOMAIN_CHECK_VERIFIED_MS: '1000',
        POSTHORN_TEST_DOMAIN_CHECK_PATIENCE_MS: String(patienceMs),
        ...clock.env,
      },
    });
    resend = new Resend(running.server.key, { baseUrl: running.server.url });
  }, 60_000);
  afterAll(async () => {
    await running.close();
    clock.remove();
  });

  const shown = async (id: string) => (await resend.domains.get(id)).data as unknown as ShownDomain;
  const until = (id: string, status: string) =>
    waitFor(
      () => shown(id),
      (domain) => domain.status === status,
    );
  const send = (from: string) =>
    resend.emails.send({ from: `me@${from}`, to: 'delivered@posthorn.test', subject: 'Hello', text: 'Hi' });
  /** Another process than the one that checks may take a second to hear of it. */
  const sends = (from: string) =>
    waitFor(
      () => send(from),
      ({ error }) => error === null,
    );
  const refuses = (from: string) =>
    waitFor(
      () => send(from),
      ({ error }) => error?.statusCode === 403,
    );

  it('is partially verified, then partially failed, and sends as long as sending is the part that is there', async () => {
    const name = 'both.example.com';
    const capabilities = { sending: 'enabled', receiving: 'enabled' } as const;
    const { id } = (await resend.domains.create({ name, capabilities })).data!;
    const { records } = await shown(id);
    publishShown(running.names, records.filter(forSending));
    await resend.domains.verify(id);
    const partially = await until(id, 'partially_verified');
    expect(partially.records.find(({ record }) => record === 'Receiving')).toMatchObject({
      type: 'MX',
      name: 'both',
      status: 'pending',
    });
    await sends(name);
    const listed = (await resend.domains.list()).data?.data.find((row) => row.id === id);
    expect(listed).toMatchObject({ status: 'partially_verified' });

    clock.advance(patienceMs);
    const failed = await until(id, 'partially_failed');
    expect(failed.records.find(({ record }) => record === 'Receiving')?.status).toBe('failed');
    await sends(name);

    publishShown(running.names, records);
    await resend.domains.verify(id);
    await until(id, 'verified');

    running.names.remove(`send.${name}`);
    await waitFor(
      () => shown(id),
      (domain) => domain.records.find(forSending)?.status === 'temporary_failure',
    );
    clock.advance(patienceMs);
    const without = await waitFor(
      () => shown(id),
      (domain) => domain.records.find(forSending)?.status === 'failed',
    );
    expect(without.status).toBe('partially_failed');
    await refuses(name);
  }, 180_000);

  it('that only receives needs one record, and sends nothing', async () => {
    const name = 'inbox.example.com';
    const capabilities = { sending: 'disabled', receiving: 'enabled' } as const;
    const { id } = (await resend.domains.create({ name, capabilities })).data!;
    const { records } = await shown(id);
    expect(records.map(({ record }) => record)).toEqual(['Receiving']);
    publishShown(running.names, records);
    await resend.domains.verify(id);
    await until(id, 'verified');
    expect((await send(name)).error).toMatchObject({ statusCode: 403, name: 'validation_error' });

    await resend.domains.update({ id, capabilities: { sending: 'enabled' } });
    const both = await until(id, 'partially_verified');
    publishShown(running.names, both.records);
    await resend.domains.verify(id);
    await until(id, 'verified');
    await sends(name);
  }, 120_000);
});
