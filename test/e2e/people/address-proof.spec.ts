import { closedPort } from '../../support/closed-port.js';
import { Browser } from '../../support/browser.js';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { answerOf, posthorn } from '../cli/setup.js';
import { password, tokenIn, usePeople } from './setup.js';

let sink: SmtpSink;
const port = await closedPort();
beforeAll(async () => {
  sink = await startSmtpSink({}, { port });
});
afterAll(() => sink.close());

const people = usePeople({
  DELIVERY_MODE: 'relay',
  RELAY_URL: `smtp://127.0.0.1:${port}`,
  PREVERIFIED_DOMAINS: 'mail.example.com',
  NOTICE_FROM: 'posthorn@mail.example.com',
  TEAM_CREATION: 'everyone',
});

type Row = Readonly<Record<string, unknown>>;
const rows = ({ body }: { readonly body: Row }) => body['data'] as readonly Row[];
const ownersPassword = 'another long and quiet password';

/** The links in the mails to this address so far. */
function linksTo(address: string): readonly string[] {
  return sink.messages.flatMap(({ recipients, raw }) => {
    if (!recipients.includes(address)) return [];
    // Quoted-printable wraps what is long.
    const text = raw.toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    return [...text.matchAll(/https?:\S+token=\S+/g)].map(([link]) => link);
  });
}

/** The token in the newest of so many. */
async function mailedTo(address: string, count = 1): Promise<string> {
  const links = await waitFor(
    async () => linksTo(address),
    (found) => found.length >= count,
  );
  return tokenIn(links.at(-1));
}

async function invite(email: string, role: string, by = people.admin()): Promise<string> {
  const made = await by.call('POST', '/dashboard-api/invitations', { email, role });
  expect(made).toMatchObject({ status: 201, body: { mail_sent: true } });
  return tokenIn(made.body['url']);
}

async function accept(token: string, person: object | undefined = { name: 'Grace', password }, browser?: Browser) {
  const by = browser ?? new Browser(people.server().url);
  const answer = await by.call('POST', '/dashboard-api/invitations/accept', { token, ...person });
  await by.session();
  return [answer, by] as const;
}

const idIn = async (browser: Browser) => ((await browser.session()).body['user'] as { readonly id: string }).id;
const unproven = { status: 403, body: { name: 'invalid_access', message: expect.stringContaining('not proven') } };

describe('a link that was handed over', () => {
  it('makes a person without proof: no admin, no second team, no other address', async () => {
    const email = 'handed@example.com';
    const token = await invite(email, 'admin');
    expect(await mailedTo(email)).not.toBe(token);
    const [, browser] = await accept(token);
    expect(await browser.session()).toMatchObject({
      body: { user: { email, address_proven: false }, team: { role: 'member' }, can_create_teams: false },
    });
    const id = await idIn(browser);
    const promote = () => people.admin().call('PATCH', `/dashboard-api/people/${id}`, { role: 'admin' });
    expect(await promote()).toMatchObject(unproven);
    expect(await people.admin().call('PATCH', `/dashboard-api/people/${id}`, { role: 'read-only' })).toMatchObject({
      status: 200,
    });
    expect(await browser.call('POST', '/dashboard-api/teams', { name: 'Second' })).toMatchObject(unproven);
    const other = { email: 'elsewhere@example.com', password };
    expect(await browser.call('POST', '/dashboard-api/profile/email', other)).toMatchObject(unproven);
    const listed = rows(await people.admin().call('GET', '/dashboard-api/people'));
    expect(listed.find((row) => row['id'] === id)).toMatchObject({ address_proven: false });

    const boss = await people.person('member', 'boss@example.com');
    const made = await boss.call('POST', '/dashboard-api/teams', { name: 'Of the boss' });
    await boss.call('POST', '/dashboard-api/session/team', { team_id: made.body['id'] });
    const second = await invite(email, 'member', boss);
    expect((await accept(second, undefined, browser))[0]).toMatchObject(unproven);
  });

  it('is no way back for who was taken out of the team', async () => {
    const token = await invite('removed@example.com', 'member');
    const [, browser] = await accept(token);
    const id = await idIn(browser);
    expect(await people.admin().call('DELETE', `/dashboard-api/people/${id}`)).toMatchObject({ status: 200 });
    expect((await accept(token))[0]).toMatchObject({ status: 403 });
  });
});

