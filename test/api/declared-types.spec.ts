import { declaredTypesOf } from '../support/declared-types.js';
import { waitFor } from '../support/wait-for.js';
import { small, useTeam } from './setup.js';

/* A client in TypeScript trusts its types: each answer is held against what the installed client declares. */

const { client } = useTeam();
const types = declaredTypesOf('resend', 'Resend');
const covered = new Set<string>();

/** What a method resolved to, once that is of the type that the client declares for it. */
async function typed<Data>(
  method: string,
  asked: PromiseLike<{ readonly data: Data | null; readonly error: unknown }>,
): Promise<Data> {
  const { data, error } = await asked;
  if (data === null) throw new Error(`${method}: ${JSON.stringify(error)}`);
  expect(types.problemsOf(method, data)).toEqual([]);
  covered.add(method);
  return data;
}

it('emails', async () => {
  const { emails, batch } = client();
  const attachments = [{ filename: 'a.txt', content: 'AA==' }];
  const { id } = await typed('emails.send', emails.send({ ...small, attachments, scheduledAt: 'in 1 hour' }));
  await typed('emails.get', emails.get(id));
  await typed('emails.list', emails.list());
  await typed('emails.metrics', emails.metrics());
  await typed('emails.update', emails.update({ id, scheduledAt: 'in 2 hours' }));
  await typed('emails.share', emails.share(id));
  const { data } = await typed('emails.attachments.list', emails.attachments.list({ emailId: id }));
  await typed('emails.attachments.get', emails.attachments.get({ emailId: id, id: data[0]?.id ?? '' }));
  await typed('emails.cancel', emails.cancel(id));
  await typed('batch.send', batch.send([small]));
  await typed('batch.create', batch.create([small], { batchValidation: 'permissive' }));
});

it('keys, logs, suppressions', async () => {
  const { apiKeys, logs, suppressions } = client();
  const { id } = await typed('apiKeys.create', apiKeys.create({ name: 'Typed' }));
  await typed('apiKeys.list', apiKeys.list());
  await typed('apiKeys.update', apiKeys.update(id, { name: 'Renamed' }));
  await typed('apiKeys.remove', apiKeys.remove(id));
  const { data } = await typed('logs.list', logs.list({ limit: 2 }));
  await typed('logs.get', logs.get(data[0]?.id ?? ''));
  const email = 'ann@example.com';
  await typed('suppressions.add', suppressions.add({ email }));
  await typed('suppressions.list', suppressions.list());
  await typed('suppressions.get', suppressions.get(email));
  await typed('suppressions.remove', suppressions.remove(email));
  await typed('suppressions.batch.add', suppressions.batch.add({ emails: [email] }));
  await typed('suppressions.batch.remove', suppressions.batch.remove({ emails: [email] }));
});

it('domains', async () => {
  const { domains } = client();
  const { id } = await typed('domains.create', domains.create({ name: 'typed.example.com' }));
  await typed('domains.get', domains.get(id));
  await typed('domains.list', domains.list());
  await typed('domains.update', domains.update({ id, tls: 'enforced' }));
  await typed('domains.verify', domains.verify(id));
  await typed('domains.remove', domains.remove(id));
});

