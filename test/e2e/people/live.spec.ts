import { once } from 'node:events';
import { connect } from 'node:net';
import { Browser } from '../../support/browser.js';
import { waitFor } from '../../support/wait-for.js';
import { password, usePeople } from './setup.js';

const people = usePeople();

/** A page that listens: what it was told so far, and whether the server has ended the stream. */
async function listen(browser: Browser) {
  const heard = { subjects: new Set<string>(), ended: false };
  const answer = await fetch(`${browser.url}/dashboard-api/live`, {
    headers: { ...browser.headers, cookie: browser.cookieHeader() },
  });
  const { body } = answer;
  if (!answer.ok || body === null) return { status: answer.status, heard };
  const read = async (): Promise<void> => {
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      for (const [, subject = ''] of chunk.matchAll(/^data: {"subject":"([\w-]+)"}$/gm)) heard.subjects.add(subject);
    }
    heard.ended = true;
  };
  void read();
  return { status: answer.status, heard };
}

async function send(key: string): Promise<void> {
  const answer = await fetch(`${people.server().url}/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'ada@posthorn.test', to: 'delivered@resend.dev', subject: 'Hello', text: 'Hello' }),
  });
  expect(answer.status).toBe(200);
}

it('tells a page what changed for its team, once its lists show it, and no page of another team', async () => {
  const reader = await people.person('read-only', 'reader@example.com');
  const stranger = new Browser(people.server().url);
  await people.person('admin', 'stranger@example.com');
  await stranger.signIn('stranger@example.com', password);
  const made = await stranger.call('POST', '/dashboard-api/teams', { name: 'Another' });
  const switched = await stranger.call('POST', '/dashboard-api/session/team', { team_id: made.body['id'] });
  expect(switched.status).toBe(200);
  await stranger.session();
  const [own, others] = [await listen(reader), await listen(stranger)];
  expect([own.status, others.status]).toEqual([200, 200]);

  await send(people.server().key);
  await waitFor(
    async () => own.heard.subjects,
    (subjects) => subjects.has('emails'),
  );
  const { body } = await reader.call('GET', '/dashboard-api/emails');
  expect(body['data']).toHaveLength(1);

  // Something of its own ends the wait: what was not told until then was not for it.
  await stranger.call('POST', '/api-keys', { name: 'Its own' });
  await waitFor(
    async () => others.heard.subjects,
    (subjects) => subjects.has('api-keys'),
  );
  expect(others.heard.subjects).not.toContain('emails');
});

it('ends with the session, before anything more is told', async () => {
  const member = await people.person('member', 'member@example.com');
  const { heard } = await listen(member);
  await member.call('POST', '/dashboard-api/sign-out');
  heard.subjects.clear();
  await send(people.server().key);
  await waitFor(
    async () => heard,
    ({ ended }) => ended,
  );
  expect(heard.subjects).toEqual(new Set());
});

/** Asks for the stream and is gone before it is answered. */
async function askAndLeave(browser: Browser): Promise<void> {
  const { hostname, port } = new URL(browser.url);
  const socket = connect(Number(port), hostname);
  const headers = { ...browser.headers, host: `${hostname}:${port}`, cookie: browser.cookieHeader() };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  await once(socket, 'connect');
  socket.write(['GET /dashboard-api/live HTTP/1.1', ...lines, '', ''].join('\r\n'), () => socket.destroy());
  await once(socket, 'close');
}

it('keeps nothing of a page that leaves before it is answered', async () => {
  const hasty = await people.person('member', 'hasty@example.com');
  await Promise.all(Array.from({ length: 50 }, () => askAndLeave(hasty)));
  // Each that was kept would take one of the person's twelve places.
  await waitFor(
    () => listen(hasty),
    ({ status }) => status === 200,
  );
});

it('is refused to who has no session, and to a person without a team', async () => {
  expect(await listen(new Browser(people.server().url))).toMatchObject({ status: 401 });
  const alone = await people.person('member', 'alone@example.com');
  const { body } = await people.admin().call('GET', '/dashboard-api/people');
  // The members of the list's rows are documented.
  const rows = body['data'] as readonly { readonly id: string; readonly email: string }[];
  const { id = '' } = rows.find(({ email }) => email === 'alone@example.com') ?? {};
  await people.admin().call('DELETE', `/dashboard-api/people/${id}`);
  expect(await listen(alone)).toMatchObject({ status: 403 });
});
