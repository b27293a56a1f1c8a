import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import PostalMime from 'postal-mime';
import { type RunningServer, startServer } from '../../support/server.js';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';
import { posthorn as command } from '../cli/setup.js';
import { type Posthorn, posthornAt } from '../delivery/setup.js';
import { transportTo } from '../smtp-in/setup.js';

let server: RunningServer;
let posthorn: Posthorn;
let sink: SmtpSink;
let receiver: WebhookReceiver;

const domain = 'shop.example.com';
const host = `links.${domain}`;

beforeAll(async () => {
  [sink, receiver] = await Promise.all([startSmtpSink(), startWebhookReceiver()]);
  server = await startServer({
    env: {
      DELIVERY_MODE: 'relay',
      RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
      PREVERIFIED_DOMAINS: `${domain},plain.example.com`,
      ALLOW_PRIVATE_FETCH: 'true',
      MTA_STS_POLICY: 'testing',
      RETURN_PATH_HOST: 'mx.example.com',
    },
  });
  posthorn = posthornAt(server);
  const { body } = await posthorn.call('GET', '/domains');
  const { data } = body as { readonly data: readonly { readonly id: string; readonly name: string }[] };
  const id = data.find(({ name }) => name === domain)?.id ?? '';
  const settings = { open_tracking: true, click_tracking: true, tracking_subdomain: 'links' };
  expect((await posthorn.call('PATCH', `/domains/${id}`, settings)).status).toBe(200);
  const endpoint = receiver.url('/hits');
  await posthorn.call('POST', '/webhooks', { endpoint, events: ['email.opened', 'email.clicked'] });
  const all = { endpoint: receiver.url('/all'), events: ['email.opened'], machine_hits: true };
  await posthorn.call('POST', '/webhooks', all);
});
afterAll(async () => {
  await server.stop();
  await sink.close();
  receiver.close();
});

