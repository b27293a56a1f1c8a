import { posthorn } from '../support/command-line.js';
import { addTeam } from '../support/second-team.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, small, useTeam } from './setup.js';

const { client, call, server } = useTeam();

interface Row {
  readonly id: string;
  readonly email: string;
}
const contacts = async (query = '') => {
  const { status, body } = await call('GET', `/contacts${query}`);
  expect(status).toBe(200);
  return (body as { readonly data: readonly Row[] }).data;
};
const emails = async (query = '') => (await contacts(query)).map(({ email }) => email);
const refused = async (method: string, path: string, body?: object) => {
  const answer = await call(method, path, body === undefined ? {} : { body });
  return [answer.status, (answer.body as { readonly name: string }).name, (answer.body as { message: string }).message];
};

describe('contacts', () => {
  it('are made, found, changed and deleted by the official client, by id and by address', async () => {
    const { contacts: api } = client();
    const { id } = dataOf(await api.create({ email: 'Ann.Lee+x@example.com', firstName: 'Ann', unsubscribed: false }));
    const again = dataOf(await api.create({ email: 'ann.lee+X@example.com', lastName: 'Lee' }));
    expect(again.id).toBe(id);
    const shown = { object: 'contact', id, email: 'Ann.Lee+x@example.com', first_name: 'Ann', last_name: 'Lee' };
    const read = { ...shown, unsubscribed: false, properties: {} };
    expect(dataOf(await api.get(id))).toMatchObject(read);
    expect(dataOf(await api.get({ email: 'ann.lee+x@example.com' }))).toMatchObject(read);
    expect(dataOf(await api.list()).data).toMatchObject([{ id, email: shown.email }]);
    expect(dataOf(await api.update({ id, unsubscribed: true, firstName: null as never })).id).toBe(id);
    expect(dataOf(await api.get(id))).toMatchObject({ first_name: null, last_name: 'Lee', unsubscribed: true });
    expect(await emails('?unsubscribed=true&search=lee')).toEqual([shown.email]);
    expect(await emails('?unsubscribed=false&search=lee')).toEqual([]);
    expect(dataOf(await api.remove({ email: 'ann.lee+x@example.com' }))).toMatchObject({ contact: id, deleted: true });
    expect((await api.get(id)).error).toMatchObject({ name: 'not_found', message: 'Contact not found' });
    expect(await emails('?search=lee')).toEqual([]);
  });

  it('keep what they had left when they are deleted and made again', async () => {
    await call('POST', '/contacts', { body: { email: 'left@example.com', unsubscribed: true } });
    await call('DELETE', '/contacts/left@example.com');
    await call('POST', '/contacts', { body: { email: 'left@example.com' } });
    expect((await call('GET', '/contacts/left@example.com')).body).toMatchObject({ unsubscribed: true });
    await call('POST', '/contacts', { body: { email: 'left@example.com', unsubscribed: false } });
    expect((await call('GET', '/contacts/left@example.com')).body).toMatchObject({ unsubscribed: false });
  });

  it('show each yes and no with how it was said, oldest first', async () => {
    const { body: topic } = await call('POST', '/topics', { body: { name: 'Said', default_subscription: 'opt_out' } });
    const { id: topicId } = topic as Row;
    await call('POST', '/contacts', { body: { email: 'said@example.com', unsubscribed: true } });
    const topics = [{ id: topicId, subscription: 'opt_in' }];
    await call('PATCH', '/contacts/said@example.com/topics', { body: { topics } });
    const { status, body } = await call('GET', '/dashboard-api/contacts/said@example.com/consents');
    expect(status).toBe(200);
    const by = { means: 'api-key', email_id: null, import_id: null, page_version: null, actor: { kind: 'api-key' } };
    expect((body as { readonly data: readonly object[] }).data).toMatchObject([
      { ...by, scope: 'all', topic_id: null, subscription: 'opt_out' },
      { ...by, scope: 'topic', topic_id: topicId, subscription: 'opt_in' },
    ]);
    expect((await call('GET', '/dashboard-api/contacts/nobody@example.com/consents')).status).toBe(404);
    expect((await call('GET', '/dashboard-api/contacts/nobody/consents')).status).toBe(422);
    await call('DELETE', `/topics/${topicId}`);
  });

  it('may move to another address, which no other contact has', async () => {
    const made = await call('POST', '/contacts', { body: { email: 'old@example.com' } });
    const { id } = made.body as Row;
    await call('POST', '/contacts', { body: { email: 'other@example.com' } });
    expect(await refused('PATCH', `/contacts/${id}`, { email: 'other@example.com' })).toEqual([
      422,
      'validation_error',
      'Invalid `email` field. Another contact has this address.',
    ]);
    expect((await call('PATCH', `/contacts/${id}`, { body: { email: 'new@example.com' } })).status).toBe(200);
    expect((await call('GET', '/contacts/new@example.com')).body).toMatchObject({ id, email: 'new@example.com' });
    expect((await call('GET', '/contacts/old@example.com')).status).toBe(404);
    const taken = await call('POST', '/contacts', { body: { email: 'old@example.com' } });
    expect((taken.body as Row).id).not.toBe(id);
  });

  it('are made once, however many ask at once', async () => {
    const asked = Array.from({ length: 10 }, (_, index) =>
      call('POST', '/contacts', { body: { email: 'race@example.com', last_name: `${index}` } }),
    );
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => (body as Row).id)).size).toBe(1);
    expect(await emails('?search=race')).toEqual(['race@example.com']);
  });

  it('are said what is wrong, and nothing is done', async () => {
    expect(await refused('POST', '/contacts', { email: 'no address' })).toEqual([
      422,
      'validation_error',
      'Invalid `email` field. It must be an email address such as `email@example.com`. An address needs an @ with a domain after it.',
    ]);
    expect(await refused('POST', '/contacts', {})).toEqual([422, 'missing_required_field', 'Missing `email` field.']);
    const email = 'wrong@example.com';
    expect(await refused('POST', '/contacts', { email, properties: { nothing: 1 } })).toEqual([
      422,
      'validation_error',
      'Invalid `properties.nothing` field. No property has this key: create it at `POST /contact-properties`.',
    ]);
    const nowhere = '00000000-0000-7000-8000-000000000000';
    expect(await refused('POST', '/contacts', { email, segments: [nowhere] })).toEqual([
      404,
      'not_found',
      'Segment not found',
    ]);
    const topics = [{ id: nowhere, subscription: 'opt_in' }];
    expect(await refused('POST', '/contacts', { email, topics })).toEqual([404, 'not_found', 'Topic not found']);
    expect((await refused('GET', '/contacts/nobody'))[1]).toBe('invalid_parameter');
    expect((await refused('GET', `/contacts?segment_id=${nowhere}`))[0]).toBe(404);
    expect((await call('GET', `/contacts/${email}`)).status).toBe(404);
  });
});

