import { ask } from '../e2e/cli/setup.js';
import { eventually } from './gate.js';
import type { RunningServer } from './server.js';

type Server = Pick<RunningServer, 'url' | 'key'>;

/** What a server answers of the audience and the templates. */
export type AudienceAnswers = (server: Server) => Promise<Readonly<Record<string, unknown>>>;

/**
 * One of everything that the audience has: a property, a topic, segments of both kinds, contacts who said yes, no, and
 * were deleted, an import with a row that failed, a form, a template with an email of its own, and a broadcast.
 */
export async function fillAudience(
  server: Server,
  from: string,
  to = 'delivered@resend.dev',
): Promise<AudienceAnswers> {
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await ask(server, server.key, path, body);
    expect([path, answer.status < 300]).toEqual([path, true]);
    return (answer.body as { readonly id: string }).id;
  };
  await post('/contact-properties', { key: 'town', type: 'string', fallback_value: 'nowhere' });
  const topic = await post('/topics', { name: 'News', default_subscription: 'opt_in', visibility: 'public' });
  const picked = await post('/segments', { name: 'Picked' });
  const rule = { type: 'rule', field: 'properties.town', operator: 'eq', value: 'Ulm' };
  const found = await post('/segments', { name: 'Found', filter: rule });
  const person = { first_name: 'Moved', properties: { town: 'Ulm' }, segments: [{ id: picked }] };
  await post('/contacts', { ...person, email: 'kept@example.com', topics: [{ id: topic, subscription: 'opt_out' }] });
  await post('/contacts', { email: 'left@example.com', unsubscribed: true });
  const deleted = await post('/contacts', { email: 'deleted@example.com', unsubscribed: true });
  await send(server, 'DELETE', `/contacts/${deleted}`);
  const form = new FormData();
  form.set('file', new File(['email,town\nimported@example.com,Ulm\nno address,Rome\n'], 'people.csv'));
  const imported = ((await (await send(server, 'POST', '/contacts/imports', form)).json()) as { id: string }).id;
  await eventually(async () => {
    const { body } = await ask(server, server.key, `/contacts/imports/${imported}`);
    return (body as { readonly status: string }).status === 'completed';
  });
  await post('/dashboard-api/forms', {
    name: 'Footer',
    topics: [{ topic_id: topic, double_opt_in: false }],
    segments: [picked],
  });
  await post('/templates', { name: 'Receipt', alias: 'receipt', html: '<p>Order {{{ORDER}}}</p>' });
  await post('/templates/receipt/publish', {});
  const template = { id: 'receipt', variables: { ORDER: 7 } };
  const email = await post('/emails', { from, to, subject: 'Receipt', template });
  await eventually(async () => {
    const { body } = await ask(server, server.key, `/emails/${email}`);
    return (body as { readonly last_event: string }).last_event === 'delivered';
  });
  const broadcast = await post('/broadcasts', {
    ...{ segment_id: picked, from, subject: 'News', text: 'Hello {{{FIRST_NAME|you}}}', send: true },
  });
  await eventually(async () => {
    const { body } = await ask(server, server.key, `/dashboard-api/broadcasts/${broadcast}/results`);
    const { delivered, waiting } = body as { readonly delivered: number; readonly waiting: number };
    return delivered > 0 && waiting === 0;
  });
  const paths = [
    `/broadcasts/${broadcast}`,
    `/broadcasts/${broadcast}/recipients?type=delivered`,
    `/dashboard-api/broadcasts/${broadcast}/results`,
    `/dashboard-api/broadcasts/${broadcast}/why?address=kept@example.com`,
    '/contacts',
    `/contacts?segment_id=${picked}`,
    `/contacts?segment_id=${found}`,
    '/contacts/kept@example.com/topics',
    '/contacts/kept@example.com/segments',
    '/dashboard-api/contacts/kept@example.com/consents',
    '/contact-properties',
    '/segments',
    '/topics',
    '/contacts/imports',
    '/dashboard-api/forms',
    '/templates/receipt',
    '/dashboard-api/templates/receipt/versions',
    '/dashboard-api/templates/receipt/versions/1',
    `/emails/${email}`,
  ];
  return async (asked) => {
    const answers = await Promise.all(
      paths.map(async (path) => [path, (await ask(asked, asked.key, path)).body] as const),
    );
    const failed = await (await send(asked, 'GET', `/contacts/imports/${imported}/failed-rows`)).text();
    return { ...Object.fromEntries(answers), failed };
  };
}

function send({ url, key }: Server, method: string, path: string, body?: FormData): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` };
  return fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
}
