import { Browser } from '../../support/browser.js';
import { codeOf, stepNow } from '../../support/totp.js';
import { password, usePeople } from './setup.js';

const people = usePeople();
const secondFactor = '/dashboard-api/sign-in/second-factor';
const wrong = { status: 401, body: { name: 'invalid_access' } };

/** A member with an authenticator app; `step`: of the code that confirmed it. */
async function withApp(email: string) {
  const browser = await people.person('member', email);
  const { body } = await browser.call('POST', '/dashboard-api/profile/totp');
  const secret = String(body['secret']);
  const step = stepNow();
  const before = browser.cookies.get('posthorn_session');
  const confirmed = await browser.call('POST', '/dashboard-api/profile/totp/confirm', { code: codeOf(secret, step) });
  expect(confirmed).toMatchObject({ status: 200 });
  // No fixation: the session with a second factor has a token of its own.
  expect(browser.cookies.get('posthorn_session')).not.toBe(before);
  await browser.session();
  return { browser, secret, step, codes: confirmed.body['recovery_codes'] as readonly string[] };
}

async function begun(email: string): Promise<Browser> {
  const browser = new Browser(people.server().url);
  const answer = await browser.signIn(email, password);
  expect(answer).toMatchObject({ status: 200, body: { state: 'second_factor' } });
  return browser;
}

describe('an authenticator app', () => {
  it('is asked for after the password, and each of its codes opens one session', async () => {
    const { browser, secret, step } = await withApp('app@example.com');
    expect((await browser.session()).body).toMatchObject({ user: { has_totp: true } });
    const [first, second] = [await begun('app@example.com'), await begun('app@example.com')];
    expect(await first.session()).toMatchObject({ status: 401 });
    expect(await first.call('GET', '/emails')).toMatchObject({ status: 401 });
    // The code that confirmed the app was seen once already.
    expect(await first.call('POST', secondFactor, { code: codeOf(secret, step) })).toMatchObject(wrong);
    const code = codeOf(secret, step + 1);
    const answers = await Promise.all([first, second].map((each) => each.call('POST', secondFactor, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const [won, lost] = answers[0]?.status === 200 ? [first, second] : [second, first];
    expect(await won.session()).toMatchObject({ status: 200 });
    expect(await lost.session()).toMatchObject({ status: 401 });
  });

  it('gives recovery codes, each of which opens one session', async () => {
    const { codes } = await withApp('paper@example.com');
    expect(codes).toHaveLength(10);
    const [first, second] = [await begun('paper@example.com'), await begun('paper@example.com')];
    const given = { recovery_code: codes[3]?.toUpperCase() };
    expect(await first.call('POST', secondFactor, given)).toMatchObject({ status: 200, body: { state: 'signed_in' } });
    expect(await second.call('POST', secondFactor, given)).toMatchObject(wrong);
    expect(await second.call('POST', secondFactor, { recovery_code: codes[4] })).toMatchObject({ status: 200 });
  });

  it('makes guesses wait', async () => {
    await withApp('guessed@example.com');
    const thief = await begun('guessed@example.com');
    thief.cookies.delete('posthorn_device');
    const statuses: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      statuses.push((await thief.call('POST', secondFactor, { recovery_code: `guess-${tries}` })).status);
    }
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses).toContain(429);
  });

  it('is asked for only in the browser in which the password was right', async () => {
    const { secret, step } = await withApp('elsewhere@example.com');
    const stranger = new Browser(people.server().url);
    const code = codeOf(secret, step + 1);
    expect(await stranger.call('POST', secondFactor, { code })).toMatchObject(wrong);
    const forger = await begun('elsewhere@example.com');
    const [content = '', signature] = forger.cookies.get('posthorn_step_code')?.split('.') ?? [];
    const decoded = Buffer.from(content, 'base64url')
      .toString('utf8')
      .replace(/"epoch":\d+/, '"epoch":7');
    forger.cookies.set('posthorn_step_code', `${Buffer.from(decoded).toString('base64url')}.${signature}`);
    expect(await forger.call('POST', secondFactor, { code })).toMatchObject(wrong);
  });

  it('is removed, and codes are made anew, by a person who has shown a code, and by no password', async () => {
    const email = 'removed@example.com';
    const browser = await people.person('member', email);
    // Another browser of the same person, who then adds the app elsewhere: what this one has shown is a password.
    const earlier = new Browser(people.server().url);
    await earlier.signIn(email, password);
    const { body } = await browser.call('POST', '/dashboard-api/profile/totp');
    const secret = String(body['secret']);
    const step = stepNow();
    const confirmed = await browser.call('POST', '/dashboard-api/profile/totp/confirm', { code: codeOf(secret, step) });
    const codes = confirmed.body['recovery_codes'] as readonly string[];
    await browser.session();
    const asked = { status: 403, body: { name: 'reauthentication_required' } };
    const make = () => earlier.call('POST', '/dashboard-api/profile/recovery-codes');
    expect(await make()).toMatchObject(asked);
    expect(await earlier.call('DELETE', '/dashboard-api/profile/totp')).toMatchObject(asked);
    const prove = (proof: object) => earlier.call('POST', '/dashboard-api/session/reauthenticate', proof);
    expect(await prove({ password })).toMatchObject({ status: 403, body: { name: 'invalid_access' } });
    expect(await prove({ code: codeOf(secret, step) })).toMatchObject(wrong);
    expect(await make()).toMatchObject(asked);
    const before = earlier.cookies.get('posthorn_session');
    expect(await prove({ code: codeOf(secret, step + 1) })).toMatchObject({ status: 200 });
    // It was begun without a second factor: with one it has a token of its own.
    expect(earlier.cookies.get('posthorn_session')).not.toBe(before);
    await earlier.session();
    expect(await make()).toMatchObject({ status: 200 });
    const signingIn = await begun(email);
    expect(await signingIn.call('POST', secondFactor, { recovery_code: codes[0] })).toMatchObject(wrong);
    expect(await browser.call('DELETE', '/dashboard-api/profile/totp')).toMatchObject({ status: 200 });
    expect((await browser.session()).body).toMatchObject({ user: { has_totp: false } });
    const again = new Browser(people.server().url);
    expect(await again.signIn('removed@example.com', password)).toMatchObject({ body: { state: 'signed_in' } });
  });
});

it('a team that requires a second factor is closed to who has shown none', async () => {
  const member = await people.person('member', 'without@example.com');
  const admin = people.admin();
  const required = { second_factor_required: true };
  expect(await admin.call('PATCH', '/dashboard-api/team', required)).toMatchObject({ status: 200, body: required });
  expect((await member.session()).body).toMatchObject({ second_factor: 'enrol' });
  expect(await member.call('GET', '/emails')).toMatchObject({ status: 403 });
  // Nothing but enrolling is open.
  const refused = { status: 403, body: { name: 'invalid_access' } };
  expect(await member.call('PATCH', '/dashboard-api/profile', { name: 'X' })).toMatchObject(refused);
  expect(await member.call('POST', '/dashboard-api/teams', { name: 'X' })).toMatchObject(refused);
  const { body } = await member.call('POST', '/dashboard-api/profile/totp');
  const code = codeOf(String(body['secret']), stepNow());
  await member.call('POST', '/dashboard-api/profile/totp/confirm', { code });
  expect((await member.session()).body).toMatchObject({ second_factor: 'done' });
  expect(await member.call('GET', '/emails')).toMatchObject({ status: 200 });
});
