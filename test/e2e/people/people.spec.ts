import { Browser } from '../../support/browser.js';
import { startServer } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';
import { answerOf, ask, posthorn } from '../cli/setup.js';
import { admin, password, setUpTokenIn, tokenIn, usePeople } from './setup.js';

const people = usePeople();
const rows = (answer: { readonly body: Readonly<Record<string, unknown>> }) =>
  answer.body['data'] as readonly Readonly<Record<string, unknown>>[];

describe('the first person', () => {
  it('comes by the link that the start printed, which works once', async () => {
    const again = new Browser(people.server().url);
    const token = setUpTokenIn(people.server());
    const refused = await again.call('POST', '/dashboard-api/set-up', { token, ...admin, email: 'eve@example.com' });
    expect(refused).toMatchObject({ status: 403, body: { name: 'invalid_access' } });
    expect(await again.call('GET', '/dashboard-api/sign-in-options')).toMatchObject({ body: { needs_set_up: false } });
    expect(await people.admin().session()).toMatchObject({
      status: 200,
      body: { user: { email: admin.email, has_password: true }, team: { role: 'admin' }, second_factor: 'done' },
    });
  });

  it('is shown no link at the next start', async () => {
    const fresh = await startServer({ fresh: true });
    try {
      expect(await new Browser(fresh.url).call('GET', '/dashboard-api/sign-in-options')).toMatchObject({
        body: { needs_set_up: true },
      });
      await answerOf(fresh.dataDir, ['users', 'create', 'first@example.com']);
      const token = setUpTokenIn(fresh);
      expect(await new Browser(fresh.url).call('POST', '/dashboard-api/set-up', { token, ...admin })).toMatchObject({
        status: 403,
      });
    } finally {
      await fresh.stop();
    }
  });
});

describe('a session', () => {
  it('begins with address and password, and works on the public routes too', async () => {
    const browser = new Browser(people.server().url);
    expect(await browser.signIn(admin.email.toUpperCase(), password)).toMatchObject({ status: 200 });
    expect(await browser.call('GET', '/emails')).toMatchObject({ status: 200, body: { object: 'list' } });
    const made = await browser.call('POST', '/api-keys', { name: 'By a person', permission: 'read_only' });
    expect(made).toMatchObject({ status: 201 });
    const audited = await posthorn(people.server().dataDir, ['audit', String(made.body['id'])]);
    expect(audited.stdout).toContain('user');
  });

  it('is listed and ended one by one, and all at once', async () => {
    const [one, other] = [new Browser(people.server().url), new Browser(people.server().url)];
    await one.signIn(admin.email, password);
    await other.signIn(admin.email, password);
    const listed = rows(await one.call('GET', '/dashboard-api/sessions'));
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    // The newest is the other one.
    expect(await one.call('DELETE', `/dashboard-api/sessions/${String(listed[0]?.['id'])}`)).toMatchObject({
      body: { ended: true },
    });
    expect(await other.session()).toMatchObject({ status: 401 });
    expect(await one.call('POST', '/dashboard-api/sessions/end-all')).toMatchObject({ status: 200 });
    expect(await one.session()).toMatchObject({ status: 401 });
    expect(await people.admin().session()).toMatchObject({ status: 401 });
    expect(await people.admin().signIn(admin.email, password)).toMatchObject({ status: 200 });
  });
});

