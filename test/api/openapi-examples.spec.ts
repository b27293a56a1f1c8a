import { operations } from '../../src/programs/server/edge.js';
import * as answers from '../support/answers.js';
import { exampleIds, formOf, queryOf } from '../support/example-ids.js';
import { addTeam } from '../support/second-team.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, small, useTeam } from './setup.js';

// A webhook's endpoint that refuses every connection is one on the loopback.
const { client, call, server } = useTeam();

const mail = { ...small, attachments: [{ filename: 'invoice.txt', content: 'SW52b2ljZSA0Mg==' }] };
const scheduled = { ...small, scheduledAt: 'in 1 hour' };

let domainsMade = 0;
let propertiesMade = 0;
let claimant: Promise<string> | undefined;
let claimed: Promise<string> | undefined;

/** A key of a team without domains. */
const another = () => (claimant ??= addTeam(server(), 'Another'));

async function newDomain(): Promise<string> {
  domainsMade += 1;
  return dataOf(await client().domains.create({ name: `d${domainsMade}.example.com` })).id;
}

/** One that another team has, and this one claims. It costs the server the keys of two domains. */
async function claimedDomain(): Promise<string> {
  domainsMade += 1;
  const name = `d${domainsMade}.example.com`;
  dataOf(await client(await another()).domains.create({ name }));
  return dataOf(await client().domains.claims.create({ name })).domain_id ?? '';
}

/** A key is one property's in its team. */
async function newProperty(): Promise<string> {
  propertiesMade += 1;
  const { contactProperties } = client();
  return dataOf(await contactProperties.create({ key: `property_${propertiesMade}`, type: 'string' })).id;
}

/** An alias is one template's in its team; what is restored was published. */
async function newTemplate(): Promise<string> {
  const { templates } = client();
  return dataOf(await templates.create({ name: 'Made', subject: 'Made', html: '<p>Made</p>' }).publish()).id;
}

/** What is canceled, paused or resumed waits for its time. */
async function newBroadcast(path: string): Promise<string> {
  const { broadcasts, segments } = client();
  const segmentId = dataOf(await segments.create({ name: 'Made' })).id;
  // The review of one that the page sends asks for it.
  const html = '<p>Made. <a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a></p>';
  const mail = { segmentId, from: 'news@posthorn.test', subject: 'Made', html, previewText: 'Made' };
  const { id } = dataOf(await broadcasts.create(mail));
  if (/\/(cancel|pause|resume)$/.test(path)) dataOf(await broadcasts.send(id, { scheduledAt: 'in 1 day' }));
  if (path.endsWith('/send')) await call('POST', '/contact-properties', { body: { key: 'timezone', type: 'string' } });
  if (path.endsWith('/winner')) await testOn(id, segmentId);
  if (/\/(proof|why|again|winner)$/.test(path)) dataOf(await broadcasts.send(id));
  if (path.endsWith('/again')) {
    await waitFor(
      async () => dataOf(await broadcasts.get(id)).status,
      (status) => status === 'sent',
    );
  }
  return id;
}

/** A winner is chosen while somebody waits for what wins: at least two are in the test. */
async function testOn(id: string, segmentId: string): Promise<void> {
  for (const name of ['a', 'b', 'c']) {
    dataOf(
      await client().contacts.create({ email: `delivered+${id}${name}@resend.dev`, segments: [{ id: segmentId }] }),
    );
  }
  await call('PATCH', `/dashboard-api/broadcasts/${id}/ab-test`, { body: { subject: 'Other' } });
}

/** A day that an example names is past some day. Tomorrow at nine it may be already, where the day begins first. */
const inTime = (request: unknown): unknown => {
  const dayAfterTomorrow = `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T09:00`;
  return Object(request) === request && 'local_time' in (request as object)
    ? { ...(request as object), local_time: dayAfterTomorrow }
    : request;
};

const makers = { '/domains': newDomain, '/contact-properties': newProperty, '/templates': newTemplate };
const ids = exampleIds({ call, makers });