describe('what contacts are described by', () => {
  it('properties are made, with a key of their own, changed and deleted by the official client', async () => {
    const { contactProperties, contacts: api } = client();
    const { id } = dataOf(await contactProperties.create({ key: 'city', type: 'string', fallbackValue: 'Ulm' }));
    const orders = dataOf(await contactProperties.create({ key: 'orders', type: 'number' }));
    expect((await refused('POST', '/contact-properties', { key: 'city', type: 'number' }))[2]).toBe(
      'Invalid `key` field. There is a property `city` already.',
    );
    expect((await refused('POST', '/contact-properties', { key: 'email', type: 'string' }))[2]).toBe(
      'Invalid `key` field. Each contact has `email` already.',
    );
    expect(await refused('POST', '/contact-properties', { key: 'x', type: 'number', fallback_value: 'y' })).toEqual([
      422,
      'validation_error',
      'Invalid `fallback_value` field. It must be of the type of the property.',
    ]);
    const rows = dataOf(await contactProperties.list()).data.map(({ key, fallbackValue }) => [key, fallbackValue]);
    expect(rows).toEqual([
      ['orders', null],
      ['city', 'Ulm'],
    ]);
    expect((await call('PATCH', `/contact-properties/${id}`, { body: {} })).status).toBe(200);
    expect(dataOf(await contactProperties.get(id))).toMatchObject({ fallbackValue: 'Ulm' });
    dataOf(await contactProperties.update({ id, fallbackValue: null }));
    expect(dataOf(await contactProperties.get(id))).toMatchObject({ key: 'city', fallbackValue: null });
    const person = { email: 'props@example.com', properties: { city: 'Bonn', orders: 3 } };
    dataOf(await api.create(person));
    expect(await refused('PATCH', '/contacts/props@example.com', { properties: { orders: 'many' } })).toEqual([
      422,
      'validation_error',
      'Invalid `properties.orders` field. It must be a number, as the property is.',
    ]);
    const typed = { city: { type: 'string', value: 'Bonn' }, orders: { type: 'number', value: 3 } };
    expect(dataOf(await api.get({ email: person.email }))).toMatchObject({ properties: typed });
    dataOf(await api.update({ email: person.email, properties: { city: null } }));
    expect(await emails('?search=bonn')).toEqual([]);
    dataOf(await contactProperties.remove(orders.id));
    expect(dataOf(await api.get({ email: person.email })).properties).toEqual({});
    expect((await call('POST', '/contact-properties', { body: { key: 'orders', type: 'string' } })).status).toBe(201);
    expect(dataOf(await api.get({ email: person.email })).properties).toEqual({});
  });

  it('segments hold who was added, and are read by their contacts and by the older name', async () => {
    const { segments, contacts: api } = client();
    const { id } = dataOf(await segments.create({ name: 'Customers' }));
    const made = dataOf(await api.create({ email: 'in@example.com', segments: [{ id }] }));
    const other = dataOf(await api.create({ email: 'later@example.com' }));
    const added = dataOf(await api.segments.add({ email: 'later@example.com', segmentId: id }));
    expect(added).toMatchObject({ contact_id: other.id, segment_id: id });
    expect(dataOf(await api.list({ segmentId: id })).data.map(({ email }) => email)).toEqual([
      'later@example.com',
      'in@example.com',
    ]);
    expect(await emails(`?segment_id=${id}&limit=1&after=${other.id}`)).toEqual(['in@example.com']);
    expect(dataOf(await api.segments.list({ contactId: made.id })).data).toMatchObject([{ id, name: 'Customers' }]);
    dataOf(await api.segments.remove({ contactId: made.id, segmentId: id }));
    expect(await emails(`?segment_id=${id}`)).toEqual(['later@example.com']);
    expect((await call('GET', `/audiences/${id}`)).body).toMatchObject({ object: 'audience', name: 'Customers' });
    expect((await call('PATCH', `/segments/${id}`, { body: { name: 'Buyers' } })).body).toMatchObject({ id });
    expect(dataOf(await segments.get(id))).toMatchObject({ name: 'Buyers' });
    expect(dataOf(await segments.remove(id))).toMatchObject({ object: 'segment', deleted: true });
    expect(dataOf(await segments.remove(id))).toMatchObject({ deleted: true });
    expect((await segments.get(id)).error).toMatchObject({ name: 'not_found' });
    const kept = dataOf(await segments.create({ name: 'Kept' })).id;
    const key = await addTeam(server(), 'Neighbor');
    await call('DELETE', `/segments/${kept}`, { key });
    expect(dataOf(await segments.get(kept))).toMatchObject({ name: 'Kept', filtered: false });
    expect(await emails('?search=later')).toEqual(['later@example.com']);
  });

  it('contacts are written by the older name of a segment, as clients that give an audience do', async () => {
    const { segments, contacts: api } = client();
    const audienceId = dataOf(await segments.create({ name: 'Readers' })).id;
    const email = 'older@example.com';
    const { id } = dataOf(await api.create({ audienceId, email, firstName: 'Old' }));
    expect((await call('GET', `/audiences/${audienceId}/contacts`)).body).toMatchObject({
      object: 'list',
      has_more: false,
      data: [{ id, email }],
    });
    expect(await emails(`?segment_id=${audienceId}`)).toEqual([email]);
    expect(dataOf(await api.get({ audienceId, email }))).toMatchObject({ id, first_name: 'Old' });
    expect(dataOf(await api.update({ audienceId, id, unsubscribed: true }))).toMatchObject({ object: 'contact', id });
    expect(dataOf(await api.get({ audienceId, id }))).toMatchObject({ unsubscribed: true });
    const removed = { object: 'contact', contact: email, deleted: true };
    expect(dataOf(await api.remove({ audienceId, email }))).toEqual({ ...removed, id });
    expect(dataOf(await api.remove({ audienceId, email }))).toMatchObject(removed);
    expect((await api.get({ audienceId, email })).error).toMatchObject({ message: 'Contact not found' });
    const nowhere = '00000000-0000-7000-8000-000000000000';
    expect(await refused('POST', `/audiences/${nowhere}/contacts`, { email })).toEqual([
      404,
      'not_found',
      'Segment not found',
    ]);
    expect((await refused('GET', `/audiences/${nowhere}/contacts`))[0]).toBe(404);
    expect((await call('GET', `/contacts/${email}`)).status).toBe(404);
  });

  it('topics are what contacts say yes and no to', async () => {
    const { topics, contacts: api } = client();
    const news = dataOf(await topics.create({ name: 'News', defaultSubscription: 'opt_in' }));
    const tips = dataOf(
      await topics.create({ name: 'Tips', description: 'Now and then', defaultSubscription: 'opt_out' }),
    );
    dataOf(await topics.update({ id: news.id, name: 'Product news' }));
    expect(dataOf(await topics.list()).data.map(({ name }) => name)).toEqual(['Tips', 'Product news']);
    const email = 'topics@example.com';
    const { id } = dataOf(await api.create({ email, topics: [{ id: tips.id, subscription: 'opt_in' }] }));
    const subscriptions = async () =>
      dataOf(await api.topics.list({ email })).data.map(({ name, subscription }) => [name, subscription]);
    expect(await subscriptions()).toEqual([
      ['Tips', 'opt_in'],
      ['Product news', 'opt_in'],
    ]);
    const said = [{ id: news.id, subscription: 'opt_out' as const }];
    expect(dataOf(await api.topics.update({ id, topics: said }))).toMatchObject({ id });
    const asObject = await call('PATCH', `/contacts/${id}/topics`, {
      body: { topics: [{ id: tips.id, subscription: 'opt_out' }] },
    });
    expect(asObject.body).toEqual({
      object: 'contact_topics',
      id,
      contact_id: id,
      topics: [{ id: tips.id, subscription: 'opt_out' }],
    });
    expect(await subscriptions()).toEqual([
      ['Tips', 'opt_out'],
      ['Product news', 'opt_out'],
    ]);
    expect(await emails(`?opted_out=${tips.id}`)).toEqual([email]);
    dataOf(await topics.remove(tips.id));
    expect(await subscriptions()).toEqual([['Product news', 'opt_out']]);
    const { entries } = await posthorn<{ entries: readonly { summary: string }[] }>(server(), 'audit', id);
    expect(entries.map(({ summary }) => summary)).toEqual([
      `Contact ${email} created`,
      `Subscribed to topic ${tips.id} (api-key)`,
      `Unsubscribed from topic ${news.id} (api-key)`,
      `Unsubscribed from topic ${tips.id} (api-key)`,
    ]);
  });
});