describe('people of a team', () => {
  it('are invited, listed, given another role and taken out', async () => {
    const reader = await people.person('read-only', 'reader@example.com');
    expect(await reader.session()).toMatchObject({ body: { team: { role: 'read-only' } } });
    const found = rows(await people.admin().call('GET', '/dashboard-api/people'));
    const id = String(found.find(({ email }) => email === 'reader@example.com')?.['id']);
    expect(await reader.call('POST', '/webhooks', {})).toMatchObject({ status: 422 });
    expect(await reader.call('DELETE', `/api-keys/${id}`)).toMatchObject({
      status: 403,
      body: { name: 'invalid_access' },
    });
    expect(await people.admin().call('PATCH', `/dashboard-api/people/${id}`, { role: 'member' })).toMatchObject({
      status: 200,
      body: { role: 'member' },
    });
    // In the open session, at once.
    expect(await reader.session()).toMatchObject({ body: { team: { role: 'member' } } });
    expect(await people.admin().call('DELETE', `/dashboard-api/people/${id}`)).toMatchObject({ status: 200 });
    expect(await reader.session()).toMatchObject({ status: 200, body: { team: null, teams: [] } });
    expect(await reader.call('GET', '/emails')).toMatchObject({ status: 403 });
  });

  it('always have an admin', async () => {
    const me = rows(await people.admin().call('GET', '/dashboard-api/people')).find(
      ({ email }) => email === admin.email,
    );
    const path = `/dashboard-api/people/${String(me?.['id'])}`;
    expect(await people.admin().call('DELETE', path)).toMatchObject({ status: 422 });
    expect(await people.admin().call('PATCH', path, { role: 'member' })).toMatchObject({ status: 422 });
  });

  it('accept once, and not what was revoked', async () => {
    const invitation = { email: 'late@example.com', role: 'member' };
    const made = await people.admin().call('POST', '/dashboard-api/invitations', invitation);
    const browser = new Browser(people.server().url);
    const token = tokenIn(made.body['url']);
    expect(await browser.call('POST', '/dashboard-api/invitations/look', { token })).toMatchObject({
      body: { email: 'late@example.com', role: 'member', has_account: false },
    });
    const path = `/dashboard-api/invitations/${String(made.body['id'])}`;
    expect(rows(await people.admin().call('GET', '/dashboard-api/invitations'))).toHaveLength(1);
    expect(await people.admin().call('DELETE', path)).toMatchObject({ status: 200 });
    const accepting = { token, name: 'Late', password };
    expect(await browser.call('POST', '/dashboard-api/invitations/accept', accepting)).toMatchObject({ status: 403 });
  });

  it('work for several teams, and switch', async () => {
    const made = await people.admin().call('POST', '/dashboard-api/teams', { name: 'Looms' });
    expect(made).toMatchObject({ status: 201 });
    const first = (await people.admin().session()).body['team'] as { readonly id: string };
    const switched = await people.admin().call('POST', '/dashboard-api/session/team', { team_id: made.body['id'] });
    expect(switched).toMatchObject({ status: 200 });
    expect(await people.admin().session()).toMatchObject({ body: { team: { name: 'Looms', role: 'admin' } } });
    expect(rows(await people.admin().call('GET', '/api-keys'))).toEqual([]);
    await people.admin().call('POST', '/dashboard-api/session/team', { team_id: first.id });
    const nobodys = { team_id: '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44' };
    expect(await people.admin().call('POST', '/dashboard-api/session/team', nobodys)).toMatchObject({ status: 404 });
  });
});

describe('a password', () => {
  it('is none of those that are tried first, and not the name or address of its owner, wherever one is chosen', async () => {
    const email = 'choosing@example.com';
    const refused = (message: string) => ({
      status: 422,
      body: { name: 'validation_error', message: expect.stringContaining(message) },
    });
    const invited = await people.admin().call('POST', '/dashboard-api/invitations', { email, role: 'member' });
    const token = tokenIn(invited.body['url']);
    const choosing = new Browser(people.server().url);
    const accept = (chosen: string, name = 'Choosing') =>
      choosing.call('POST', '/dashboard-api/invitations/accept', { token, name, password: chosen });
    expect(await accept('1234567890')).toMatchObject(refused('tried first'));
    expect(await accept('Charles Babbage 1791', 'Charles Babbage')).toMatchObject(refused('your own name or address'));
    expect(await accept(password)).toMatchObject({ status: 200 });
    await choosing.session();
    const change = (chosen: string) =>
      choosing.call('POST', '/dashboard-api/profile/password', { current_password: password, password: chosen });
    expect(await change('Password123')).toMatchObject(refused('tried first'));
    expect(await change(email.toUpperCase())).toMatchObject(refused('your own name or address'));
    expect(await choosing.signIn(email, password)).toMatchObject({ status: 200 });
  });

  it('is changed by who knows it: other sessions end, this one gets a new cookie', async () => {
    const [browser, other] = [await people.person('member', 'changing@example.com'), new Browser(people.server().url)];
    await other.signIn('changing@example.com', password);
    const before = browser.cookieHeader();
    const path = '/dashboard-api/profile/password';
    const next = 'another long password';
    expect(await browser.call('POST', path, { current_password: 'wrong one', password: next })).toMatchObject({
      status: 403,
    });
    expect(await browser.call('POST', path, { current_password: password, password: next })).toMatchObject({
      status: 200,
    });
    expect(browser.cookieHeader()).not.toBe(before);
    expect(await browser.session()).toMatchObject({ status: 200 });
    expect(await other.session()).toMatchObject({ status: 401 });
    expect(await other.signIn('changing@example.com', password)).toMatchObject({ status: 401 });
    expect(await other.signIn('changing@example.com', next)).toMatchObject({ status: 200 });
  });

  it('is set by a link of the operator, once', async () => {
    await people.person('member', 'forgetful@example.com');
    const { url } = await answerOf<{ url: string }>(people.server().dataDir, [
      'users',
      'reset',
      'forgetful@example.com',
    ]);
    const browser = new Browser(people.server().url);
    const body = { token: tokenIn(url), password: 'a third long password' };
    expect(await browser.call('POST', '/dashboard-api/password-reset/confirm', body)).toMatchObject({ status: 200 });
    expect(await browser.call('POST', '/dashboard-api/password-reset/confirm', body)).toMatchObject({ status: 403 });
    expect(await browser.signIn('forgetful@example.com', 'a third long password')).toMatchObject({ status: 200 });
  });
});

