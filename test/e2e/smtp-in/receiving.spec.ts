import { gzipSync } from 'node:zlib';
import PostalMime from 'postal-mime';
import { operations } from '../../../src/programs/server/edge.js';
import { Resend } from 'resend';
import { type NameServer, startNameServer } from '../../support/name-server.js';
import { type RunningServer, startServer } from '../../support/server.js';
import { type SmtpClient, smtpClient } from '../../support/smtp-client.js';
import { dmarcRow, dmarcXml } from '../../support/report-samples.js';
import { lines } from '../../support/submitting.js';
import { waitFor } from '../../support/wait-for.js';

const message = (subject: string): string =>
  lines(
    ...['From: Ann <ann@example.net>', 'To: support@example.com', `Subject: ${subject}`, 'Message-ID: <1@example.net>'],
    ...['Content-Type: multipart/mixed; boundary=m', '', '--m', '', '..Hello', '.', '--m'],
    ...['Content-Disposition: attachment; filename="a b.txt"', '', 'Order 42', '--m--'],
  );

describe('a receiving domain', () => {
  let server: RunningServer;
  let client: SmtpClient;
  let names: NameServer;
  let resend: Resend;

  beforeAll(async () => {
    names = await startNameServer({
      'example.net': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
      '_dmarc.example.net': { TXT: ['v=DMARC1; p=reject'] },
    });
    const env = { INBOUND_PORT: '0', PREVERIFIED_DOMAINS: 'example.com', INBOUND_PER_ADDRESS_PER_MINUTE: '4' };
    const asks = { DNS_SERVERS: names.address };
    server = await startServer({ env: { ...env, ...asks } });
    resend = new Resend(server.key, { baseUrl: server.url });
    client = await smtpClient(Number(/^ {2}Inbound .*: (\d+)$/m.exec(server.output())?.[1]));
    await client.reply();
    await client.ask('EHLO mail.example.net');
  });
  afterAll(async () => {
    client.end();
    await server.stop();
    await names.close();
  });

  const to = async (...addresses: readonly string[]): Promise<readonly string[]> => {
    const replies = [await client.ask('MAIL FROM:<ann@example.net>')];
    for (const address of addresses) replies.push(await client.ask(`RCPT TO:<${address}>`));
    return replies.map((reply) => reply.slice(0, 9)).slice(1);
  };
  const send = async (text: string): Promise<string> => {
    await client.ask('DATA');
    client.write(Buffer.from(text.replace(/^\./gm, '..')));
    return client.ask('.');
  };

  it('takes nothing before its team wants it, and nothing of other names after', async () => {
    expect(await to('support@example.com')).toEqual(['550 5.7.1']);
    await client.ask('RSET');
    const [domain] = (await resend.domains.list()).data?.data ?? [];
    const capabilities = { sending: 'enabled', receiving: 'enabled' };
    await fetch(`${server.url}/domains/${domain?.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ capabilities }),
    });
    const shown = await resend.domains.get(domain?.id ?? '');
    expect(shown.data).toMatchObject({ capabilities });
    expect(shown.data?.records).toContainEqual(
      expect.objectContaining({ record: 'Receiving', type: 'MX', priority: 10 }),
    );
    const others = ['a@sub.example.com', 'a@example.org', 'bounce-1@example.org'];
    expect(new Set(await to(...others))).toEqual(new Set(['550 5.7.1']));
    await client.ask('RSET');
  });

  it('takes an email for any of its addresses, which the official client reads', async () => {
    expect(await to('Support@EXAMPLE.com', 'anyone+x@example.com')).toEqual(['250 2.1.5', '250 2.1.5']);
    expect(await send(message('Where is my order?'))).toMatch(/^250 /);
    const [row] = await waitFor(
      async () => (await resend.emails.receiving.list()).data?.data ?? [],
      (rows) => rows.length === 1,
    );
    expect(row).toMatchObject({
      from: 'Ann <ann@example.net>',
      subject: 'Where is my order?',
      message_id: '<1@example.net>',
    });
    const { data: email } = await resend.emails.receiving.get(row?.id ?? '');
    expect(email).toMatchObject({
      object: 'email',
      to: ['support@example.com'],
      received_for: ['Support@example.com', 'anyone+x@example.com'],
      text: expect.stringContaining('..Hello\r\n.'),
      headers: { from: 'Ann <ann@example.net>' },
      attachments: [{ filename: 'a b.txt', content_id: null, content_disposition: 'attachment', size: 8 }],
      authentication: { spf: 'pass', dkim: 'none', dmarc: 'pass', arc: 'none' },
    });
    const raw = await fetch(email?.raw?.download_url ?? '');
    expect(await PostalMime.parse(await raw.arrayBuffer())).toMatchObject({ subject: 'Where is my order?' });
    const files = await resend.emails.receiving.attachments.list({ emailId: row?.id ?? '' });
    const { data: file } = await resend.emails.receiving.attachments.get({
      emailId: row?.id ?? '',
      id: files.data?.data[0]?.id ?? '',
    });
    const content = await fetch(file?.download_url ?? '');
    expect([await content.text(), content.headers.get('content-disposition')]).toEqual([
      'Order 42',
      `attachment; filename="a b.txt"; filename*=UTF-8''a%20b.txt`,
    ]);
    expect((await fetch((file?.download_url ?? '').replace(/.$/, '_'))).status).toBe(403);
    const forwarded = await resend.emails.receiving.forward({
      emailId: row?.id ?? '',
      to: 'delivered@resend.dev',
      from: 'Shop <onboarding@resend.dev>',
    });
    expect(forwarded.error).toBeNull();
  });

  it('takes reports about itself at its return path, with what the email proved', async () => {
    expect(await to('dmarc@send.example.com')).toEqual(['250 2.1.5']);
    const head = 'From: One <reports@example.net>\r\nContent-Type: application/gzip\r\n';
    const file = gzipSync(dmarcXml({ rows: [dmarcRow({ count: 7 })], begin: Math.floor(Date.now() / 1000) - 90_000 }));
    expect(await send(`${head}Content-Transfer-Encoding: base64\r\n\r\n${file.toString('base64')}\r\n`)).toMatch(
      /^250 /,
    );
    expect(await to('tls@send.example.com')).toEqual(['250 2.1.5']);
    expect(await send(message('No report'))).toMatch(/^550 5\.7\.1/);
    const [domain] = (await resend.domains.list()).data?.data ?? [];
    const asked = `${server.url}/dashboard-api/domains/${domain?.id}/reports`;
    const headers = { authorization: `Bearer ${server.key}` };
    const reports = await waitFor(
      async () => (await (await fetch(asked, { headers })).json()) as { readonly messages?: number },
      ({ messages }) => messages === 7,
    );
    expect(reports).toMatchObject({
      passed: 7,
      reporters: [{ organization: 'One & Co', sent_by: 'example.net', reports: 1 }],
      records: [{ name: '_dmarc.example.com', finding: 'missing' }, { finding: 'missing' }, { finding: 'missing' }],
    });
  });

  it.each(operations.filter(({ path, examples }) => path.startsWith('/emails/receiving/') && examples !== undefined))(
    'is answered as the document says: $path',
    async ({ path, answer, examples = {} }) => {
      const headers = { authorization: `Bearer ${server.key}` };
      const [row] = (await resend.emails.receiving.list()).data?.data ?? [];
      const asked = path.replace('{id}', row?.id ?? '').replace('{attachment_id}', row?.attachments[0]?.id ?? '');
      const body: unknown = await (await fetch(`${server.url}${asked}`, { headers })).json();
      answer?.parse(body);
      for (const example of Object.values(examples)) {
        expect(Object.keys(example.answer as object).sort()).toEqual(Object.keys(body as object).sort());
      }
    },
  );

  it('is found by words and by thread, and is no report of another email', async () => {
    const found = async (query: string): Promise<number> => {
      const headers = { authorization: `Bearer ${server.key}` };
      const answer = await fetch(`${server.url}/emails/receiving?${query}`, { headers });
      return ((await answer.json()) as { readonly data: readonly unknown[] }).data.length;
    };
    expect(await found('search=order')).toBe(1);
    expect(await found('search=invoice')).toBe(0);
    expect(await found(`thread=${encodeURIComponent('<1@example.net>')}`)).toBe(1);
    const headers = { authorization: `Bearer ${server.key}` };
    const unknown = '019a3f5e-7c1a-7d30-9c4b-8c1d0f2a3c21';
    expect((await fetch(`${server.url}/emails/receiving/${unknown}`, { headers })).status).toBe(404);
  });

  it('knows what its server sends again, and slows down who sends too much to one address', async () => {
    for (const subject of ['one', 'one', 'two', 'three']) {
      expect(await to('flood@example.com')).toEqual(['250 2.1.5']);
      expect(await send(message(subject))).toMatch(/^250 /);
    }
    expect(await to('flood@example.com', 'other@example.com')).toEqual(['450 4.2.1', '250 2.1.5']);
    await client.ask('RSET');
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('posthorn_inbound_emails_total{outcome="received"} 4');
    expect(metrics).toContain('posthorn_inbound_emails_total{outcome="known"} 1');
    expect(metrics).toContain('posthorn_inbound_refusals_total{reason="flooded"} 1');
  });
});
