import PostalMime from 'postal-mime';
import { type RunningServer, startServer } from '../../support/server.js';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { type Posthorn, posthornAt } from '../delivery/setup.js';

let server: RunningServer;
let posthorn: Posthorn;
let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink();
  server = await startServer({
    env: {
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_SECOND: '1000',
      DELIVERY_MODE: 'relay',
      RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
      PREVERIFIED_DOMAINS: 'shop.example.com',
    },
  });
  posthorn = posthornAt(server);
});
afterAll(async () => {
  await server.stop();
  await sink.close();
});

const site = 'https://www.example.com';
const from = 'Shop <news@shop.example.com>';

const made = async (path: string, body: object): Promise<string> =>
  ((await posthorn.call('POST', path, body)).body as { readonly id: string }).id;
const topic = (name: string, defaultSubscription = 'opt_out') =>
  made('/topics', { name, default_subscription: defaultSubscription, visibility: 'public' });
const forms = '/dashboard-api/forms';
/** A form for one topic, on one site. */
const formFor = (topicId: string, isDouble: boolean, more: object = {}) =>
  made(forms, {
    name: 'Footer',
    topics: [{ topic_id: topicId, double_opt_in: isDouble }],
    origins: [site],
    ...(isDouble ? { from } : {}),
    ...more,
  });