describe('the operator', () => {
  it('lists, disables and enables people, and ends their sessions, beside the running server', async () => {
    const { dataDir } = people.server();
    const browser = await people.person('member', 'watched@example.com');
    const listed = await answerOf<readonly { email: string; role: string }[]>(dataDir, ['users', 'list']);
    expect(listed).toContainEqual(expect.objectContaining({ email: 'watched@example.com', role: 'member' }));
    const { sessions } = await answerOf<{ sessions: readonly object[] }>(dataDir, [
      'users',
      'sessions',
      'watched@example.com',
    ]);
    expect(sessions).toHaveLength(1);
    await answerOf(dataDir, ['users', 'disable', 'watched@example.com']);
    await waitFor(
      () => browser.session(),
      ({ status }) => status === 401,
    );
    expect(await browser.signIn('watched@example.com', password)).toMatchObject({ status: 401 });
    await answerOf(dataDir, ['users', 'disable', 'watched@example.com', '--undo']);
    await waitFor(
      () => browser.signIn('watched@example.com', password),
      ({ status }) => status === 200,
    );
  });
});

describe('a person', () => {
  it('is erased with account, invitation and sessions, and the address can be invited again', async () => {
    const { dataDir } = people.server();
    const browser = await people.person('member', 'erased@example.com');
    const exported = await browser.call('GET', '/dashboard-api/profile/export');
    expect(exported).toMatchObject({ body: { user: { email: 'erased@example.com' } } });
    const { id } = exported.body['user'] as { readonly id: string };
    await answerOf(dataDir, ['erase', '--yes', 'erased@example.com']);
    await waitFor(
      () => browser.session(),
      ({ status }) => status === 401,
    );
    expect(await browser.signIn('erased@example.com', password)).toMatchObject({ status: 401 });
    const found = rows(await people.admin().call('GET', '/dashboard-api/people'));
    expect(found.find((row) => row['id'] === id)).toMatchObject({ email: '', name: '' });
    const audited = await posthorn(dataDir, ['audit', `user-${id}`]);
    expect(audited).toMatchObject({ exitCode: 0 });
    expect(audited.stdout).toContain('Disabled');
    expect(audited.stdout).not.toContain('erased@example.com');
    const again = await people.person('member', 'erased@example.com');
    expect(await again.session()).toMatchObject({ body: { user: { email: 'erased@example.com' } } });
  });
});

describe('an API key', () => {
  it('that may read reads everything but secrets, and changes nothing', async () => {
    const made = await people.admin().call('POST', '/api-keys', { name: 'Reader', permission: 'read_only' });
    const token = String(made.body['token']);
    const ofServer = people.server();
    expect(await ask(ofServer, token, '/emails')).toMatchObject({ status: 200 });
    const sent = await fetch(`${ofServer.url}/domains`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'reader.example.com' }),
    });
    expect({ status: sent.status, body: await sent.json() }).toMatchObject({
      status: 401,
      body: { name: 'restricted_api_key' },
    });
  });

  it('that expires opens nothing from then on', async () => {
    const past = await people.admin().call('POST', '/api-keys', { name: 'Late', expires_at: '2020-01-01T00:00:00Z' });
    expect(past).toMatchObject({ status: 422, body: { message: expect.stringContaining('expires_at') } });
    const soon = new Date(Date.now() + 1_500).toISOString();
    const made = await people.admin().call('POST', '/api-keys', { name: 'Short', expires_at: soon });
    const token = String(made.body['token']);
    await waitFor(
      () => ask(people.server(), token, '/emails'),
      ({ status }) => status === 401,
    );
  });
});
