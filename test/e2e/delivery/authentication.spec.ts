import { Resolver } from 'node:dns/promises';
import { type AuthenticateResult, authenticate, type DKIMResult, type DMARCResult, type SPFResult } from 'mailauth';
import { publishShown, type ShownDomain } from '../../support/domain-server.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';
import { type RunningServer, startServer } from '../../support/server.js';
import { type SinkMessage, type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { headerOf, type Posthorn, posthornAt } from './setup.js';

interface Verdict {
  readonly dkim: AuthenticateResult['dkim'];
  readonly spf: SPFResult;
  readonly dmarc: DMARCResult;
}

/** Its types have another name for it than its results. */
const algorithmOf = (result: DKIMResult): string => String((result as { readonly algo?: unknown }).algo);

const heloName = 'mx.posthorn.test';

describe('a mail from a verified domain, judged by a receiver that is not ours', () => {
  let names: NameServer;
  let sink: SmtpSink;
  let server: RunningServer;
  let posthorn: Posthorn;
  let domainId: string;

  const domain = async (): Promise<ShownDomain> =>
    (await posthorn.call('GET', `/domains/${domainId}`)).body as ShownDomain;

  beforeAll(async () => {
    [names, sink] = await Promise.all([startNameServer({ [heloName]: { A: ['192.0.2.25'] } }), startSmtpSink({})]);
    server = await startServer({
      env: {
        DELIVERY_MODE: 'relay',
        RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
        HELO_NAME: heloName,
        DNS_SERVERS: names.address,
        LOG_LEVEL: 'warn',
      },
    });
    posthorn = posthornAt(server);
    const created = await posthorn.call('POST', '/domains', { name: 'updates.example.com' });
    expect(created.status).toBe(201);
    domainId = (created.body as ShownDomain).id;
    publishShown(names, (await domain()).records);
    names.publish('_dmarc.example.com', { TXT: ['v=DMARC1; p=none; sp=reject'] });
    await posthorn.call('POST', `/domains/${domainId}/verify`);
    await waitFor(domain, ({ records }) => records.every(({ status }) => status === 'verified'));
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all([sink.close(), names.close()]);
  });

  async function received(): Promise<SinkMessage> {
    const id = await posthorn.send({
      from: 'Shop <shop@updates.example.com>',
      to: 'someone@example.net',
      subject: 'Grüße',
      text: 'Hi',
    });
    await posthorn.until(id, 'delivered');
    const message = sink.messages.find(({ raw }) => headerOf(raw, 'Message-ID') === `<${id}@updates.example.com>`);
    if (message === undefined) throw new Error('the mail did not arrive');
    return message;
  }

  /** What a receiver says that sees this address connect, with what the name server tells it. */
  async function judge({ raw, reversePath }: Pick<SinkMessage, 'raw' | 'reversePath'>, ip: string): Promise<Verdict> {
    const resolver = new Resolver({ timeout: 2000, tries: 3 });
    resolver.setServers([names.address]);
    const { dkim, spf, dmarc } = await authenticate(raw, {
      ip,
      helo: heloName,
      sender: reversePath,
      mta: 'mx.example.net',
      disableArc: true,
      disableBimi: true,
      // What it is given for an MX question it reads as Node gives it; its types leave that out.
      resolver: async (name, type) => (await resolver.resolve(name, type)) as string[],
    });
    if (spf === false || dmarc === false) throw new Error('SPF and DMARC were not judged');
    return { dkim, spf, dmarc };
  }

  it('passes DKIM, SPF and DMARC, each aligned', async () => {
    const message = await received();
    expect(message.reversePath).toMatch(/^bounce-[0-9a-f]{32}@send\.updates\.example\.com$/);
    const { dkim, spf, dmarc } = await judge(message, '192.0.2.25');
    expect(dkim.results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual(
      dkim.results.map(() => ['pass', 'updates.example.com']),
    );
    const shownKeys = (await domain()).records.filter(({ record }) => record === 'DKIM');
    const ed25519 = shownKeys.some(({ value }) => value.includes('k=ed25519')) ? ['ed25519-sha256'] : [];
    expect(dkim.results.map(algorithmOf).toSorted()).toEqual([...ed25519, 'rsa-sha256']);
    expect(spf).toMatchObject({ domain: 'send.updates.example.com', status: { result: 'pass' } });
    expect(dmarc).toMatchObject({ status: { result: 'pass' }, policy: 'reject' });
    expect(dmarc.alignment).toMatchObject({
      spf: { result: 'send.updates.example.com' },
      dkim: { result: 'updates.example.com' },
    });
  });

  it('passes DMARC by DKIM alone where another address delivers it, and by neither where it was changed too', async () => {
    const message = await received();
    const forwarded = await judge(message, '198.51.100.1');
    expect(forwarded.spf.status.result).toBe('softfail');
    expect(forwarded.dmarc.status.result).toBe('pass');
    // In the body alone: a signature may contain the same letters by chance.
    const raw = Buffer.from(message.raw.toString('latin1').replace(/\r\n\r\nHi/, '\r\n\r\nHo'), 'latin1');
    expect(raw.equals(message.raw)).toBe(false);
    const changed = await judge({ raw, reversePath: message.reversePath }, '198.51.100.1');
    expect(changed.dkim.results.map(({ status }) => status.result)).not.toContain('pass');
    expect(changed.dmarc.status.result).toBe('fail');
  });

  it('keeps passing while a record is gone, by what is left, and is aligned again when it returns', async () => {
    const isVerified = ({ records }: ShownDomain) => records.every(({ status }) => status === 'verified');
    const { records } = await domain();
    names.publish('send.updates.example.com', { MX: [], TXT: [] });
    await posthorn.call('POST', `/domains/${domainId}/verify`);
    await waitFor(domain, (now) => !isVerified(now));
    const without = await received();
    expect(without.reversePath).toBe('shop@updates.example.com');
    expect((await judge(without, '192.0.2.25')).dmarc.status.result).toBe('pass');
    publishShown(names, records);
    await posthorn.call('POST', `/domains/${domainId}/verify`);
    await waitFor(domain, isVerified);
    expect((await received()).reversePath).toMatch(/@send\.updates\.example\.com$/);
  });
});