/** Puts ids of things that are there into a path; what one example makes needs no line here. */
async function withIds(method: string, path: string): Promise<string> {
  const { emails, domains, logs } = client();
  switch (path.split('/{')[0]) {
    case '/emails': {
      const changes = method === 'patch' || path.endsWith('/cancel');
      const { id } = dataOf(await emails.send(changes ? scheduled : mail));
      if (path.includes('{share_id}')) {
        const { body } = await call('POST', `/emails/${id}/share`);
        return path.replace('{id}', id).replace('{share_id}', answers.sharedEmail.parse(body).share_id);
      }
      if (!path.includes('{attachment_id}')) return path.replace('{id}', id);
      const [attachment] = dataOf(await emails.attachments.list({ emailId: id })).data;
      return path.replace('{id}', id).replace('{attachment_id}', attachment?.id ?? '');
    }
    case '/dashboard-api/emails':
      return path.replace('{id}', dataOf(await emails.send(mail)).id);
    case '/broadcasts':
    case '/dashboard-api/broadcasts':
      return `${path.replace('{id}', await newBroadcast(path)).replace('{revision}', '1')}${queryOf(path)}`;
    case '/domains/claim':
      // Another team has the name.
      dataOf(await client(await another()).domains.create({ name: 'shop.example.com' }));
      return path;
    case '/domains/claims': {
      // The same claim, made before, goes on.
      const made = dataOf(await domains.list()).data.find(({ name }) => name === 'shop.example.com');
      dataOf(await domains.remove(made?.id ?? ''));
      return path;
    }
    case '/domains':
    case '/dashboard-api/domains':
      if (!path.includes('{id}')) return path;
      if (path.includes('/claim')) return path.replace('{id}', await (claimed ??= claimedDomain()));
      // One for all that read it: each costs the server a key.
      return method === 'get' ? path.replace('{id}', (await ids.idIn('/domains')) ?? '') : ids.pathOf(path);
    case '/suppressions':
    case '/dashboard-api/suppressions': {
      const { id } = dataOf(await client().suppressions.add({ email: 'cid@example.com' }));
      return path.replace('{suppression}', id);
    }
    case '/webhooks':
    case '/dashboard-api/webhooks': {
      const endpoint = 'http://127.0.0.1:1/';
      const { id } = dataOf(await client().webhooks.create({ endpoint, events: ['email.sent'] }));
      if (!path.includes('{id}')) return path;
      if (path.includes('{replay_id}')) {
        const { body } = await call('POST', `/webhooks/${id}/replay`, { body: { since: '2026-01-01' } });
        return path.replace('{id}', id).replace('{replay_id}', answers.changedWebhookReplay.parse(body).id);
      }
      if (!path.includes('/events')) return path.replace('{id}', id);
      const { events, attempts } = { events: client().webhooks.events, attempts: client().webhooks.events.attempts };
      dataOf(await emails.send(mail));
      const [message] = await waitFor(
        async () => dataOf(await events.list({ webhookId: id })).data,
        (found) => found.length > 0,
      );
      const eventId = message?.id ?? '';
      await waitFor(
        async () => dataOf(await attempts.list({ webhookId: id, eventId })).data,
        (found) => found.length > 0,
      );
      return path.replace('{id}', id).replace('{event_id}', eventId);
    }
    case '/webhook-requests':
    case '/dashboard-api/webhook-requests': {
      const endpoint = 'http://127.0.0.1:1/';
      const { id } = dataOf(await client().webhooks.create({ endpoint, events: ['email.sent'] }));
      dataOf(await emails.send(mail));
      const [request] = await waitFor(
        async () =>
          answers.webhookRequestList.parse((await call('GET', `/webhook-requests?webhook_id=${id}`)).body).data,
        (found) => found.length > 0,
      );
      return path.replace('{id}', request?.id ?? '');
    }
    case '/dashboard-api/exports': {
      if (!path.includes('{id}')) return path;
      // Two of a team may be under way.
      const { body } = await waitFor(
        () => call('POST', '/dashboard-api/exports', { body: { kind: 'suppressions' } }),
        ({ status }) => status === 201,
      );
      return path.replace('{id}', answers.oneExport.parse(body).id);
    }
    case '/logs':
    case '/dashboard-api/logs':
      dataOf(await emails.send(mail));
      return path.replace('{id}', dataOf(await logs.list({ limit: 1 })).data[0]?.id ?? '');
    case '/audiences': {
      const contact = path.includes('{contact}') ? await ids.idIn('/contacts') : undefined;
      return (await ids.pathOf(path)).replace('{contact}', contact ?? '');
    }
    case '/contacts/imports': {
      const made = await ids.pathOf(path);
      // What is not over is neither undone nor deleted.
      if (path.endsWith('/undo') || method === 'delete') {
        const status = async () => (await call('GET', made.replace('/undo', ''))).body as { readonly status?: unknown };
        await waitFor(status, ({ status: found }) => found === 'completed');
      }
      return made;
    }
    case '/dashboard-api/templates':
      return (await ids.pathOf(path)).replace('{version}', '1');
    default:
      return ids.pathOf(path);
  }
}

/** What people ask is asked with a cookie: test/e2e/people does. */
const ofPrograms = operations.filter(({ access }) => access !== 'person' && access !== 'visitor');

/** No request makes an email that comes in: test/e2e/smtp-in/receiving asks these. */
const isOfReceived = (path: string): boolean => /^(\/dashboard-api)?\/emails\/receiving\//.test(path);

const sent = ofPrograms
  .filter(({ path }) => !isOfReceived(path))
  .flatMap((operation) =>
    Object.entries(operation.examples ?? {}).map(([name, example]) => ({
      title: `${operation.method.toUpperCase()} ${operation.path}, ${name}`,
      operation,
      example,
    })),
  );

describe('the examples of the OpenAPI document, sent to a running server', () => {
  it.each(sent)('$title', async ({ operation, example }) => {
    const path = await withIds(operation.method, operation.path);
    const request = inTime(await ids.requestOf(example.request));
    const answer = await call(operation.method.toUpperCase(), path, {
      ...(request === undefined ? {} : { body: operation.form === undefined ? request : formOf(request) }),
      ...(example.headers === undefined ? {} : { headers: example.headers }),
    });
    expect(answer.status).toBe(operation.status);
    // The answer shown has the members of the real one, whatever stands in them.
    expect(Object.keys(example.answer as object).sort()).toEqual(Object.keys(answer.body as object).sort());
    operation.answer?.parse(answer.body);
  });

  it('are there for every endpoint that answers JSON of ours', () => {
    const without = operations.filter(
      (operation) => operation.answer !== undefined && Object.keys(operation.examples ?? {}).length === 0,
    );
    expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});
