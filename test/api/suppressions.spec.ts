import * as answers from '../support/answers.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, errorOf, small, useTeam } from './setup.js';

const suite = useTeam();
const { call, client } = suite;

/** What the mail's recipients came to. */
async function settled(id: string, key?: string) {
  return waitFor(
    async () =>
      (await call('GET', `/emails/${id}`, key === undefined ? {} : { key })).body as {
        last_event: string;
        recipients: { status: string }[];
      },
    ({ recipients }) => recipients.every(({ status }) => !['queued', 'sent', 'scheduled'].includes(status)),
  );
}

describe('the suppression list', () => {
  it('takes an address, shows it by id and by address, and lets it go', async () => {
    const { suppressions } = client();
    const email = 'Ann+label@example.com';
    const { id } = dataOf(await suppressions.add({ email }));
    const shown = { object: 'suppression', id, email, origin: 'manual', source_id: null };
    expect(dataOf(await suppressions.get(id))).toMatchObject(shown);
    // However it is written.
    expect(dataOf(await suppressions.get('ann+label@EXAMPLE.com'))).toMatchObject(shown);
    expect(dataOf(await suppressions.add({ email: 'ANN+label@example.com' }))).toMatchObject({ id });
    expect(dataOf(await suppressions.list()).data).toMatchObject([{ id, email }]);
    expect(dataOf(await suppressions.remove(email))).toEqual({ object: 'suppression', id, deleted: true });
    expect(errorOf(await suppressions.get(id))).toMatchObject({ statusCode: 404, name: 'not_found' });
    expect(errorOf(await suppressions.remove(id))).toMatchObject({ statusCode: 404, name: 'not_found' });
    expect(dataOf(await suppressions.list()).data).toEqual([]);
  });

  it('takes and lets go many at once', async () => {
    const { suppressions } = client();
    const emails = ['a@batch.example.com', 'b@batch.example.com', 'A@batch.example.com'];
    const added = dataOf(await suppressions.batch.add({ emails })).data;
    expect(added).toHaveLength(3);
    expect(new Set(added.map(({ id }) => id)).size).toBe(2);
    const [first] = added;
    const removed = dataOf(await suppressions.batch.remove({ ids: [first?.id ?? ''] })).data;
    expect(removed).toEqual([{ object: 'suppression', id: first?.id, deleted: true }]);
    const again = dataOf(await suppressions.batch.remove({ emails: emails.slice(0, 2) })).data;
    expect(again.map(({ deleted }) => deleted)).toEqual([false, true]);
  });

  it('is listed newest first, and by origin', async () => {
    const { suppressions } = client();
    for (const name of ['one', 'two']) dataOf(await suppressions.add({ email: `${name}@page.example.com` }));
    const first = dataOf(await suppressions.list({ limit: 1 }));
    expect(first).toMatchObject({ has_more: true, data: [{ email: 'two@page.example.com' }] });
    expect(dataOf(await suppressions.list({ origin: 'bounce' })).data).toEqual([]);
    expect(dataOf(await suppressions.list({ origin: 'manual' })).data).toHaveLength(2);
  });

  it.each([
    ['POST', '/suppressions', {}, 'missing_required_field', '`email`'],
    ['POST', '/suppressions', { email: 'Ann <ann@example.com>' }, 'validation_error', '`email`'],
    ['POST', '/suppressions', { email: 'ann@example.com', scope: 'some' }, 'validation_error', '`scope`'],
    ['POST', '/suppressions', { email: 'ann@example.com', origin: 'import' }, 'validation_error', '`origin`'],
    ['POST', '/suppressions/batch/add', { emails: [] }, 'validation_error', '`emails`'],
    ['POST', '/suppressions/batch/add', { emails: ['ann@example.com', 'no'] }, 'validation_error', '`emails`'],
    ['POST', '/suppressions/batch/remove', {}, 'missing_required_field', '`ids`'],
    [
      'POST',
      '/suppressions/batch/remove',
      { emails: ['a@example.com'], ids: ['019a3f5e-0000-7000-8000-000000000000'] },
      'validation_error',
      '`ids`',
    ],
    ['GET', '/suppressions?origin=none', undefined, 'validation_error', '`origin`'],
    ['GET', '/suppressions?scope=some', undefined, 'validation_error', '`scope`'],
    ['GET', '/suppressions/nobody', undefined, 'invalid_parameter', 'email address'],
  ])('%s %s %j is refused', async (method, path, body, name, words) => {
    const answer = await call(method, path, body === undefined ? {} : { body });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ name, message: expect.stringContaining(words) });
  });
});