describe('a segment with a filter', () => {
  const rule = (field: string, operator: string, value?: unknown) => ({ type: 'rule', field, operator, value });

  it('holds whom the filter finds, today', async () => {
    await call('POST', '/contact-properties', { body: { key: 'town', type: 'string' } });
    const { body } = await call('POST', '/segments', { body: { name: 'Hand-picked' } });
    const picked = (body as Row).id;
    for (const [index, town] of ['Rome', 'Rome', 'Oslo', 'Rome'].entries()) {
      const person = {
        email: `f${index}@filter.example.com`,
        properties: { town },
        ...(index === 3 ? { segments: [picked] } : {}),
      };
      expect((await call('POST', '/contacts', { body: person })).status).toBe(201);
    }
    const filter = {
      type: 'and',
      rules: [
        rule('properties.town', 'eq', 'rome'),
        rule('email', 'ends_with', '@filter.example.com'),
        { type: 'not', rule: rule(`segment:${picked}`, 'eq', true) },
      ],
    };
    const made = await call('POST', '/segments', { body: { name: 'Romans', filter } });
    const { id } = made.body as Row;
    expect((await call('GET', `/segments/${id}`)).body).toMatchObject({ name: 'Romans', filter });
    expect(await emails(`?segment_id=${id}`)).toEqual(['f1@filter.example.com', 'f0@filter.example.com']);
    const [newest] = await contacts(`?segment_id=${id}&limit=1`);
    expect(await emails(`?segment_id=${id}&after=${newest?.id}`)).toEqual(['f0@filter.example.com']);
    await call('PATCH', '/contacts/f1@filter.example.com', { body: { properties: { town: 'Oslo' } } });
    expect(await emails(`?segment_id=${id}`)).toEqual(['f0@filter.example.com']);
    const gone = await call('POST', '/contact-properties', { body: { key: 'gone', type: 'string' } });
    await call('PATCH', '/contacts/f0@filter.example.com', { body: { properties: { gone: 'x' } } });
    const ofGone = { filter: rule('properties.gone', 'eq', 'x') };
    const counted = async () => (await call('POST', '/dashboard-api/segments/count', { body: ofGone })).body;
    expect(await counted()).toMatchObject({ count: 1 });
    await call('DELETE', `/contact-properties/${(gone.body as Row).id}`);
    expect(await counted()).toMatchObject({ statusCode: 422 });
    const count = await call('POST', '/dashboard-api/segments/count', { body: { filter } });
    expect(count.body).toMatchObject({ count: 1, exact: true, sample: [{ email: 'f0@filter.example.com' }] });
  });

  it('asks what became of the emails to each contact', async () => {
    const people = ['delivered+act@resend.dev', 'bounced+act@resend.dev', 'never+act@resend.dev'];
    for (const email of people) await call('POST', '/contacts', { body: { email } });
    const sent = { ...small, to: people.slice(0, 2), cc: 'delivered@resend.dev' };
    dataOf(await client().emails.send(sent));
    const found = (...rules: readonly object[]) => {
      const filter = { type: 'and', rules: [rule('email', 'contains', '+act@'), ...rules] };
      return call('POST', '/dashboard-api/segments/count', { body: { filter } });
    };
    const delivered = rule('activity.delivered', 'gte', '2026-01-01');
    await waitFor(
      async () => ((await found(delivered)).body as { readonly count: number }).count,
      (count) => count === 1,
    );
    await waitFor(
      async () => (await found(rule('activity.bounced', 'exists'))).body,
      (body) => (body as { readonly count: number }).count === 1,
    );
    const never = await found(rule('activity.sent', 'is_empty'));
    expect(never.body).toMatchObject({ count: 1, sample: [{ email: people[2] }] });
    expect((await found(rule('activity.delivered', 'lt', '2026-01-01'))).body).toMatchObject({ count: 0 });
  });

  it('is said what is wrong with it, by its place; and takes nobody by hand', async () => {
    const wrong = { type: 'or', rules: [rule('shoe_size', 'eq', 44)] };
    expect((await refused('POST', '/segments', { name: 'Wrong', filter: wrong }))[2]).toMatch(
      /^Invalid `filter\.rules\[0\]\.field` field\. It must be email, first_name/,
    );
    const filter = rule('email', 'eq', 'ada@example.net');
    const { body } = await call('POST', '/segments', { body: { name: 'Ada', filter } });
    const { id } = body as Row;
    await call('POST', '/contacts', { body: { email: 'by.hand@example.com' } });
    expect((await refused('POST', `/contacts/by.hand@example.com/segments/${id}`))[0]).toBe(422);
    await posthorn(server(), 'erase', '--yes', 'ada@example.net');
    expect((await call('GET', `/segments/${id}`)).body).toMatchObject({ name: 'Ada', filter: null });
    expect(await emails(`?segment_id=${id}`)).toEqual([]);
  });
});

describe('a person who is erased', () => {
  it('is no contact any more', async () => {
    const { body } = await call('POST', '/contacts', { body: { email: 'gone@example.net', first_name: 'Gone' } });
    const { id } = body as Row;
    expect(await emails('?search=gone')).toEqual(['gone@example.net']);
    await posthorn(server(), 'erase', '--yes', 'gone@example.net');
    await waitFor(
      () => emails('?search=gone'),
      (found) => found.length === 0,
    );
    expect((await call('GET', `/contacts/${id}`)).status).toBe(404);
    expect((await call('GET', '/contacts/gone@example.net')).status).toBe(404);
    const made = await call('POST', '/contacts', { body: { email: 'gone@example.net' } });
    expect((made.body as Row).id).not.toBe(id);
  });
});
