import type { RunningServer } from '../../support/server.js';
import { startServer } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';
import { answerOf } from '../cli/setup.js';
import { type Posthorn, posthornAt } from '../delivery/setup.js';

let server: RunningServer;
let posthorn: Posthorn;

beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'warn' } });
  posthorn = posthornAt(server);
});
afterAll(() => server.stop());

interface Metrics {
  readonly totals: { readonly unsubscribed: number };
  readonly rows: readonly { readonly id: string | null; readonly unsubscribed: number }[];
  readonly sandbox: readonly { readonly id: string }[];
}

const marketing = {
  from: 'Shop <news@posthorn.test>',
  subject: 'News',
  html: '<p>Hello</p>',
  headers: { 'X-Posthorn-Unsubscribe': 'one-click' },
};

/** The messages that were delivered for a mail to these people, by address. */
async function delivered(to: readonly string[], changes: object = {}) {
  const id = await posthorn.send({ ...marketing, to, ...changes });
  const captured = await waitFor(
    () => posthorn.captured(id),
    ({ length }) => length === to.length,
  );
  return { id, messages: captured.map(({ raw }) => raw) };
}

/** What the server answers at the address in the header, wherever the tests reach it. */
function linkIn(raw: string): string {
  const unfolded = raw.replace(/\r?\n[ \t]+/g, ' ');
  const found = /^List-Unsubscribe: *<([^>]+)>/m.exec(unfolded)?.[1];
  if (found === undefined) throw new Error('the message has no List-Unsubscribe');
  return new URL(found).pathname;
}

async function linkTo(address: string): Promise<string> {
  const { messages } = await delivered([address]);
  return linkIn(messages[0] ?? '');
}

