import { Browser } from '../../support/browser.js';
import { waitFor } from '../../support/wait-for.js';
import { admin, password, usePeople } from './setup.js';

const people = usePeople({ TRUSTED_PROXIES: '127.0.0.1' });
const changing = { name: 'Changed' };

describe('another site', () => {
  it.each([
    ['a page of another origin', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['an older browser with the origin of another', { origin: 'https://evil.example.com' }],
    ['a form without any of it', {}],
  ])('changes nothing with the cookie of a person: %s', async (_what, headers: Readonly<Record<string, string>>) => {
    const foreign = new Browser(people.server().url, headers);
    foreign.csrf = people.admin().csrf;
    for (const [name, value] of people.admin().cookies) foreign.cookies.set(name, value);
    const refused = { status: 403, body: { name: 'security_error' } };
    expect(await foreign.call('PATCH', '/dashboard-api/profile', changing)).toMatchObject(refused);
    expect(await foreign.call('POST', '/api-keys', changing)).toMatchObject(refused);
    expect(await foreign.call('POST', '/dashboard-api/sign-in', admin)).toMatchObject(refused);
  });

  it('does not know the token of the session, which every change must bring', async () => {
    const browser = new Browser(people.server().url);
    await browser.signIn(admin.email, password);
    const other = new Browser(people.server().url);
    await other.signIn(admin.email, password);
    for (const token of [undefined, '', 'x'.repeat(64), other.csrf]) {
      browser.csrf = token;
      expect(await browser.call('PATCH', '/dashboard-api/profile', changing)).toMatchObject({
        status: 403,
        body: { name: 'security_error' },
      });
    }
  });
});

describe('a session', () => {
  it('never has an id that the browser brought', async () => {
    const browser = new Browser(people.server().url);
    browser.cookies.set('posthorn_session', 'chosen-by-the-attacker');
    await browser.signIn(admin.email, password);
    expect(browser.cookies.get('posthorn_session')).toMatch(/^[\w-]{43}$/);
    const first = new Browser(people.server().url);
    for (const [name, value] of browser.cookies) first.cookies.set(name, value);
    await browser.signIn(admin.email, password);
    // The one before has ended with the new one.
    expect(await first.session()).toMatchObject({ status: 401 });
  });

  it('opens nothing for a thief once its owner has signed out', async () => {
    const [owner, thief] = [new Browser(people.server().url), new Browser(people.server().url)];
    const { headers } = await owner.signIn(admin.email, password);
    expect(headers.getSetCookie()[0]).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
    expect(await thief.session()).toMatchObject({ status: 200 });
    expect(await owner.call('POST', '/dashboard-api/sign-out')).toMatchObject({ status: 200 });
    expect(owner.cookies.has('posthorn_session')).toBe(false);
    expect(await thief.session()).toMatchObject({ status: 401 });
    expect(await thief.call('GET', '/emails')).toMatchObject({ status: 401 });
  });

  it('of an admin who is demoted is one of a reader at once', async () => {
    const demoted = await people.person('admin', 'demoted@example.com');
    const found = (await people.admin().call('GET', '/dashboard-api/people')).body['data'] as readonly {
      readonly id: string;
      readonly email: string;
    }[];
    const id = found.find(({ email }) => email === 'demoted@example.com')?.id ?? '';
    expect(await demoted.call('GET', '/dashboard-api/invitations')).toMatchObject({ status: 200 });
    await people.admin().call('PATCH', `/dashboard-api/people/${id}`, { role: 'read-only' });
    expect(await demoted.call('GET', '/dashboard-api/invitations')).toMatchObject({ status: 403 });
    expect(await demoted.call('PATCH', `/dashboard-api/people/${id}`, { role: 'admin' })).toMatchObject({
      status: 403,
    });
    expect(await demoted.call('POST', '/api-keys', { name: 'Back door' })).toMatchObject({ status: 403 });
  });

  it('is no way around a key, nor a key around a session', async () => {
    const answer = await fetch(`${people.server().url}/dashboard-api/people`, {
      headers: { authorization: `Bearer ${people.server().key}` },
    });
    expect(answer.status).toBe(401);
  });
});

describe('who has an account', () => {
  it('is said neither by the words of a refusal nor by its time', async () => {
    await people.person('member', 'known@example.com');
    const times = new Map<string, number[]>();
    const wordings = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      for (const email of ['known@example.com', 'unknown@example.com']) {
        const begun = performance.now();
        const answer = await new Browser(people.server().url).call('POST', '/dashboard-api/sign-in', {
          email,
          password: 'wrong',
        });
        times.set(email, [...(times.get(email) ?? []), performance.now() - begun]);
        wordings.add(`${answer.status} ${JSON.stringify(answer.body)}`);
      }
    }
    expect([...wordings]).toEqual([expect.stringContaining('401')]);
    // Both compare a password: without that an unknown address is answered in a millisecond.
    // The fastest answer is what other work on the machine disturbs least.
    const fastest = (email: string) => Math.min(...(times.get(email) ?? []));
    expect(fastest('unknown@example.com')).toBeGreaterThan(fastest('known@example.com') / 3);
    for (const email of ['known@example.com', 'unknown@example.com']) {
      const asked = await new Browser(people.server().url).call('POST', '/dashboard-api/password-reset', { email });
      expect(asked).toMatchObject({ status: 200, body: { object: 'done' } });
    }
  });
});

