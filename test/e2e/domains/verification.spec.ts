import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Resend } from 'resend';
import { publishShown, type ShownDomain, startDomainServer } from '../../support/domain-server.js';
import type { NameServer } from '../../support/name-server.js';
import type { RunningServer } from '../../support/server.js';
import { movableClock } from '../../support/shifted-server.js';
import { waitFor } from '../../support/wait-for.js';

const run = promisify(execFile);
const cli = join(import.meta.dirname, '../../../dist/bundle/cli.js');
const name = 'shop.example.com';

interface Findings {
  readonly domain: ShownDomain;
  readonly status: string;
  readonly data: readonly { readonly finding: string | null; readonly required: boolean }[];
}

describe('a domain and its DNS', () => {
  let dns: NameServer;
  let server: RunningServer;
  let close: () => Promise<void>;
  let resend: Resend;
  const clock = movableClock();
  const patienceMs = 3_600_000;

  beforeAll(async () => {
    ({
      names: dns,
      server,
      close,
    } = await startDomainServer({
      env: {
        POSTHORN_REGIONS: 'us-east-1',
        POSTHORN_TEST_DOMAIN_CHECK_PENDING_MS: '1000',
        POSTHORN_TEST_DOMAIN_CHECK_VERIFIED_MS: '1000',
        POSTHORN_TEST_DOMAIN_CHECK_PATIENCE_MS: String(patienceMs),
        ...clock.env,
      },
    }));
    resend = new Resend(server.key, { baseUrl: server.url });
  }, 60_000);
  afterAll(async () => {
    await close();
    clock.remove();
  });

  const shown = async (id: string): Promise<ShownDomain> =>
    (await resend.domains.get(id)).data as unknown as ShownDomain;
  const until = (id: string, holds: (domain: ShownDomain) => boolean) => waitFor(() => shown(id), holds);
  const send = (from: string) =>
    resend.emails.send({ from: `Shop <me@${from}>`, to: 'delivered@posthorn.test', subject: 'Hello', text: 'Hi' });

  const publish = ({ records }: ShownDomain) => publishShown(dns, records);

  it('goes through every state, sends only where it may, and tells all of it to an audit', async () => {
    const { id } = (await resend.domains.create({ name })).data as unknown as ShownDomain;
    expect((await resend.domains.verify(id)).data).toEqual({ object: 'domain', id });
    await until(id, ({ status }) => status === 'pending');
    expect((await send(name)).error).toMatchObject({ statusCode: 403, name: 'validation_error' });

    publish(await shown(id));
    const verified = await until(id, ({ status }) => status === 'verified');
    expect(verified.records.slice(0, 3).map(({ status }) => status)).toEqual(['verified', 'verified', 'verified']);
    // Another process than the one that checks may take a second to hear of it.
    await waitFor(
      () => send(name),
      ({ error }) => error === null,
    );

    dns.remove(`send.${name}`);
    const failing = await until(id, ({ records }) => records[0]?.status === 'temporary_failure');
    expect(failing.status).toBe('verified');
    expect((await send(name)).error).toBeNull();

    publish(failing);
    await until(id, ({ records }) => records[0]?.status === 'verified');

    dns.remove(`send.${name}`);
    await until(id, ({ records }) => records[0]?.status === 'temporary_failure');
    clock.advance(patienceMs);
    const failed = await until(id, ({ status }) => status === 'failed');
    expect(failed.records.slice(0, 2).map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect((await send(name)).error).toMatchObject({ message: expect.stringContaining(name) });

    publish(failed);
    await resend.domains.verify(id);
    await until(id, ({ status }) => status === 'verified');

    const { stdout } = await run(process.execPath, [cli, 'audit', id, '--json'], {
      env: { PATH: process.env['PATH'], DATA_DIR: server.dataDir },
    });
    const { entries } = JSON.parse(stdout) as { entries: { type: string; summary: string }[] };
    const told = entries.filter(({ type }) => type === 'DomainChecked').map(({ summary }) => summary.split(',')[0]);
    const turns = told.filter((status, index) => status !== told[index - 1]);
    // Whether a check came between the request and the records is chance.
    expect(turns.filter((status) => status !== 'DNS checked: sending pending')).toEqual([
      'DNS checked: sending verified',
      'DNS checked: sending temporary_failure',
      'DNS checked: sending verified',
      'DNS checked: sending temporary_failure',
      'DNS checked: sending failed',
      'DNS checked: sending verified',
    ]);
    expect(entries.slice(0, 2)).toMatchObject([{ type: 'Reserved' }, { type: 'DomainCreated' }]);
  }, 180_000);

  it('tells its page what DNS showed, what to do about it, and that a record is lost', async () => {
    const page = async (path: string) => {
      const response = await fetch(`${server.url}/dashboard-api/domains/${path}`, {
        headers: { authorization: `Bearer ${server.key}` },
      });
      return (await response.json()) as Findings;
    };
    const { id } = (await resend.domains.create({ name: 'told.example.com' })).data as unknown as ShownDomain;
    const fresh = await page(`${id}/findings`);
    expect(fresh).toMatchObject({ status: 'not_started', may_send: false, last_checked_at: null, origin: 'team' });
    expect(fresh.data.every(({ finding }) => finding === null)).toBe(true);

    publish(await shown(id));
    dns.publish('send.told.example.com', { MX: [[20, 'mail.posthorn.test']] });
    await resend.domains.verify(id);
    const wrong = await waitFor(
      () => page(`${id}/findings`),
      ({ data }) => data[0]?.finding === 'different',
    );
    expect(wrong.domain).toEqual(await shown(id));
    expect(wrong.data[0]).toEqual({
      full_name: 'send.told.example.com',
      required: true,
      finding: 'different',
      found: ['20 mail.posthorn.test'],
      advice: ['The priority is 20; set it to 10.'],
      advice_codes: ['wrong-priority'],
    });
    expect(wrong.data.map(({ required }) => required)).toEqual([true, true, true, false, false]);

    publish(wrong.domain);
    await until(id, ({ status }) => status === 'verified');
    dns.remove('send.told.example.com');
    const lost = await waitFor(
      () => page(`${id}/findings`),
      ({ status }) => status === 'temporary_failure',
    );
    expect(lost).toMatchObject({ may_send: true, domain: { status: 'verified' } });

    expect(await page(`${id}/dmarc`)).toMatchObject({ finding: 'missing', found: [] });
    dns.publish('_dmarc.example.com', { TXT: ['v=DMARC1; p=none; sp=quarantine; rua=mailto:reports@example.com'] });
    expect(await page(`${id}/dmarc`)).toMatchObject({
      finding: 'published',
      found_at: '_dmarc.example.com',
      policy: 'quarantine',
      advice: [expect.stringContaining('the spam folder')],
    });
    dns.remove('_dmarc.example.com');
  }, 120_000);

  it('sends the mail of a domain only where its region is served', async () => {
    const ready = async (domain: string, region: 'eu-west-1' | 'us-east-1') => {
      const { id } = (await resend.domains.create({ name: domain, region })).data as unknown as ShownDomain;
      publish(await shown(id));
      await resend.domains.verify(id);
      await until(id, ({ status }) => status === 'verified');
    };
    await ready('elsewhere.example.com', 'eu-west-1');
    await ready('here.example.com', 'us-east-1');
    const elsewhere = (await send('elsewhere.example.com')).data?.id ?? '';
    const here = (await send('here.example.com')).data?.id ?? '';
    const lastEvent = async (id: string) => (await resend.emails.get(id)).data?.last_event;
    await waitFor(
      () => lastEvent(here),
      (event) => event === 'delivered',
    );
    expect(await lastEvent(elsewhere)).toBe('queued');
  }, 120_000);
});