/** Sends, and reads what arrived with another library. */
async function arrived(mail: object): Promise<{ readonly id: string; readonly html: string }> {
  const { body } = await posthorn.call('POST', '/emails', { from: `Shop <news@${domain}>`, ...mail });
  const { id } = body as { readonly id: string };
  const message = await waitFor(
    () => sink.messages.find(({ raw }) => raw.includes(id)),
    (found) => found !== undefined,
  );
  return { id, html: (await PostalMime.parse(message?.raw ?? '')).html ?? '' };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** As a browser asks: the name in the link is the host, and its address is the server's. */
function ask(link: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
  const { host: name, pathname } = new URL(link);
  return new Promise((resolve, reject) => {
    const asked = httpRequest(
      new URL(pathname, server.url),
      { method, headers: { host: name, 'user-agent': firefox, ...headers } },
      (answer) => {
        let body = '';
        answer.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      },
    );
    asked.on('error', reject).end();
  });
}
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const linksIn = (html: string): readonly string[] =>
  Array.from(html.matchAll(/href\s*=\s*["']?(http[^"'\s>]+)/gi), ([, url = '']) => url.replaceAll('&amp;', '&'));
const pictureIn = (html: string): string => /<img src="(http:[^"]+\/t\/[^"]+)"/.exec(html)?.[1] ?? '';

const detail = async (id: string) => {
  const { body } = await posthorn.call('GET', `/emails/${id}`);
  return body as { readonly last_event: string };
};

const hitsOf = async (id: string): Promise<readonly object[]> => {
  const { body } = await posthorn.call('GET', `/dashboard-api/emails/${id}/overview`);
  const { timeline } = body as { readonly timeline: readonly { readonly hit: object | null }[] };
  return timeline.flatMap(({ hit }) => hit ?? []);
};
/** Ids of the emails in the list of that state. */
const listed = async (state: string): Promise<readonly string[]> => {
  const { body } = await posthorn.call('GET', `/emails?last_event=${state}`);
  return (body as { readonly data: readonly { readonly id: string }[] }).data.map(({ id }) => id);
};

/** Totals of one mail, once the figures have followed what was recorded of it. */
const figuresOf = async (id: string): Promise<object> => {
  const metrics = 'opened,opened_all,unique_clicked,tracked_click_rate';
  const ask = async () => (await posthorn.call('GET', `/emails/metrics?email_id=${id}&metrics=${metrics}`)).body;
  const { totals } = (await waitFor(
    ask as () => Promise<{ readonly totals: { readonly opened_all: number } }>,
    (found) => found.totals.opened_all === 1,
  )) as { readonly totals: object };
  return totals;
};

describe('a tracked mail', () => {
  it('has links that lead on whatever their length, those of earlier versions too', async () => {
    const urls = [700, 1_000, 1_300, 1_500, 5_000].map((length) => `https://www.example.com/?q=`.padEnd(length, 'x'));
    const long = urls.map((url) => `<a href="${url}">x</a>`).join('');
    const { html } = await arrived({ to: 'ann@example.net', subject: 'Long', html: long });
    const made = linksIn(html);
    const led = await Promise.all(
      made.map(async (link) => (link.includes('/t/') ? (await ask(link)).headers.location : link)),
    );
    expect(led).toEqual(urls);
    expect(made.map((link) => link.includes('/t/'))).toEqual([true, true, true, false, false]);
    // A token as long as they were once made is looked at, not refused for its length.
    expect((await ask(`http://${host}/t/${'A'.repeat(24_000)}`)).status).toBe(404);
    expect((await posthorn.call('GET', `/emails/${'a'.repeat(1_001)}`)).status).toBe(422);
  });

  it('tells what a person does, once a person could have done it', async () => {
    const { id, html } = await arrived({
      to: 'bob@example.net',
      subject: 'One',
      html: '<p><a href="https://www.example.com/one">One</a></p>',
      tags: [{ name: 'kind', value: 'tracked' }],
    });
    const [link = ''] = linksIn(html);
    await waitFor(
      () => detail(id),
      ({ last_event: event }) => event === 'delivered',
    );
    // Behind the seconds in which programs look at a mail that has just come.
    await new Promise((resolve) => setTimeout(resolve, 3_200));
    const picture = await ask(pictureIn(html));
    expect([picture.status, picture.headers['content-type'], picture.headers['set-cookie']]).toEqual([
      200,
      'image/gif',
      undefined,
    ]);
    expect(picture.headers['cache-control']).toContain('no-store');
    await waitFor(
      () => detail(id),
      ({ last_event: event }) => event === 'opened',
    );
    await ask(link);
    await waitFor(
      () => detail(id),
      ({ last_event: event }) => event === 'clicked',
    );
    const bodies = (await receiver.until('/hits', 2)).map(({ body }) => JSON.parse(body) as object);
    const about = { email_id: id, to: ['bob@example.net'], tags: { kind: 'tracked' } };
    const who = { ipAddress: '127.0.0.1', userAgent: firefox, judged: 'person' };
    expect(bodies).toMatchObject([
      { type: 'email.opened', data: { ...about, open: who } },
      { type: 'email.clicked', data: { ...about, click: { ...who, link: 'https://www.example.com/one' } } },
    ]);
    expect((await hitsOf(id)).slice(0, 2)).toMatchObject([
      { judged: 'person', sign: 'no_sign_of_a_program', link: null, url: null, user_agent: firefox },
      { judged: 'person', link: 0, url: 'https://www.example.com/one', ip_address: '127.0.0.1' },
    ]);
    expect(await listed('clicked')).toContain(id);
    expect(await figuresOf(id)).toEqual({ opened: 1, opened_all: 1, unique_clicked: 1, tracked_click_rate: 100 });
  }, 60_000);

  it('is not opened by a proxy that loads every picture, and not clicked by what looks at its links at once', async () => {
    const { id, html } = await arrived({
      to: 'eve@example.net',
      subject: 'Many',
      html: '<a href="https://www.example.com/1">1</a><a href="https://www.example.com/2">2</a><a href="https://www.example.com/3">3</a>',
    });
    await ask(pictureIn(html), { 'user-agent': 'Mozilla/5.0' });
    for (const link of linksIn(html)) await ask(link, {}, 'HEAD');
    for (const link of linksIn(html)) await ask(link);
    const hits = async () => {
      const { body } = await posthorn.call('GET', `/dashboard-api/emails/${id}/timeline`);
      const { data } = body as { readonly data: readonly { readonly type: string; readonly summary: string }[] };
      return data.filter(({ type }) => type === 'EmailOpened' || type === 'EmailClicked').map(({ summary }) => summary);
    };
    const judged = await waitFor(hits, (all) => all.length === 7);
    expect(judged[0]).toBe('Opened for recipient 0 by a privacy proxy');
    expect(judged.slice(1).every((summary) => summary.endsWith('by a scanner'))).toBe(true);
    expect((await detail(id)).last_event).toBe('delivered');
    const bodies = (await receiver.until('/all', 2)).map(({ body }) => JSON.parse(body) as object);
    expect(bodies).toMatchObject([
      { data: { open: { judged: 'person' } } },
      { data: { open: { judged: 'privacy_proxy' } } },
    ]);
    expect(receiver.at('/hits')).toHaveLength(2);
    expect(await figuresOf(id)).toEqual({ opened: 0, opened_all: 1, unique_clicked: 0, tracked_click_rate: 0 });
  }, 60_000);

  it('is sent as it is where its sender says so, or its domain tracks nothing', async () => {
    const html = '<p><a href="https://www.example.com/one">One</a></p>';
    const off = await arrived({
      to: 'a@example.net',
      subject: 'Off',
      html,
      headers: { 'X-Posthorn-Tracking': 'none' },
    });
    const plain = await arrived({ from: 'Shop <a@plain.example.com>', to: 'a@example.net', subject: 'Plain', html });
    expect([off.html.trim(), plain.html.trim()]).toEqual([html, html]);
    const clicks = await arrived({
      to: 'a@example.net',
      subject: 'Clicks',
      html,
      headers: { 'X-Posthorn-Tracking': 'clicks' },
    });
    expect([linksIn(clicks.html)[0]?.includes('/t/'), pictureIn(clicks.html)]).toEqual([true, '']);
  });
});

/** Submits a message as text over SMTP; answers with the text that arrived. */
async function submitted(raw: string): Promise<string> {
  const transport = transportTo(server);
  const { response } = await transport.sendMail({
    envelope: { from: `news@${domain}`, to: ['ann@example.net'] },
    raw: [`From: News <news@${domain}>`, 'To: ann@example.net', 'Subject: Hello', raw].join('\r\n'),
  });
  transport.close();
  const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(response)?.[0] ?? response;
  const message = await waitFor(
    () => sink.messages.find((found) => found.raw.includes(`id ${id};`)),
    (found) => found !== undefined,
  );
  return message?.raw.toString('latin1') ?? '';
}

describe('a message that came over SMTP', () => {
  const html = '<p><a href="https://www.example.com/über?a=1&amp;b">Go</a></p>';
  const part = (...text: readonly string[]): string => ['--b', ...text, ''].join('\r\n');
  const text = part('Content-Type: text/plain', '', 'Go to https://www.example.com/');
  const page = part(
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(html).toString('base64'),
  );
  const file = part(
    'Content-Type: text/html',
    'Content-Disposition: attachment; filename=a.html',
    '',
    html.replace('ü', 'u'),
  );
  const multipart = (type: string): string =>
    ['MIME-Version: 1.0', `Content-Type: multipart/${type}; boundary=b`, '', `${text}${page}${file}--b--`, ''].join(
      '\r\n',
    );

  it('has its html written anew, all else as it came, and a signature over both', async () => {
    const raw = await submitted(multipart('mixed'));
    const arrivedHtml = (await PostalMime.parse(Buffer.from(raw, 'latin1'))).html ?? '';
    expect(pictureIn(arrivedHtml)).not.toBe('');
    const { status, headers } = await ask(linksIn(arrivedHtml)[0] ?? '');
    expect([status, headers.location]).toEqual([302, 'https://www.example.com/%C3%BCber?a=1&b']);
    const body = raw.slice(raw.indexOf('\r\n\r\n') + 4);
    expect(body.startsWith(text)).toBe(true);
    expect(body.trimEnd().endsWith(`${file}--b--`)).toBe(true);
    expect(await posthorn.verify(Buffer.from(raw, 'latin1'))).toContainEqual({ domain, result: 'pass' });
  });

  it.each([
    ['somebody signed or encrypted', multipart('signed')],
    [
      'has a signature of its own',
      `DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=s; h=from; bh=; b=\r\n${multipart('mixed')}`,
    ],
    ['opts out', `X-Posthorn-Tracking: none\r\n${multipart('mixed')}`],
  ])('leaves as it came where it %s', async (_name, message) => {
    const raw = await submitted(message);
    expect(raw.slice(raw.indexOf('\r\n\r\n'))).toBe(message.slice(message.indexOf('\r\n\r\n')));
  });
});

describe('a link', () => {
  it('that was changed, or is asked for at another host, leads nowhere', async () => {
    const { html } = await arrived({
      to: 'c@example.net',
      subject: 'T',
      html: '<a href="https://www.example.com/">x</a>',
    });
    const [link = ''] = linksIn(html);
    const elsewhere = new URL(link);
    elsewhere.hostname = 'links.plain.example.com';
    const changed = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [elsewhere.href, changed, link.replace(/\/t\/.*/, '/t/x')]) {
      const { status, headers } = await ask(wrong);
      expect([status, headers.location]).toEqual([404, undefined]);
    }
  });

  it('has a host for which a proxy may get a certificate', async () => {
    const statusOf = async (name: string) => (await fetch(`${server.url}/tracking-hosts/ask?domain=${name}`)).status;
    expect([await statusOf(host), await statusOf('links.example.org'), await statusOf(domain)]).toEqual([
      200, 404, 404,
    ]);
  });

  it('serves the MTA-STS policy of a return path, announces it, and lets a proxy get its certificate', async () => {
    const at = `mta-sts.send.${domain}`;
    const { status, headers, body } = await ask(`https://${at}/.well-known/mta-sts.txt`);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toBe('version: STSv1\r\nmode: testing\r\nmx: mx.example.com\r\nmax_age: 604800\r\n');
    expect((await ask(`https://${host}/.well-known/mta-sts.txt`)).status).toBe(404);
    expect((await fetch(`${server.url}/tracking-hosts/ask?domain=${at}`)).status).toBe(200);
    const { stdout } = await command(server.dataDir, ['dns', 'zone', domain], {
      MTA_STS_POLICY: 'testing',
      RETURN_PATH_HOST: 'mx.example.com',
    });
    expect(stdout).toMatch(/^_mta-sts\.send\.shop\.example\.com\. IN TXT "v=STSv1; id=[0-9a-f]{16};"$/m);
  });
});