/** As any browser or program asks, without a key and without a cookie. */
async function askOnce(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${server.url}${path}`, { redirect: 'manual', ...init });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text };
}
/** Patiently: a link is opened five times a second. */
const ask = (path: string, init?: RequestInit) =>
  waitFor(
    () => askOnce(path, init),
    ({ status }) => status !== 429,
  );
const asForm = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers,
});
const asJson = (body: object, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', origin: site, ...headers },
});
const join = (form: string, email: string) => ask(`/subscribe/${form}`, asForm({ email }, { origin: site }));
const tokenIn = (html: string): string => /name="form" value="([^"]+)"/.exec(html)?.[1] ?? '';

const contact = async (address: string) => {
  const { status, body } = await posthorn.call('GET', `/contacts/${address}`);
  return status === 404 ? undefined : (body as { readonly id: string; readonly unsubscribed: boolean });
};
const subscriptions = async (address: string) => {
  const { body } = await posthorn.call('GET', `/contacts/${address}/topics`);
  const { data } = body as { readonly data: readonly { readonly name: string; readonly subscription: string }[] };
  return Object.fromEntries(data.map(({ name, subscription }) => [name, subscription]));
};
const consents = async (address: string) => {
  const { body } = await posthorn.call('GET', `/dashboard-api/contacts/${(await contact(address))?.id}/consents`);
  return (body as { readonly data: readonly object[] }).data;
};

/** The same path, typed in as many ways as there are numbers. */
function spelled(id: string, number: number): string {
  const typed = Array.from(id, (letter, at) => {
    if ((number >> (at % 5)) % 2 === 0) return letter;
    return at % 2 === 0 ? letter.toUpperCase() : `%${letter.charCodeAt(0).toString(16)}`;
  }).join('');
  return `${number % 3 === 0 ? '//' : '/'}subscribe/${typed}${number % 2 === 0 ? '/' : ''}?n=${number}`;
}

const messagesTo = (address: string) => sink.messages.filter(({ recipients }) => recipients.includes(address));
/** The path of the link in the email that asks for the confirmation, as a mail program finds it. */
async function linkTo(address: string): Promise<string> {
  const [message] = await waitFor(
    () => messagesTo(address),
    ({ length }) => length > 0,
  );
  const { text = '', from: sender, headers } = await PostalMime.parse(message?.raw ?? '');
  expect(sender).toEqual({ name: 'Shop', address: 'news@shop.example.com' });
  expect(headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  return new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').pathname;
}

describe('a form of html', () => {
  it('subscribes at once where nothing is to be confirmed, with who asked, when and by which version', async () => {
    const segment = await made('/segments', { name: 'Site' });
    const form = await formFor(await topic('News'), false, { segments: [segment] });
    const address = 'plain@join.example.com';
    const answer = await join(form, address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('Your sign-up was received.');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await subscriptions(address)).toMatchObject({ News: 'opt_in' });
    expect(await consents(address)).toMatchObject([
      {
        subscription: 'opt_in',
        means: 'form',
        form_id: form,
        page_version: expect.stringMatching(/^1\/\d+\.\d+\.en$/),
      },
    ]);
    const { body } = await posthorn.call('GET', `/contacts/${address}/segments`);
    expect(body).toMatchObject({ data: [{ id: segment }] });
    expect(messagesTo(address)).toEqual([]);
    expect((await posthorn.call('GET', `/contacts?form_id=${form}&total=true`)).body).toMatchObject({
      total: { count: 1, exact: true },
      data: [{ email: address }],
    });
    const unknown = '00000000-0000-7000-8000-000000000000';
    expect((await posthorn.call('GET', `${forms}/joins?ids=${form},${unknown}`)).body).toMatchObject({
      data: [{ id: form, joins: 1 }],
    });
  });

  it('has a page of its own, which works without script and says what is wrong', async () => {
    const form = await formFor(await topic('Own page'), false, { origins: [] });
    const page = await ask(`/subscribe/${form}`, { headers: { 'accept-language': 'de' } });
    expect(page.text).toContain('„Own page“ per Mail bekommen.');
    expect(page.text).not.toMatch(/<script|https?:\/\//);
    const fields = { form: tokenIn(page.text), website: '' };
    // As browsers name the origin of a page that keeps its referrer to itself.
    const headers = { origin: 'null' };
    const wrong = await ask(`/subscribe/${form}`, asForm({ ...fields, email: '"><b>nobody' }, headers));
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('Enter an email address, for example');
    expect(wrong.text).toContain('value="&quot;&gt;&lt;b&gt;nobody"');
    const address = 'own@join.example.com';
    expect((await ask(`/subscribe/${form}`, asForm({ ...fields, email: address }, headers))).status).toBe(200);
    expect(await subscriptions(address)).toMatchObject({ 'Own page': 'opt_in' });
  });

  it('leads on to where the team wants it, and not to where a visitor does', async () => {
    const form = await formFor(await topic('Redirect'), false, { redirect_url: 'https://www.example.com/thanks' });
    const fields = { email: 'redirect@join.example.com', redirect_url: 'https://elsewhere.example.com' };
    const answer = await ask(`/subscribe/${form}`, asForm(fields, { origin: site }));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://www.example.com/thanks']);
    // A browser follows it from our page only where the page's policy says so.
    const page = await ask(`/subscribe/${form}`);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://www.example.com;");
  });

  it('is a plain page where it is off, deleted, another kind of id, or on a site that it does not know', async () => {
    const form = await formFor(await topic('Gone'), false);
    const foreign = await ask(
      `/subscribe/${form}`,
      asForm({ email: 'x@join.example.com' }, { origin: 'https://evil.example.com' }),
    );
    expect([foreign.status, foreign.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(foreign.text).toContain('be used from this site');
    await posthorn.call('PATCH', `${forms}/${form}`, { enabled: false });
    const paths = [`/subscribe/${form}`, '/subscribe/nothing', '/subscribe/0195d6a0-0000-7000-8000-0000000000ff'];
    for (const path of paths) {
      const answer = await ask(path, asForm({ email: 'x@join.example.com' }));
      expect([path, answer.status, answer.text.includes('This form is not available')]).toEqual([path, 404, true]);
    }
    expect(await contact('x@join.example.com')).toBeUndefined();
  });

  it('does nothing for a program that fills in what people do not see, and answers the same', async () => {
    const form = await formFor(await topic('Trap'), false);
    const address = 'bot@join.example.com';
    const trapped = await ask(`/subscribe/${form}`, asForm({ email: address, website: 'https://spam.example.com' }));
    const other = await join(form, 'person@join.example.com');
    expect([trapped.status, trapped.text]).toEqual([other.status, other.text]);
    expect(await contact(address)).toBeUndefined();
  });

  it('answers a network a few times a second', async () => {
    const form = await formFor(await topic('Limit'), false);
    // Another way of writing it is no other form.
    const asked = Array.from({ length: 30 }, (_, at) =>
      askOnce(spelled(form, at), asForm({ email: 'many@join.example.com', website: 'x' })),
    );
    const answers = await Promise.all(asked);
    // All of it may lie on both sides of the end of a second.
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.text).toContain('This does not work right now');
    expect(refused[0]?.headers.get('retry-after')).not.toBeNull();
  });
});

describe('the JSON of a form', () => {
  it('is for the pages of sites that the form names', async () => {
    const form = await formFor(await topic('Script'), false);
    const preflight = (origin: string) =>
      ask(`/subscribe/${form}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      });
    const allowed = await preflight(site);
    expect(allowed.status).toBe(204);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': site,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      vary: 'Origin',
    });
    const refused = await preflight('https://evil.example.com');
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);

    const address = 'script@join.example.com';
    const answer = await ask(`/subscribe/${form}`, asJson({ email: address }));
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { object: 'sign_up', confirmation: false }]);
    expect(answer.headers.get('access-control-allow-origin')).toBe(site);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(await subscriptions(address)).toMatchObject({ Script: 'opt_in' });

    const evil = { origin: 'https://evil.example.com' };
    const foreign = await ask(`/subscribe/${form}`, asJson({ email: 'evil@join.example.com' }, evil));
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    expect(await contact('evil@join.example.com')).toBeUndefined();
    const wrong = await ask(`/subscribe/${form}`, asJson({ email: 'no address' }));
    expect([wrong.status, wrong.headers.get('access-control-allow-origin')]).toEqual([422, site]);
    expect(JSON.parse(wrong.text)).toMatchObject({
      name: 'validation_error',
      message: expect.stringContaining('`email`'),
    });
  });
});

