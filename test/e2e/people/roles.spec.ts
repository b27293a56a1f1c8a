import { operations } from '../../../src/programs/server/edge.js';
import type { Need } from '../../../src/application/access/may.js';
import { needOf } from '../../../src/infrastructure/http/openapi/operation.js';
import { Browser } from '../../support/browser.js';
import { answerOf } from '../cli/setup.js';
import { usePeople } from './setup.js';

const people = usePeople();
const absent = '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44';

/** What anyone may ask, written down here a second time: an operation that is opened must be opened here too. */
const forAnyone = [
  'get /share/{id}',
  'get /t/{token}',
  'get /tracking-hosts/ask',
  'get /unsubscribe/{token}',
  'post /unsubscribe/{token}',
  'get /preferences/{token}',
  'get /subscribe/{id}',
  'get /confirm/{token}',
  'get /copy/{token}',
  'post /preferences/{token}',
  'post /subscribe/{id}',
  'post /confirm/{token}',
  'get /emails/{id}/attachments/{attachment_id}/download',
  'get /emails/receiving/{id}/attachments/{attachment_id}/download',
  'get /emails/receiving/{id}/raw',
  'get /.well-known/mta-sts.txt',
  'get /health',
  'get /health/live',
  'get /health/ready',
  'get /images/{name}',
  'get /public/broadcasts/{token}',
  'get /public/topics/{token}',
  'get /public/topics/{token}/feed.xml',
  'get /metrics',
  'get /openapi.json',
  'get /dashboard-api/sign-in-options',
  'post /dashboard-api/set-up',
  'post /dashboard-api/sign-in',
  'get /dashboard-api/sign-in/second-factor',
  'post /dashboard-api/sign-in/second-factor',
  'post /dashboard-api/sign-in/passkey-options',
  'post /dashboard-api/sign-in/passkey',
  'get /dashboard-api/sign-in/providers/{provider}',
  'get /dashboard-api/sign-in/providers/{provider}/callback',
  'post /dashboard-api/password-reset',
  'post /dashboard-api/password-reset/look',
  'post /dashboard-api/password-reset/confirm',
  'post /dashboard-api/profile/email/confirm',
  'post /dashboard-api/invitations/look',
  'post /dashboard-api/invitations/accept',
  'post /dashboard-api/invitations/providers/{provider}',
];

/** What an operation may say that it needs, so that each of these callers is answered. */
const allowed: Readonly<Record<string, readonly Need[]>> = {
  'no session': ['anyone'],
  'sending key': ['anyone', 'sender'],
  'reading key': ['anyone', 'read-only'],
  'full key': ['anyone', 'sender', 'read-only', 'member', 'admin'],
  'no team': ['anyone', 'oneself', 'enrolling'],
  reader: ['anyone', 'oneself', 'enrolling', 'read-only', 'person'],
  member: ['anyone', 'oneself', 'enrolling', 'read-only', 'person', 'sender', 'member'],
  admin: ['anyone', 'oneself', 'enrolling', 'read-only', 'person', 'sender', 'member', 'admin', 'person admin'],
};

/** Two end what the others need; the answer of one has no end: `live.spec.ts`. */
const ending = new Set([
  'post /dashboard-api/sign-out',
  'post /dashboard-api/sessions/end-all',
  'get /dashboard-api/live',
]);
const asked = operations.filter(({ method, path }) => !ending.has(`${method} ${path}`));

describe('every route', () => {
  const callers = new Map<string, Browser>();
  beforeAll(async () => {
    const { url, dataDir } = people.server();
    const keyed = async (args: readonly string[]) => {
      const { token } = await answerOf<{ token: string }>(dataDir, ['keys', 'create', ...args]);
      return new Browser(url, { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${token}` });
    };
    callers.set('no session', new Browser(url));
    callers.set('sending key', await keyed(['--sending']));
    callers.set('reading key', await keyed(['--reading']));
    callers.set('full key', await keyed([]));
    callers.set('reader', await people.person('read-only', 'reader@example.com'));
    callers.set('member', await people.person('member', 'member@example.com'));
    callers.set('admin', people.admin());
    const alone = await people.person('member', 'alone@example.com');
    const rows = (await people.admin().call('GET', '/dashboard-api/people')).body['data'];
    const { id = '' } =
      (rows as { id: string; email: string }[]).find(({ email }) => email === 'alone@example.com') ?? {};
    await people.admin().call('DELETE', `/dashboard-api/people/${id}`);
    callers.set('no team', alone);
  });

  it.each(Object.keys(allowed))('does what its role says for: %s', async (name) => {
    const caller = callers.get(name);
    const wrong: string[] = [];
    for (const operation of asked) {
      const { method, path, examples = {} } = operation;
      const role = needOf(operation);
      // These ids do not exist: a caller who has the right gets another answer than a refusal.
      const body = Object.values(examples)[0]?.request;
      const answer = await caller?.call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, absent), body);
      const error = String(answer?.body['name']);
      const isRefused =
        (answer?.status === 401 && ['missing_api_key', 'restricted_api_key', 'validation_error'].includes(error)) ||
        (answer?.status === 403 && /^(Your role|You are in no team)/.test(String(answer.body['message'])));
      const mayAsk = allowed[name]?.includes(role) === true;
      if (mayAsk === isRefused)
        wrong.push(`${method} ${path} (${role}): ${answer?.status} ${JSON.stringify(answer?.body)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('asks for a key or a session, but for those that are named here', () => {
    const open = operations.filter((operation) => needOf(operation) === 'anyone');
    expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...forAnyone].sort());
  });
});