/** As any program asks, without a key and without a cookie. */
async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${server.url}${path}`, { redirect: 'manual', ...init });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const form = (fields: readonly (readonly [string, string])[]): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
});
const oneClick = form([['List-Unsubscribe', 'One-Click']]);
const formTokenIn = (html: string): string => /name="form" value="([^"]+)"/.exec(html)?.[1] ?? '';

async function contact(address: string) {
  const { status, body } = await posthorn.call('GET', `/contacts/${encodeURIComponent(address)}`);
  return status === 404 ? undefined : (body as { readonly unsubscribed: boolean });
}

/** What became of one more mail to this address. */
async function oneMore(to: string) {
  const id = await posthorn.send({ ...marketing, to });
  const { recipients } = await waitFor(
    () => posthorn.email(id),
    ({ last_event: last }) => ['delivered', 'suppressed'].includes(last),
  );
  return recipients[0];
}

describe('one-click, as mailbox providers send it', () => {
  it('is on each copy, with a link of its own that the signature covers', async () => {
    const { id, messages } = await delivered(['a@one.example.com', 'b@one.example.com', 'c@two.example.com']);
    expect(new Set(messages.map(linkIn)).size).toBe(3);
    for (const raw of messages) {
      expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
      // The port that the system chose, where PORT is 0.
      expect(raw).toContain(`<${server.url}/unsubscribe/`);
      expect(raw).not.toMatch(/^X-Posthorn/im);
      const signature = /^DKIM-Signature:[^\n]*(?:\n[ \t][^\n]*)*/m.exec(raw)?.[0].replace(/\s/g, '').toLowerCase();
      expect(signature).toMatch(/[:=]list-unsubscribe[:;]/);
      expect(signature).toMatch(/[:=]list-unsubscribe-post[:;]/);
      const results = await posthorn.verify(Buffer.from(raw));
      expect(results).toEqual([{ domain: 'posthorn.test', result: 'pass' }]);
      const moved = raw.replace('/unsubscribe/', '/unsubscribe/x');
      expect(await posthorn.verify(Buffer.from(moved))).toMatchObject([{ result: 'fail' }]);
    }
    expect((await posthorn.email(id)).topic_id).toBeNull();
  });

  it.each([
    ['urlencoded', oneClick],
    ['multipart', { method: 'POST', body: formData() }],
  ])('unsubscribes by one POST: %s', async (kind, request) => {
    const address = `${kind}@leave.example.com`;
    const path = await linkTo(address);
    expect((await ask(path, request)).status).toBe(200);
    expect(await contact(address)).toMatchObject({ unsubscribed: true });
    expect(await oneMore(address)).toMatchObject({ status: 'suppressed', reason: 'unsubscribed', topic_id: null });
    // Once more changes nothing, and is as well.
    expect((await ask(path, request)).status).toBe(200);
  });

  it('is only that form: another body unsubscribes no one', async () => {
    const address = 'other-body@leave.example.com';
    const path = await linkTo(address);
    const json = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"List-Unsubscribe":"One-Click"}',
    };
    for (const request of [form([['List-Unsubscribe', 'yes']]), form([]), json, { method: 'POST' }]) {
      expect((await ask(path, request)).status).toBe(422);
    }
    expect(await contact(address)).toBeUndefined();
  });

  it('keeps a way of the sender, and mail that is about nothing has none', async () => {
    const own = { 'X-Posthorn-Unsubscribe': 'one-click', 'List-Unsubscribe': '<mailto:leave@posthorn.test>' };
    const { messages } = await delivered(['own@leave.example.com'], { headers: own });
    expect(messages[0]?.match(/^List-Unsubscribe/gm)).toHaveLength(1);
    const plain = await delivered(['plain@leave.example.com'], { headers: {} });
    expect(plain.messages[0]).not.toMatch(/^List-Unsubscribe/m);
  });
});

describe('who follows every link', () => {
  it('unsubscribes no one by GET and HEAD, on any page that the links lead to', async () => {
    const address = 'scanned@leave.example.com';
    const first = await linkTo(address);
    const seen = new Set([first]);
    for (const path of seen) {
      const agents = ['GoogleImageProxy', 'Mozilla/5.0 (compatible; scanner)'];
      for (const agent of agents) {
        const head = await ask(path, { method: 'HEAD', headers: { 'user-agent': agent } });
        const got = await ask(path, { headers: { 'user-agent': agent, purpose: 'prefetch' } });
        expect([head.status, got.status]).toEqual([200, 200]);
        for (const [, href = ''] of got.text.matchAll(/href="(\/[^"]+)"/g)) seen.add(href);
        for (const [, action = ''] of got.text.matchAll(/action="(\/[^"]+)"/g)) seen.add(action);
      }
    }
    expect([...seen].map((path) => path.split('/')[1])).toEqual(['unsubscribe', 'preferences']);
    expect(await contact(address)).toBeUndefined();
    expect(await oneMore(address)).toMatchObject({ status: 'delivered' });
  });
});

describe('a link to leave', () => {
  it('shows whose address it is, masked, before anything is done; then a button does it', async () => {
    const address = 'forwarded@leave.example.com';
    const path = await linkTo(address);
    const page = await ask(path, { headers: { 'accept-language': 'de-AT, en;q=0.5' } });
    expect(page.text).toContain('f•••@leave.example.com');
    expect(page.text).not.toContain(address);
    expect(page.text).toContain('<html lang="de">');
    expect(page.text).toContain('Abbestellen');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-/);
    expect(page.text).not.toMatch(/<script|https?:\/\//);
    const left = await ask(path, form([['form', formTokenIn(page.text)]]));
    expect(left.status).toBe(200);
    expect(left.text).toContain('unsubscribed from all marketing');
    expect(await contact(address)).toMatchObject({ unsubscribed: true });
  });

  it('opens nothing where it was changed, is another one’s, or not one of ours', async () => {
    const address = 'tampered@leave.example.com';
    const path = await linkTo(address);
    const token = path.split('/')[2] ?? '';
    const bytes = Buffer.from(token, 'base64url');
    const changed = [0, 17, 20, bytes.length - 1].map((at) => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
      return copy.toString('base64url');
    });
    for (const wrong of [...changed, token.slice(0, -1), `${token}A`, 'nothing', '%00']) {
      for (const place of ['unsubscribe', 'preferences']) {
        expect((await ask(`/${place}/${wrong}`)).status).toBe(404);
      }
      const answer = await ask(`/unsubscribe/${wrong}`, oneClick);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toContain('text/html');
    }
    expect(await contact(address)).toBeUndefined();
  });

  it('that was forwarded is about its owner alone, and no part of it makes another person leave', async () => {
    const [mine, other] = ['owner@leave.example.com', 'receiver@leave.example.com'];
    const [path, theirs] = [await linkTo(mine), await linkTo(other)];
    // Who got it forwarded sees that it is not about them.
    const page = await ask(path);
    expect(page.text).toContain('o•••@leave.example.com');
    expect((await ask(path.replace('unsubscribe', 'preferences'))).text).toContain('o•••@leave.example.com');
    // The email of one with the signature of another: nothing says that the holder may speak for that person.
    const [signed, aimed] = [path, theirs].map((each) => Buffer.from(each.split('/')[2] ?? '', 'base64url'));
    const forged = Buffer.concat([aimed?.subarray(0, 18) ?? Buffer.of(), signed?.subarray(18) ?? Buffer.of()]);
    for (const place of ['unsubscribe', 'preferences']) {
      const at = `/${place}/${forged.toString('base64url')}`;
      expect((await ask(at)).status).toBe(404);
      expect((await ask(at, form([['form', formTokenIn(page.text)]]))).status).toBe(404);
    }
    expect((await ask(path, form([['form', formTokenIn(page.text)]]))).status).toBe(200);
    expect(await contact(mine)).toMatchObject({ unsubscribed: true });
    expect(await contact(other)).toBeUndefined();
    expect(await oneMore(other)).toMatchObject({ status: 'delivered' });
  });

  it('takes no form of another link', async () => {
    const [mine, other] = [await linkTo('mine@leave.example.com'), await linkTo('other@leave.example.com')];
    const { text } = await ask(mine);
    expect((await ask(other, form([['form', formTokenIn(text)]]))).status).toBe(403);
    expect((await ask(other.replace('unsubscribe', 'preferences'), form([['none', '1']]))).status).toBe(403);
    expect(await contact('other@leave.example.com')).toBeUndefined();
  });
});

describe('the preference page', () => {
  it('takes back what was said, by a yes of the person', async () => {
    const address = 'back@leave.example.com';
    const path = await linkTo(address);
    const preferences = path.replace('unsubscribe', 'preferences');
    const page = await ask(preferences);
    const none = await ask(
      preferences,
      form([
        ['form', formTokenIn(page.text)],
        ['none', '1'],
      ]),
    );
    expect(none.text).toContain('Your choice is saved.');
    expect(none.text).toMatch(/name="none" value="1" checked/);
    expect(await contact(address)).toMatchObject({ unsubscribed: true });
    await ask(preferences, form([['form', formTokenIn(none.text)]]));
    expect(await contact(address)).toMatchObject({ unsubscribed: false });
    expect(await oneMore(address)).toMatchObject({ status: 'delivered' });
  });
});

describe('topics', () => {
  const topic = async (name: string, more: object = {}) => {
    const made = { name, default_subscription: 'opt_in', visibility: 'public', ...more };
    return ((await posthorn.call('POST', '/topics', made)).body as { readonly id: string }).id;
  };
  const about = async (to: string, topic_id: string) => {
    const { messages, id } = await delivered([to], { topic_id, headers: {} });
    expect((await posthorn.email(id)).topic_id).toBe(topic_id);
    return linkIn(messages[0] ?? '');
  };
  const subscriptions = async (address: string) => {
    const { body } = await posthorn.call('GET', `/contacts/${address}/topics`);
    const { data } = body as { readonly data: readonly { readonly name: string; readonly subscription: string }[] };
    return Object.fromEntries(data.map(({ name, subscription }) => [name, subscription]));
  };

  it('are left one by one, and chosen on the page by those who may see them', async () => {
    const [news, offers, secret] = [
      await topic('News'),
      await topic('Offers', { default_subscription: 'opt_out', description: 'Now and then' }),
      await topic('Secret', { visibility: 'private' }),
    ];
    const address = 'topics@leave.example.com';
    const path = await about(address, news);
    expect((await ask(path)).text).toContain('Unsubscribe from “News”?');
    expect((await ask(path, oneClick)).text).toContain('unsubscribed from “News”');
    expect(await subscriptions(address)).toMatchObject({ News: 'opt_out', Offers: 'opt_out', Secret: 'opt_in' });
    const id = await posthorn.send({ ...marketing, to: address, topic_id: news });
    const { recipients } = await posthorn.until(id, 'suppressed');
    expect(recipients[0]).toMatchObject({ reason: 'unsubscribed', topic_id: news });

    const preferences = path.replace('unsubscribe', 'preferences');
    const { text } = await ask(preferences);
    expect(text).toContain('<small>Now and then</small>');
    expect(text).not.toContain('Secret');
    const fields = [news, offers, secret].map((shown) => ['shown', shown] as const);
    const wanted = [
      ['topic', news],
      ['topic', offers],
    ] as const;
    const saved = await ask(preferences, form([['form', formTokenIn(text)], ...fields, ...wanted]));
    expect(saved.text.match(/name="topic" value="[^"]+" checked/g)).toHaveLength(2);
    // One that is not shown is not said anything about, whatever a form claims.
    expect(await subscriptions(address)).toMatchObject({ News: 'opt_in', Offers: 'opt_in', Secret: 'opt_in' });
  });

  it('have figures: who left by a link of a mail counts with that mail, once', async () => {
    const measured = await topic('Measured');
    const [leaving] = [
      await about('one@measured.example.com', measured),
      await about('two@measured.example.com', measured),
    ];
    await ask(leaving, oneClick);
    await ask(leaving, oneClick);
    const read = async (path: string) => (await posthorn.call('GET', path)).body as Metrics;
    // Mail of a sandbox counts where one asks for its domain.
    const [sandbox] = (await read('/dashboard-api/metrics')).sandbox;
    const { rows } = await waitFor(
      () => read(`/dashboard-api/metrics?by=topic&domain_id=${sandbox?.id}`),
      (found) => found.rows.some(({ id, unsubscribed }) => id === measured && unsubscribed === 1),
    );
    expect(rows.find(({ id }) => id === measured)).toMatchObject({
      kind: 'topic',
      name: 'Measured',
      sent: 2,
      unsubscribed: 1,
      unsubscribe_rate: 50,
    });
    const { totals } = await read('/emails/metrics?metrics=unsubscribed,unsubscribe_rate');
    expect(totals.unsubscribed).toBe(rows.reduce((sum, { unsubscribed }) => sum + unsubscribed, 0));
  });

  it('that ask for a yes reach only who said it; one that there is not is refused', async () => {
    const offers = await topic('Asking', { default_subscription: 'opt_out' });
    const id = await posthorn.send({ ...marketing, to: 'silent@leave.example.com', topic_id: offers });
    const { recipients } = await posthorn.until(id, 'suppressed');
    expect(recipients[0]).toMatchObject({ reason: 'not-subscribed', topic_id: offers });
    const unknown = { ...marketing, to: 'silent@leave.example.com', topic_id: '0195d6a0-0000-7000-8000-0000000000ff' };
    const refused = await posthorn.call('POST', '/emails', unknown);
    expect(refused).toMatchObject({ status: 404, body: { name: 'not_found', message: 'Topic not found' } });
    const batch = await posthorn.call('POST', '/emails/batch', [{ ...unknown, topic_id: offers }, unknown]);
    expect(batch).toMatchObject({ status: 404, body: { message: expect.stringContaining('Topic not found') } });
  });
});

describe('the page of a team', () => {
  const page = '/dashboard-api/unsubscribe-page';

  it('has its words, its color and its logo, and what is said there names its version', async () => {
    const logo = 'data:image/png;base64,iVBORw0KGgo=';
    const texts = {
      en: { title: 'Emails from <Shop>', text: 'Choose.' },
      de: { title: 'Mails vom Laden', text: null },
    };
    const { body } = await posthorn.call('PATCH', page, { color: '#0F766E', logo, texts });
    expect(body).toMatchObject({ object: 'unsubscribe_page', version: 1, color: '#0f766e' });
    const address = 'page@leave.example.com';
    const path = await linkTo(address);
    const french = await ask(path, { headers: { 'accept-language': 'fr' } });
    expect(french.text).toContain('Emails from &lt;Shop&gt;');
    expect(french.text).toContain(`<img class="logo" alt="" src="${logo}">`);
    expect(french.text).toContain('#0f766e');
    const german = await ask(path, { headers: { 'accept-language': 'de' } });
    expect(german.text).toContain('Mails vom Laden');
    await ask(path, form([['form', formTokenIn(german.text)]]));
    const id = ((await posthorn.call('GET', `/contacts/${address}`)).body as { readonly id: string }).id;
    const { entries } = await answerOf<{ readonly entries: readonly { readonly summary: string }[] }>(server.dataDir, [
      'audit',
      id,
    ]);
    expect(entries.at(-1)?.summary).toMatch(/^Unsubscribed from all marketing \(page, email [0-9a-f-]{36}\)$/);
  });

  it.each([
    [{ color: 'red' }, 'color'],
    [{ logo: 'https://example.com/logo.png' }, 'logo'],
    [{ logo: 'data:image/svg+xml;base64,PHN2Zz4=' }, 'logo'],
    [{ texts: { xx: { title: 'x' } } }, 'texts'],
    [{ texts: { en: { title: 'x'.repeat(101) } } }, 'texts'],
  ])('takes nothing that is not its own: %j', async (change, field) => {
    const { status, body } = await posthorn.call('PATCH', page, change);
    expect(status).toBe(422);
    expect(body).toMatchObject({ message: expect.stringContaining(`\`${field}\``) });
  });

  it('is shown before it is saved', async () => {
    const { version } = (await posthorn.call('GET', page)).body as { readonly version: number };
    const change = { texts: { es: { title: 'Hola', text: null } }, language: 'es', page: 'preferences' };
    const { body } = await posthorn.call('POST', `${page}/preview`, change);
    const { html } = body as { readonly html: string };
    expect(html).toContain('Hola');
    // What the team has for everybody, as the page of a person shows it.
    expect(html).toContain('<span dir="auto">News</span>');
    expect(html).not.toContain('Secret');
    expect((await posthorn.call('GET', page)).body).toMatchObject({ version });
  });
});

function formData(): FormData {
  const data = new FormData();
  data.set('List-Unsubscribe', 'One-Click');
  return data;
}