describe('a mail with a link', () => {
  it('is hidden from every team, whose members could take over the account with it', async () => {
    const invited = await people.admin().call('POST', '/dashboard-api/invitations', {
      email: 'delivered@resend.dev',
      role: 'admin',
    });
    expect(invited).toMatchObject({ status: 201, body: { mail_sent: true } });
    const mail = { from: 'a@resend.dev', to: 'delivered@resend.dev', subject: 'Of the team', text: 'x' };
    const sent = await people.admin().call('POST', '/emails', mail);
    expect(sent).toMatchObject({ status: 200 });
    const listed = (await people.admin().call('GET', '/emails')).body['data'] as readonly { readonly id: string }[];
    expect(listed.map(({ id }) => id)).toEqual([sent.body['id']]);
  });
});

describe('guessing', () => {
  it('is slowed, and the owner is not, who has signed in from this browser before', async () => {
    const owner = await people.person('member', 'guessed@example.com');
    await owner.call('POST', '/dashboard-api/sign-out');
    const attacker = new Browser(people.server().url);
    const guess = () =>
      attacker.call('POST', '/dashboard-api/sign-in', { email: 'guessed@example.com', password: 'no' });
    const statuses = [];
    for (let tries = 0; tries < 8; tries += 1) statuses.push((await guess()).status);
    expect(statuses.at(-1)).toBe(429);
    expect(Number((await guess()).headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await owner.signIn('guessed@example.com', password)).toMatchObject({ status: 200 });
  });

  it('by many from everywhere is turned away once too many wait, and who has signed in before comes in', async () => {
    const owner = await people.person('member', 'flooded@example.com');
    await owner.call('POST', '/dashboard-api/sign-out');
    const flood = Array.from({ length: 200 }, (_, index) => {
      const stranger = new Browser(people.server().url);
      const from = { 'x-forwarded-for': `10.0.${index}.1` };
      const body = { email: `nobody${index}@example.com`, password: 'a guess of a stranger' };
      return stranger.call('POST', '/dashboard-api/sign-in', body, from);
    });
    expect(await owner.signIn('flooded@example.com', password)).toMatchObject({ status: 200 });
    const statuses = new Set((await Promise.all(flood)).map(({ status }) => status));
    expect(statuses).toEqual(new Set([401, 503]));
  });
});

describe('the operator', () => {
  it('hears of each kind of attack by a name of its own, with where it came from and nothing that was tried', async () => {
    const { url } = people.server();
    const reader = await people.person('read-only', 'curious@example.com');
    const proving = await people.person('member', 'proving@example.com');
    await proving.call('POST', '/dashboard-api/profile/totp');
    const ended = new Browser(url);
    ended.cookies.set('posthorn_session', 'x'.repeat(43));
    const foreign = new Browser(url, { 'sec-fetch-site': 'cross-site' });
    const secret = 'a secret that was tried';
    const attacks: readonly (readonly [string, () => Promise<{ readonly status: number }>])[] = [
      ['sign-in-failed', () => new Browser(url).signIn('proving@example.com', secret)],
      ['totp-failed', () => proving.call('POST', '/dashboard-api/profile/totp/confirm', { code: '000000' })],
      ['session-refused', () => ended.session()],
      ['csrf-refused', () => foreign.call('POST', '/dashboard-api/sign-in', admin)],
      [
        'link-refused',
        () => new Browser(url).call('POST', '/dashboard-api/password-reset/confirm', { token: secret, password }),
      ],
      [
        'access-refused',
        () => reader.call('POST', '/dashboard-api/invitations', { email: 'a@example.com', role: 'admin' }),
      ],
      ['key-refused', () => new Browser(url).call('GET', '/emails', undefined, { authorization: `Bearer ${secret}` })],
    ];
    const counts = async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const found = text.matchAll(/^posthorn_security_events_total\{event="([\w-]+)"\} (\d+)/gm);
      return new Map([...found].map(([, event = '', count]) => [event, Number(count)]));
    };
    for (const [event, attack] of attacks) {
      const before = await counts();
      expect((await attack()).status).toBeGreaterThan(400);
      // Figures are made once a second.
      const grown = await waitFor(counts, (after) => (after.get(event) ?? 0) > (before.get(event) ?? 0));
      const others = [...grown].filter(([name, count]) => name !== event && count !== (before.get(name) ?? 0));
      expect({ event, others }).toEqual({ event, others: [] });
      expect(people.server().output()).toContain(`"securityEvent":"${event}"`);
    }
    expect(people.server().output()).not.toContain(secret);
  });
});