describe('an entry that is about bulk mail', () => {
  const add = (path: string, body: object) => call('POST', path, { body });
  const scopeOf = async (email: string) => (await call('GET', `/suppressions/${email}`)).body;
  const send = async (to: string, kind?: string) => {
    const headers = kind === undefined ? {} : { headers: { 'X-Posthorn-Class': kind } };
    return (await settled(dataOf(await client().emails.send({ ...small, to, ...headers })).id)).last_event;
  };

  it('holds bulk mail and nothing else, until all mail is to be held', async () => {
    const email = 'delivered+letters@posthorn.test';
    expect((await add('/suppressions', { email, scope: 'bulk' })).status).toBe(201);
    expect(await scopeOf(email)).toMatchObject({ origin: 'manual', scope: 'bulk', expires_at: null });
    expect(await send(email, 'bulk')).toBe('suppressed');
    expect(await send(email, 'transactional')).toBe('delivered');
    expect(await send(email)).toBe('delivered');
    await add('/suppressions', { email });
    expect(await scopeOf(email)).toMatchObject({ scope: 'all' });
    await waitFor(
      () => send(email, 'transactional'),
      (lastEvent) => lastEvent === 'suppressed',
    );
    // More is held than that already.
    await add('/suppressions', { email, scope: 'bulk' });
    expect(await scopeOf(email)).toMatchObject({ scope: 'all' });
  });

  it('is made many at once', async () => {
    const emails = ['delivered+a@posthorn.test', 'delivered+b@posthorn.test'];
    expect((await add('/suppressions/batch/add', { emails, scope: 'bulk', origin: 'complaint' })).status).toBe(201);
    expect(await scopeOf(emails[0] ?? '')).toMatchObject({ origin: 'complaint', scope: 'bulk', source_id: null });
    for (const email of emails) {
      expect(await send(email, 'bulk')).toBe('suppressed');
      expect(await send(email)).toBe('delivered');
    }
    const listed = answers.suppressionList.parse((await call('GET', '/suppressions?scope=bulk')).body).data;
    expect(listed.map(({ email }) => email).sort()).toEqual(emails);
    expect(listed.every(({ scope }) => scope === 'bulk')).toBe(true);
  });
});

describe('a mail to who is on the list', () => {
  it('is not sent, and says so, and the others get theirs', async () => {
    const listed = 'delivered+listed@posthorn.test';
    const { id: entry } = dataOf(await client().suppressions.add({ email: listed }));
    const { id } = dataOf(await client().emails.send({ ...small, to: [listed, 'delivered@posthorn.test'] }));
    expect(await settled(id)).toMatchObject({
      last_event: 'suppressed',
      recipients: [{ status: 'suppressed' }, { status: 'delivered' }],
    });
    // The mail itself is read from the log; the list follows.
    const idsOfSuppressed = async (): Promise<string[]> => {
      const { body } = await call('GET', '/emails?last_event=suppressed');
      return (body as { data: { id: string }[] }).data.map((mail) => mail.id);
    };
    expect(await waitFor(idsOfSuppressed, (ids) => ids.includes(id))).toContain(id);
    const onPage = async () => (await call('GET', `/dashboard-api/emails/${id}/suppressions`)).body;
    expect(await onPage()).toMatchObject({ data: [{ id: entry, email: listed, origin: 'manual', source_id: null }] });
    dataOf(await client().suppressions.remove(entry));
    expect(await onPage()).toMatchObject({ data: [] });
    const again = dataOf(await client().emails.send({ ...small, to: listed }));
    // Another process of the server hears of the removal within a second; until then it is as it was.
    const outcome = await waitFor(
      async () => (await settled(dataOf(await client().emails.send({ ...small, to: listed })).id)).last_event,
      (lastEvent) => lastEvent === 'delivered',
    );
    expect(outcome).toBe('delivered');
    expect(['delivered', 'suppressed']).toContain((await settled(again.id)).last_event);
  });

  it.each([
    ['suppressed@posthorn.test', 'suppressed'],
    ['suppressed+label@resend.dev', 'suppressed'],
    ['complained@resend.dev', 'complained'],
    ['Complained+label@posthorn.test', 'complained'],
  ])('%s plays it, and is on no list', async (to, lastEvent) => {
    const { id } = dataOf(await client().emails.send({ ...small, to }));
    const email = await waitFor(
      () => settled(id),
      ({ last_event: last }) => last === lastEvent,
    );
    expect(email.recipients).toMatchObject([{ status: lastEvent }]);
    expect(errorOf(await client().suppressions.get(to))).toMatchObject({ statusCode: 404 });
  });
});