describe('double opt-in', () => {
  it('asks the person by email, shows whose address it is, and subscribes by a button alone', async () => {
    const segment = await made('/segments', { name: 'Confirmed' });
    const form = await formFor(await topic('Double'), true, { segments: [segment] });
    const address = 'double@join.example.com';
    const asked = await join(form, address);
    expect(asked.text).toContain('Almost done: check your inbox.');
    expect(await contact(address)).toBeUndefined();
    const path = await linkTo(address);
    expect(path).not.toContain('double');

    // A scanner that follows every link.
    for (const method of ['HEAD', 'GET', 'GET']) {
      expect((await ask(path, { method, headers: { 'user-agent': 'scanner', purpose: 'prefetch' } })).status).toBe(200);
    }
    expect(await contact(address)).toBeUndefined();
    const page = await ask(path);
    expect(page.text).toContain('Subscribe to “Double”?');
    expect(page.text).toContain('d•••@join.example.com');
    expect(page.text).not.toContain(address);
    expect(page.headers.get('cache-control')).toBe('no-store');
    // A form of another site, or one that a program makes up.
    expect((await ask(path, asForm({ form: '' }))).status).toBe(403);
    expect((await ask(path, asForm({ form: tokenIn((await ask(`/subscribe/${form}`)).text) }))).status).toBe(403);
    expect(await contact(address)).toBeUndefined();

    const done = await ask(path, asForm({ form: tokenIn(page.text) }, { 'user-agent': 'Browser' }));
    expect([done.status, done.text.includes('You are subscribed to “Double”.')]).toEqual([200, true]);
    expect(await subscriptions(address)).toMatchObject({ Double: 'opt_in' });
    expect(await consents(address)).toMatchObject([
      { subscription: 'opt_in', means: 'double-opt-in', form_id: form, email_id: expect.any(String) },
    ]);
    const { body } = await posthorn.call('GET', `/contacts/${address}/segments`);
    expect(body).toMatchObject({ data: [{ id: segment }] });
    // Once more says nothing new.
    expect((await ask(path)).text).toContain('You are subscribed to “Double”.');
    expect((await ask(path, asForm({ form: tokenIn(page.text) }))).status).toBe(200);
    expect(await consents(address)).toHaveLength(1);
  });

  it('writes to an address once, however often it is typed, and says no other thing about a known one', async () => {
    const form = await formFor(await topic('Once'), true);
    const address = 'once@join.example.com';
    const first = await join(form, address);
    await linkTo(address);
    await ask(await linkTo(address), asForm({ form: tokenIn((await ask(await linkTo(address))).text) }));
    const again = await join(form, address);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    await join(form, 'after@join.example.com');
    await linkTo('after@join.example.com');
    expect(messagesTo(address)).toHaveLength(1);
  });

  it('agrees to what was shown: a form that was changed since is read again', async () => {
    const form = await formFor(await topic('Version'), true);
    const address = 'version@join.example.com';
    await join(form, address);
    const path = await linkTo(address);
    const page = await ask(path);
    const topics = [{ topic_id: await topic('More'), double_opt_in: true }];
    expect((await posthorn.call('PATCH', `${forms}/${form}`, { topics })).status).toBe(200);
    expect((await ask(path, asForm({ form: tokenIn(page.text) }))).status).toBe(403);
    expect(await contact(address)).toBeUndefined();
    expect((await ask(path)).text).toContain('Subscribe to “More”?');
  });

  it('looks as the brand does, and speaks its language where nobody says another', async () => {
    const form = await formFor(await topic('Branded'), true);
    await posthorn.call('PATCH', '/dashboard-api/brand', { language: 'de-AT', color: '#0f766e' });
    const address = 'branded@join.example.com';
    await ask(`/subscribe/${form}`, asJson({ email: address }));
    const path = await linkTo(address);
    await posthorn.call('PATCH', '/dashboard-api/brand', { language: null, color: null });
    const { html = '', subject } = await PostalMime.parse(messagesTo(address)[0]?.raw ?? '');
    expect(subject).toBe('Bitte bestätigen Sie Ihre Anmeldung');
    expect(html).toContain('bgcolor="#0f766e"');
    expect(html).toContain(`${path}" style="`);
  });

  it('opens nothing where the link was changed, is of another form, or no link of this kind', async () => {
    const form = await formFor(await topic('Tampered'), true);
    const other = await formFor(await topic('Other'), true);
    await join(form, 'tampered@join.example.com');
    const token = (await linkTo('tampered@join.example.com')).split('/')[2] ?? '';
    const bytes = Buffer.from(token, 'base64url');
    const changed = [0, 20, 40, bytes.length - 1].map((at) => {
      const copy = Buffer.from(bytes);
      copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
      return copy.toString('base64url');
    });
    const spliced = Buffer.from(bytes);
    spliced.write(other.replaceAll('-', ''), 16, 'hex');
    for (const wrong of [...changed, spliced.toString('base64url'), `${token}A`, 'nothing', '%00']) {
      const answer = await ask(`/confirm/${wrong}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(answer.text).toContain('This link does not work');
    }
    expect((await ask(`/unsubscribe/${token}`)).status).toBe(404);
    await posthorn.call('DELETE', `${forms}/${form}`);
    expect((await ask(`/confirm/${token}`)).status).toBe(404);
  });
});

describe('who has left', () => {
  const leave = async (address: string, change: object) => {
    await posthorn.call('POST', '/contacts', { email: address, ...change });
  };

  it('is not brought back by a form that anyone can send', async () => {
    const news = await topic('Left');
    const form = await formFor(news, false);
    const address = 'left@join.example.com';
    await leave(address, { topics: [{ id: news, subscription: 'opt_out' }] });
    const answer = await join(form, address);
    const stranger = await join(form, 'new@join.example.com');
    expect([answer.status, answer.text]).toEqual([stranger.status, stranger.text]);
    expect(await subscriptions(address)).toMatchObject({ Left: 'opt_out' });
    // Nor when it was deleted in between.
    await posthorn.call('DELETE', `/contacts/${address}`);
    await join(form, address);
    expect(await contact(address)).toBeUndefined();
  });

  it('comes back by a yes of the person to what was asked, and to nothing else', async () => {
    const [news, other] = [await topic('Return'), await topic('Default', 'opt_in')];
    // Nothing waits for a confirmation here, but who has left is asked.
    const form = await formFor(news, false, { from });
    const address = 'return@join.example.com';
    await leave(address, { unsubscribed: true });
    await join(form, address);
    expect(await contact(address)).toMatchObject({ unsubscribed: true });
    const path = await linkTo(address);
    const page = await ask(path);
    expect(page.text).toContain('You unsubscribed from all marketing emails before.');
    await ask(path, asForm({ form: tokenIn(page.text) }));
    expect(await contact(address)).toMatchObject({ unsubscribed: false });
    expect(await subscriptions(address)).toMatchObject({ Return: 'opt_in', Default: 'opt_out' });
    const id = await posthorn.send({ from, to: address, subject: 'Hi', text: 'Hi', topic_id: other });
    expect((await posthorn.until(id, 'suppressed')).recipients[0]).toMatchObject({ reason: 'unsubscribed' });
  });
});

describe('a form of a team', () => {
  it.each([
    [{ topics: [] }, 422, '`topics`'],
    [{ topics: [{ topic_id: 'x' }] }, 422, '`topics`'],
    [{ topics: [{ topic_id: '0195d6a0-0000-7000-8000-0000000000ff' }], from }, 404, 'Topic not found'],
    [{ origins: ['https://example.com/path'] }, 422, '`origins`'],
    [{ origins: ['*'] }, 422, '`origins`'],
    [{ texts: { it: { title: 'Ciao' } } }, 422, '`title` of at most 100'],
    [{ redirect_url: 'javascript:alert(1)' }, 422, '`redirect_url`'],
    [{ from: 'news@elsewhere.example.com' }, 422, 'not verified'],
  ])('takes nothing that it cannot do: %j', async (change, status, said) => {
    const topics = [{ topic_id: await topic(`For ${said}`), double_opt_in: false }];
    const answer = await posthorn.call('POST', forms, { name: 'Wrong', topics, ...change });
    expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(said) } });
  });

  it('needs a sender where something is to be confirmed', async () => {
    const topics = [{ topic_id: await topic('Unsent') }];
    const answer = await posthorn.call('POST', forms, { name: 'Wrong', topics });
    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining('`from`') } });
  });
});
