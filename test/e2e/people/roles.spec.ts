import { operations } from '../../../src/programs/server/edge.js';
import { Browser } from '../../support/browser.js';
import { answerOf } from '../cli/setup.js';
import { usePeople } from './setup.js';

const people = usePeople();
const absent = '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44';

/** The least role of each route, written down here a second time: what changes in the table must change here too. */
const leastRole: Readonly<Record<string, string>> = {
  ...of('nobody', [
    'get /share/{id}',
    'get /emails/{id}/attachments/{attachment_id}/download',
    'get /health',
    'get /health/live',
    'get /health/ready',
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
    'post /dashboard-api/password-reset/confirm',
    'post /dashboard-api/profile/email/confirm',
    'post /dashboard-api/invitations/look',
    'post /dashboard-api/invitations/accept',
    'post /dashboard-api/invitations/providers/{provider}',
  ]),
  ...of('oneself', [
    'get /dashboard-api/session',
    'post /dashboard-api/session/reauthenticate',
    'post /dashboard-api/sign-out',
    'get /dashboard-api/sessions',
    'delete /dashboard-api/sessions/{id}',
    'post /dashboard-api/sessions/end-all',
    'post /dashboard-api/session/team',
    'post /dashboard-api/teams',
    'patch /dashboard-api/profile',
    'post /dashboard-api/profile/address-proof',
    'post /dashboard-api/profile/password',
    'post /dashboard-api/profile/email',
    'get /dashboard-api/profile/export',
    'post /dashboard-api/profile/totp',
    'post /dashboard-api/profile/totp/confirm',
    'delete /dashboard-api/profile/totp',
    'post /dashboard-api/profile/recovery-codes',
    'get /dashboard-api/profile/passkeys',
    'post /dashboard-api/profile/passkeys/options',
    'post /dashboard-api/profile/passkeys',
    'delete /dashboard-api/profile/passkeys/{id}',
    'get /dashboard-api/profile/identities',
    'post /dashboard-api/profile/identities/{provider}',
    'delete /dashboard-api/profile/identities/{provider}',
  ]),
  ...of('person', ['get /dashboard-api/people', 'get /dashboard-api/team']),
  ...of('person admin', [
    'get /dashboard-api/health',
    'post /dashboard-api/queue/pause',
    'post /dashboard-api/queue/resume',
    'patch /dashboard-api/people/{id}',
    'delete /dashboard-api/people/{id}',
    'get /dashboard-api/invitations',
    'get /dashboard-api/access-audit',
    'post /dashboard-api/invitations',
    'delete /dashboard-api/invitations/{id}',
    'patch /dashboard-api/team',
    'post /dashboard-api/erasures',
    'get /dashboard-api/erasures',
    'get /dashboard-api/erasures/{id}',
  ]),
  ...of('admin', ['post /api-keys', 'patch /api-keys/{id}', 'delete /api-keys/{id}']),
  ...of('sender', [
    'post /emails',
    'post /email',
    'post /emails/batch',
    'post /email/batch',
    'post /emails/sending',
    'post /email/sending',
  ]),
};

function of(role: string, routes: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(routes.map((route) => [route, role]));
}

/** A read that is not named is for readers, a change for members. */
function roleOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return leastRole[`${method} ${path}`] ?? (method === 'get' ? 'read-only' : 'member');
}

const allowed: Readonly<Record<string, readonly string[]>> = {
  'no session': ['nobody'],
  'sending key': ['nobody', 'sender'],
  'reading key': ['nobody', 'read-only'],
  'full key': ['nobody', 'sender', 'read-only', 'member', 'admin'],
  'no team': ['nobody', 'oneself'],
  reader: ['nobody', 'oneself', 'read-only', 'person'],
  member: ['nobody', 'oneself', 'read-only', 'person', 'sender', 'member'],
  admin: ['nobody', 'oneself', 'read-only', 'person', 'sender', 'member', 'admin', 'person admin'],
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
    for (const { method, path, examples = {} } of asked) {
      const role = roleOf({ method, path });
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
});
