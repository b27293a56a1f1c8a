import { operations } from '../../src/programs/server/edge.js';
import { exampleIds, queryOf } from '../support/example-ids.js';
import { addTeam } from '../support/second-team.js';
import { waitFor } from '../support/wait-for.js';
import { type Answer, useTeam } from './setup.js';

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security: readonly unknown[] }>>>>;
}

const secrets = { subject: 'A subject of the first team', address: 'delivered+first-team@posthorn.test' };
const suite = useTeam();
const { call, client } = suite;

/** What the first team has: the ids that a path parameter could name. */
interface Belongings {
  readonly emailId: string;
  readonly attachmentId: string;
  readonly apiKeyId: string;
  readonly domainId: string;
  readonly logId: string;
  readonly suppressionId: string;
  readonly webhookId: string;
}

async function routes() {
  const { body } = await call('GET', '/openapi.json');
  return Object.entries((body as OpenApi).paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security.length > 0)
      .map(([method]) => ({ method: method.toUpperCase(), path })),
  );
}

async function firstTeam(): Promise<Belongings> {
  const sent = await client().emails.send({
    from: 'onboarding@posthorn.test',
    to: secrets.address,
    subject: secrets.subject,
    text: 'Hello.',
    scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
    attachments: [{ filename: 'a.txt', content: Buffer.from('abc') }],
  });
  const emailId = sent.data?.id ?? '';
  const key = await client().apiKeys.create({ name: 'Of the first team' });
  const domain = await client().domains.create({ name: 'first-team.example.com' });
  const { body } = await call('GET', `/emails/${emailId}/attachments`);
  const attachmentId = (body as { data: { id: string }[] }).data[0]?.id ?? '';
  const logId = await waitFor(
    async () => ((await call('GET', '/logs')).body as { data: { id: string }[] }).data[0]?.id ?? '',
    (found) => found !== '',
  );
  const suppression = await client().suppressions.add({ email: 'first-team@example.com' });
  const suppressionId = suppression.data?.id ?? '';
  const webhook = await client().webhooks.create({
    endpoint: 'https://hooks.example.com/first-team',
    events: ['email.complained'],
  });
  const webhookId = webhook.data?.id ?? '';
  const [apiKeyId = '', domainId = ''] = [key.data?.id, domain.data?.id];
  return { emailId, attachmentId, apiKeyId, domainId, logId, suppressionId, webhookId };
}

type ExampleIds = ReturnType<typeof exampleIds>;

/** Every placeholder becomes an id of the first team that fits the path: what an example makes needs no line here. */
async function pathTo(path: string, belongings: Belongings, ids?: ExampleIds): Promise<string> {
  const { emailId, attachmentId, apiKeyId, domainId, logId, suppressionId, webhookId } = belongings;
  const owned = {
    '/api-keys': apiKeyId,
    '/webhooks': webhookId,
    '/domains': domainId,
    '/logs': logId,
    '/suppressions': suppressionId,
  };
  if (!path.includes('{')) return path;
  const [list = ''] = path.replace('/dashboard-api', '').split('/{');
  const own = Object.entries(owned).find(([prefix]) => list.startsWith(prefix))?.[1];
  const made = own ?? (list.startsWith('/email') ? emailId : ((await ids?.idIn(path.split('/{')[0] ?? '')) ?? emailId));
  const [first = '', ...rest] = path.split(/\{[^}]+\}/);
  return rest.reduce((before, part, index) => `${before}${index === 0 ? made : attachmentId}${part}`, first);
}

/** One that is as it should be, where the route asks for a body. */
function bodyFor(method: string, path: string): unknown {
  if (method === 'PATCH' && path.startsWith('/emails')) return { scheduled_at: 'in 5 minutes' };
  if (!path.includes('{')) return undefined;
  const operation = operations.find((each) => each.method === method.toLowerCase() && each.path === path);
  return Object.values(operation?.examples ?? {})[0]?.request;
}

/** Answered the same for an id of nothing; that they delete nothing of others, `api/audience` tries. */
const answeredWithout = new Set([
  'DELETE /segments/{id}',
  'DELETE /audiences/{id}',
  'DELETE /audiences/{id}/contacts/{contact}',
]);

/** Where a key is as good as none: `e2e/people/roles` tries who may use it. */
const isForPeople = ({ status, body }: Answer): boolean =>
  status === 401 && JSON.stringify(body).includes('You are not signed in.');

describe('what belongs to one team', () => {
  it('is nobody else’s, on any route', async () => {
    const belongings = await firstTeam();
    const ids = exampleIds({ call, makers: { '/domains': async () => belongings.domainId } });
    const stranger = await addTeam(suite.server(), 'Second team');
    const answers: { readonly route: string; readonly answer: Answer }[] = [];
    for (const { method, path } of await routes()) {
      const body = bodyFor(method, path);
      const options = body === undefined ? { key: stranger } : { key: stranger, body };
      answers.push({
        route: `${method} ${path}`,
        answer: await call(method, `${await pathTo(path, belongings, ids)}${queryOf(path)}`, options),
      });
    }
    const named = answers.filter(({ route }) => route.includes('{'));
    expect(named.length).toBeGreaterThan(8);
    const answered = named.filter(
      ({ route, answer }) => answer.status !== 404 && !isForPeople(answer) && !answeredWithout.has(route),
    );
    expect(answered.map(({ route, answer }) => [route, answer.body])).toEqual([]);
    const told = (asked: typeof answers): string => JSON.stringify(asked);
    for (const secret of Object.values(secrets)) expect(told(answers)).not.toContain(secret);
    // The stranger's own log of requests, and what is answered for anything, name what the stranger asked for.
    const others = answers.filter(({ route }) => !route.endsWith('/logs') && !answeredWithout.has(route));
    for (const id of Object.values(belongings)) expect(told(others)).not.toContain(id);
    // And all of it is still there.
    expect((await call('GET', `/emails/${belongings.emailId}`)).body).toMatchObject({ last_event: 'scheduled' });
    expect(JSON.stringify((await call('GET', '/api-keys')).body)).toContain('Of the first team');
    expect((await call('GET', `/domains/${belongings.domainId}`)).body).toMatchObject({ region: 'us-east-1' });
  });

  it('is not for a key that may only send, but for sending', async () => {
    const created = await client().apiKeys.create({ name: 'Sending', permission: 'sending_access' });
    const key = created.data?.token ?? '';
    const nobody = '0195d6a0-0000-7000-8000-000000000001';
    const noIds: Belongings = {
      emailId: nobody,
      attachmentId: nobody,
      apiKeyId: nobody,
      domainId: nobody,
      logId: nobody,
      suppressionId: nobody,
      webhookId: nobody,
    };
    const allowed: string[] = [];
    for (const { method, path } of await routes()) {
      const answer = await call(method, await pathTo(path, noIds), { key });
      if (answer.status !== 401) allowed.push(`${method} ${path}`);
      else if (!isForPeople(answer)) expect(answer.body).toMatchObject({ name: 'restricted_api_key' });
    }
    expect(allowed.sort()).toEqual([
      'POST /email',
      'POST /email/sending',
      'POST /emails',
      'POST /emails/batch',
      'POST /emails/insights',
      'POST /emails/sending',
    ]);
  });
});