it('the audience', async () => {
  const { contacts, contactProperties, segments, topics } = client();
  const { id: segmentId } = await typed('segments.create', segments.create({ name: 'Typed' }));
  await typed('segments.get', segments.get(segmentId));
  await typed('segments.list', segments.list());
  const topic = { name: 'Typed', defaultSubscription: 'opt_in' } as const;
  const { id: topicId } = await typed('topics.create', topics.create(topic));
  expect(await typed('topics.get', topics.get(topicId))).toMatchObject({ description: '' });
  await typed('topics.list', topics.list());
  await typed('topics.update', topics.update({ id: topicId, name: 'Renamed' }));
  const property = { key: 'typed', type: 'string', fallbackValue: null } as const;
  const { id: propertyId } = await typed('contactProperties.create', contactProperties.create(property));
  await typed('contactProperties.get', contactProperties.get(propertyId));
  await typed('contactProperties.list', contactProperties.list());
  const { id } = await typed('contacts.create', contacts.create({ email: 'typed@example.com' }));
  await typed('contacts.get', contacts.get(id));
  await typed('contacts.list', contacts.list());
  await typed('contacts.update', contacts.update({ id, firstName: 'Ty' }));
  await typed('contacts.segments.add', contacts.segments.add({ contactId: id, segmentId }));
  await typed('contacts.segments.list', contacts.segments.list({ contactId: id }));
  await typed('contacts.segments.remove', contacts.segments.remove({ contactId: id, segmentId }));
  await typed('contacts.topics.list', contacts.topics.list({ id }));
  await typed(
    'contacts.topics.update',
    contacts.topics.update({ id, topics: [{ id: topicId, subscription: 'opt_out' }] }),
  );
  const file = new File(['email\nrow@example.com\n'], 'people.csv', { type: 'text/csv' });
  const { id: importId } = await typed('contacts.imports.create', contacts.imports.create({ file }));
  await typed('contacts.imports.get', contacts.imports.get(importId));
  await typed('contacts.imports.list', contacts.imports.list());
  await typed('contacts.remove', contacts.remove({ email: 'typed@example.com' }));
  await typed('contactProperties.remove', contactProperties.remove(propertyId));
  await typed('topics.remove', topics.remove(topicId));
  await typed('segments.remove', segments.remove(segmentId));
});

it('templates and broadcasts', async () => {
  const { broadcasts, segments, templates } = client();
  const { id } = await typed('templates.create', templates.create({ name: 'Typed', html: '<p>Hello</p>' }));
  await typed('templates.get', templates.get(id));
  await typed('templates.list', templates.list());
  await typed('templates.update', templates.update(id, { name: 'Renamed' }));
  await typed('templates.publish', templates.publish(id));
  const { id: copyId } = await typed('templates.duplicate', templates.duplicate(id));
  await typed('templates.remove', templates.remove(copyId));
  const { id: segmentId } = await typed('segments.create', segments.create({ name: 'Readers' }));
  const draft = { name: 'Typed', segmentId, from: small.from, subject: 'Hello', html: '<p>Hello</p>' };
  const { id: broadcastId } = await typed('broadcasts.create', broadcasts.create(draft));
  await typed('broadcasts.get', broadcasts.get(broadcastId));
  await typed('broadcasts.list', broadcasts.list());
  await typed('broadcasts.update', broadcasts.update(broadcastId, { name: 'Renamed' }));
  await typed('broadcasts.send', broadcasts.send(broadcastId, { scheduledAt: 'in 1 hour' }));
  await waitFor(
    async () => (await broadcasts.get(broadcastId)).data?.scheduled_at,
    (at) => at !== null && at !== undefined,
  );
  await typed('broadcasts.remove', broadcasts.remove(broadcastId));
});

it('webhooks', async () => {
  const { webhooks } = client();
  const webhook = { endpoint: 'https://hooks.example.com/', events: ['email.sent'] } as const;
  const { id } = await typed('webhooks.create', webhooks.create({ ...webhook, events: [...webhook.events] }));
  await typed('webhooks.get', webhooks.get(id));
  await typed('webhooks.list', webhooks.list());
  await typed('webhooks.update', webhooks.update(id, { status: 'disabled' }));
  await typed('webhooks.rotateSigningSecret', webhooks.rotateSigningSecret(id));
  await typed('webhooks.events.list', webhooks.events.list({ webhookId: id }));
  await typed('webhooks.remove', webhooks.remove(id));
});

it('an answer that is not as declared is told', () => {
  expect(types.problemsOf('emails.send', { id: 3 })).toEqual(['emails.send.id: string, got 3']);
  expect(types.problemsOf('topics.get', { id: 'a' }).length).toBeGreaterThan(2);
  expect(covered.size).toBeGreaterThan(60);
});