describe('the first proof', () => {
  it('by the mail of an invitation ends what the inviter had set up in the account', async () => {
    const email = 'victim@example.com';
    // The inviter takes the account of somebody else's address, and waits.
    const [, planted] = await accept(await invite(email, 'member'), { name: 'Planted', password });
    expect(await planted.session()).toMatchObject({ status: 200 });
    const boss = await people.person('member', 'other-boss@example.com');
    const made = await boss.call('POST', '/dashboard-api/teams', { name: 'Far away' });
    await boss.call('POST', '/dashboard-api/session/team', { team_id: made.body['id'] });
    const handed = await invite(email, 'admin', boss);
    const mailed = await mailedTo(email, 2);
    const look = async (token: string) =>
      (await planted.call('POST', '/dashboard-api/invitations/look', { token })).body;
    expect(await look(handed)).toMatchObject({ role: 'member', has_account: true });
    expect(await look(mailed)).toMatchObject({ role: 'admin', has_account: false });

    const [answer, owner] = await accept(mailed, { name: 'Victoria', password: ownersPassword });
    expect(answer).toMatchObject({ status: 200, body: { state: 'signed_in' } });
    expect(await owner.session()).toMatchObject({
      body: { user: { email, name: 'Victoria', address_proven: true }, team: { role: 'admin', name: 'Far away' } },
    });
    expect(await planted.session()).toMatchObject({ status: 401 });
    expect(await planted.signIn(email, password)).toMatchObject({ status: 401 });
    expect(await new Browser(people.server().url).signIn(email, ownersPassword)).toMatchObject({ status: 200 });

    // Both sides are told.
    const events = rows(await people.admin().call('GET', '/dashboard-api/activity'));
    const types = events.flatMap(({ type, also }) => [type, ...(also as readonly string[])]);
    expect(types).toEqual(expect.arrayContaining(['UserAddressProven', 'UserWaysInEnded']));
    const subjects = () =>
      sink.messages.filter(({ recipients }) => recipients.includes(email)).map(({ raw }) => raw.toString('utf8'));
    await waitFor(
      async () => subjects(),
      (found) => found.some((raw) => raw.includes('Subject: Your address is proven')),
    );
  });

  it('by the link that the person asks for: a new password, and only that', async () => {
    const email = 'asking@example.com';
    const [, browser] = await accept(await invite(email, 'member'));
    await mailedTo(email);
    expect(await browser.call('POST', '/dashboard-api/profile/address-proof')).toMatchObject({ status: 200 });
    const token = await mailedTo(email, 2);
    // Looking at the page proves nothing.
    await browser.call('GET', `/dashboard/reset?token=${token}`);
    expect(await browser.session()).toMatchObject({ body: { user: { address_proven: false } } });
    const body = { token, password: ownersPassword };
    expect(await browser.call('POST', '/dashboard-api/password-reset/confirm', body)).toMatchObject({ status: 200 });
    expect(await browser.session()).toMatchObject({ status: 401 });
    await browser.signIn(email, ownersPassword);
    expect(await browser.session()).toMatchObject({ body: { user: { address_proven: true } } });
    const path = `/dashboard-api/people/${await idIn(browser)}`;
    expect(await people.admin().call('PATCH', path, { role: 'admin' })).toMatchObject({ status: 200 });
    expect(await browser.call('POST', '/dashboard-api/profile/address-proof')).toMatchObject({ status: 200 });
  });

  it('is not a link that the operator hands over', async () => {
    const email = 'operated@example.com';
    const { dataDir } = people.server();
    const { url } = await answerOf<{ url: string }>(dataDir, ['users', 'create', email, '--role', 'member']);
    const browser = new Browser(people.server().url);
    const body = { token: tokenIn(url), password };
    expect(await browser.call('POST', '/dashboard-api/password-reset/confirm', body)).toMatchObject({ status: 200 });
    await browser.signIn(email, password);
    expect(await browser.session()).toMatchObject({ body: { user: { address_proven: false } } });
    const again = await posthorn(dataDir, ['users', 'create', email, '--role', 'admin']);
    expect({ ...again, isDeclined: again.exitCode !== 0 }).toMatchObject({
      isDeclined: true,
      stderr: expect.stringContaining('users vouch'),
    });
  });

  it('is the mailed invitation itself where there was no account', async () => {
    const email = 'mailed@example.com';
    await invite(email, 'admin');
    const [, browser] = await accept(await mailedTo(email));
    expect(await browser.session()).toMatchObject({
      body: { user: { address_proven: true }, team: { role: 'admin' } },
    });
  });
});
