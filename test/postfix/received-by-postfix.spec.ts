import type { Email } from '../e2e/delivery/setup.js';
import { posthornAt } from '../e2e/delivery/setup.js';
import { inStrings, type NameServer, startNameServer } from '../support/name-server.js';
import { type RunningServer, startServer } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';
import { type Postfix, postfixMissing, startPostfix } from './postfix.js';

interface Domain {
  readonly id: string;
  readonly records: readonly {
    readonly name: string;
    readonly type: 'MX' | 'TXT' | 'CNAME';
    readonly value: string;
    readonly priority?: number;
    readonly status: string;
  }[];
}

const missing = postfixMissing();
if (missing !== undefined) process.stdout.write(`skipped: ${missing}\n`);

/** Where mail leaves from: not the address of the receiver's own machine, which its milters would not judge. */
const outboundAddress = '127.0.0.3';
const receiver = { host: '127.0.0.2', port: 20_025, domain: 'receiver.example.net', nameServer: '127.0.0.5' };

(missing === undefined ? describe : describe.skip)('mail that a real Postfix finds by its MX', () => {
  let names: NameServer;
  let postfix: Postfix;
  let server: RunningServer;
  let messages: readonly string[];
  let email: Email;

  beforeAll(async () => {
    names = await startNameServer(
      {
        [receiver.domain]: { MX: [[10, `mx.${receiver.domain}`]] },
        [`mx.${receiver.domain}`]: { A: [receiver.host] },
        'mx.sender.example.com': { A: [outboundAddress] },
      },
      { host: receiver.nameServer, port: 53 },
    );
    postfix = await startPostfix(receiver);
    server = await startServer({
      env: {
        DELIVERY_MODE: 'mx',
        MX_PORT: String(receiver.port),
        ALLOW_PRIVATE_MX: '1',
        OUTBOUND_IPS: outboundAddress,
        HELO_NAME: 'mx.sender.example.com',
        SPF_VALUE: `v=spf1 ip4:${outboundAddress} -all`,
        DNS_SERVERS: names.address,
        LOG_LEVEL: 'warn',
      },
    });
    const posthorn = posthornAt(server);
    const { id } = (await posthorn.call('POST', '/domains', { name: 'updates.example.com' })).body as Domain;
    const domain = async (): Promise<Domain> => (await posthorn.call('GET', `/domains/${id}`)).body as Domain;
    for (const { name, type, value, priority = 0 } of (await domain()).records) {
      const whole = `${name}.example.com`;
      if (type === 'MX') names.publish(whole, { MX: [[priority, value]] });
      else if (type === 'TXT') names.publish(whole, { TXT: [inStrings(value)] });
      else names.publish(whole, { CNAME: [value] });
    }
    // OpenDMARC knows no public suffixes here, and looks at this name alone.
    names.publish('_dmarc.updates.example.com', { TXT: ['v=DMARC1; p=reject; adkim=r; aspf=r'] });
    await posthorn.call('POST', `/domains/${id}/verify`);
    await waitFor(domain, ({ records }) => records.every(({ status }) => status === 'verified'));
    const mail = { from: 'Shop <shop@updates.example.com>', subject: 'Grüße', text: 'Hi', html: '<p>Hi</p>' };
    const emailId = await posthorn.send({ ...mail, to: `someone@${receiver.domain}` });
    email = await posthorn.until(emailId, 'delivered');
    messages = await waitFor(
      async () => postfix.messages(),
      (all) => all.length > 0,
    );
  });
  afterAll(async () => {
    await server?.stop();
    postfix?.stop();
    await names?.close();
  });

  /** What the milters wrote, unfolded. */
  const results = (): string =>
    [...(messages[0] ?? '').matchAll(/^Authentication-Results: ([^\n]*(?:\n[ \t][^\n]*)*)/gm)]
      .map(([, text]) => text?.replace(/\s+/g, ' '))
      .join('\n');

  it('arrives once, over TLS, from the address that was chosen', () => {
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(email.message_id);
    expect(messages[0]).toContain(`[${outboundAddress}]`);
    expect(messages[0]).toMatch(/using TLSv1\.[23]/);
  });

  it('passes DKIM, SPF and DMARC with OpenDKIM and OpenDMARC', () => {
    expect(results()).toMatch(/dkim=pass [^\n]*header\.d=updates\.example\.com/);
    expect(results()).toMatch(/spf=pass [^\n]*send\.updates\.example\.com/);
    expect(results()).toMatch(/dmarc=pass [^\n]*header\.from=updates\.example\.com/);
    expect(results()).not.toMatch(/(dkim|spf|dmarc)=(fail|softfail|temperror|permerror)/);
  });
});
