import { posthorn } from '../support/command-line.js';
import { waitFor } from '../support/wait-for.js';
import { exportedFile } from './exported.js';
import { dataOf, errorOf, useTeam } from './setup.js';

const { client, call, server } = useTeam();

const fileOf = (text: string | Uint8Array<ArrayBuffer>) => new File([text], 'people.csv', { type: 'text/csv' });
const imports = () => client().contacts.imports;
const isOver = ({ status }: { readonly status: string }) => status === 'completed' || status === 'failed';

async function importing(text: string | Uint8Array<ArrayBuffer>, options: object = {}) {
  const { id } = dataOf(await imports().create({ file: fileOf(text), ...options }));
  return waitFor(async () => dataOf(await imports().get(id)), isOver);
}
async function contactOf(address: string) {
  return dataOf(await client().contacts.get(address));
}
/** What the client has no method for. */
async function textOf(path: string): Promise<string> {
  const answer = await fetch(`${server().url}${path}`, { headers: { authorization: `Bearer ${server().key}` } });
  return answer.text();
}
async function send(path: string, fields: Readonly<Record<string, string | File>>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await fetch(`${server().url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server().key}` },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as { readonly message?: string } };
}

describe('an import', () => {
  it('makes and changes contacts, and says what became of each row', async () => {
    dataOf(await client().contacts.create({ email: 'old@example.com', firstName: 'Old' }));
    const file = [
      'email,first_name,last_name,unsubscribed',
      'ann@example.com,Ann,"Example, Jr.",',
      'OLD@example.com,New,,false',
      'no address,,,',
      'left@example.com,,,true',
      'ann@example.com,Anna,,',
      ',,,',
      '"open@example.com,x',
    ].join('\r\n');
    const done = await importing(file);
    expect(done).toMatchObject({
      object: 'contact_import',
      status: 'completed',
      counts: { total: 7, created: 2, updated: 2, skipped: 0, failed: 3 },
      progress: 1,
      file_name: 'people.csv',
      actor: { kind: 'api-key' },
    });
    expect(done.completed_at).not.toBeNull();
    expect(await contactOf('ann@example.com')).toMatchObject({ first_name: 'Anna', last_name: 'Example, Jr.' });
    expect(await contactOf('old@example.com')).toMatchObject({ first_name: 'New' });
    expect(await contactOf('left@example.com')).toMatchObject({ unsubscribed: true });
    expect(await textOf(`/contacts/imports/${done.id}/failed-rows`)).toBe(
      [
        'email,first_name,last_name,unsubscribed,line,reason',
        'no address,,,,4,not an email address: An address needs an @ with a domain after it',
        ',,,,7,no email address',
        '"open@example.com,x",8,a quote is opened and never closed',
        '',
      ].join('\r\n'),
    );
    await waitFor(
      async () => dataOf(await imports().list({ status: 'completed' })).data,
      (listed) => listed.some(({ id }) => id === done.id),
    );
    expect(dataOf(await imports().list({ status: 'failed' })).data).toEqual([]);
    // Whom it created, and whom it changed.
    const emailsAt = async (path: string) => {
      const { body } = await call('GET', path);
      return (body as { readonly data: readonly { readonly email: string }[] }).data.map(({ email }) => email).sort();
    };
    const written = ['ann@example.com', 'left@example.com', 'old@example.com'];
    expect(await emailsAt(`/contacts?import_id=${done.id}`)).toEqual(written);
    const rule = (field: string, operator: string, value?: unknown) => ({ type: 'rule', field, operator, value });
    const rules = [rule(`import:${done.id}`, 'in_last_days', 1), rule('joined_by', 'eq', 'import')];
    const made = await call('POST', '/segments', { body: { name: 'New', filter: { type: 'and', rules } } });
    const { id } = made.body as { readonly id: string };
    expect(await emailsAt(`/segments/${id}/contacts`)).toEqual(['ann@example.com', 'left@example.com']);
  });

  it('has its failed rows corrected as an import of their own, as the first was read', async () => {
    const { id: segment } = dataOf(await client().segments.create({ name: 'Corrected' }));
    const done = await importing('Mail;Paid\nfirst@example.com;"1,5"\nwrong@;"-2,5"\nlater@example;=3\n', {
      columnMap: { email: 'Mail', properties: { paid: { column: 'Paid', type: 'number' } } },
      segments: [{ id: segment }],
    });
    expect(done.counts).toMatchObject({ created: 1, failed: 2 });
    const path = `/dashboard-api/contacts/imports/${done.id}/corrections`;
    expect((await call('GET', path)).body).toMatchObject({
      header: ['Mail', 'Paid'],
      data: [
        { line: 3, cells: ['wrong@', '-2,5'], reason: expect.stringContaining('not an email address') },
        { line: 4, cells: ['later@example', '=3'] },
      ],
      has_more: false,
    });
    const body = {
      rows: [
        ['right@example.com', '-2,5'],
        ['still wrong', '1'],
      ],
      lines: [3, 4],
    };
    const made = await call('POST', path, { body });
    expect(made.status).toBe(201);
    const { id } = made.body as { readonly id: string };
    const corrected = await waitFor(async () => dataOf(await imports().get(id)), isOver);
    expect(corrected).toMatchObject({
      counts: { total: 2, created: 1, failed: 1 },
      file_name: 'people.csv (corrected)',
    });
    expect(await contactOf('right@example.com')).toMatchObject({ properties: { paid: { value: -2.5 } } });
    const joined = await client().contacts.segments.list({ email: 'right@example.com' });
    expect(dataOf(joined).data).toMatchObject([{ id: segment }]);
    // What was applied is corrected there, until it is undone; what failed again has failed there still.
    const first = async () => (await imports().get(done.id)).data as object;
    expect(await first()).toMatchObject({ counts: { total: 3, created: 1, failed: 1 }, corrected: 1 });
    expect((await call('GET', path)).body).toMatchObject({ data: [{ line: 4 }] });
    expect((await call('POST', `/contacts/imports/${id}/undo`)).status).toBe(200);
    await waitFor(first, (found) => 'corrected' in found && found.corrected === 0);
    expect((await call('GET', path)).body).toMatchObject({ data: [{ line: 3 }, { line: 4 }] });
    for (const wrong of [[3, 3], [0], 'none'])
      expect((await call('POST', path, { body: { ...body, lines: wrong } })).status).toBe(422);
    for (const rows of [[], [[3]], 'none']) expect((await call('POST', path, { body: { rows } })).status).toBe(422);
  });

  it('counts rows as corrected whatever ends the lines, also those that are corrected a second time', async () => {
    const text = 'email,first_name\rwrong@,"A\rB"\rlater@,C\rlast@,D\r';
    const done = await importing(text);
    expect(done.counts).toMatchObject({ failed: 3 });
    const pathOf = (id: string) => `/dashboard-api/contacts/imports/${id}/corrections`;
    const correct = async (id: string, rows: readonly string[][], lines: readonly number[]) => {
      const made = (await call('POST', pathOf(id), { body: { rows, lines } })).body as { readonly id: string };
      return waitFor(async () => dataOf(await imports().get(made.id)), isOver);
    };
    const first = async () => (await imports().get(done.id)).data as object;
    expect((await call('GET', pathOf(done.id))).body).toMatchObject({
      data: [{ line: 2, cells: ['wrong@', 'A\rB'] }, { line: 4 }, { line: 5 }],
    });
    const rows = [
      ['cr-one@example.com', 'A\rB'],
      ['later@', 'C'],
      ['cr-three@example.com', 'D'],
    ];
    const again = await correct(done.id, rows, [2, 4, 5]);
    expect(again.counts).toMatchObject({ created: 2, failed: 1 });
    expect(await first()).toMatchObject({ counts: { failed: 1 }, corrected: 2 });
    const { data } = (await call('GET', pathOf(again.id))).body as { readonly data: readonly { line: number }[] };
    const last = await correct(again.id, [['cr-two@example.com', 'C']], [data[0]?.line ?? 0]);
    expect(last).toMatchObject({ counts: { created: 1 }, file_name: 'people.csv (corrected)' });
    expect(await first()).toMatchObject({ counts: { failed: 0 }, corrected: 3 });
    expect((await call('GET', pathOf(done.id))).body).toMatchObject({ data: [] });
    expect((await call('POST', `/contacts/imports/${last.id}/undo`)).status).toBe(200);
    await waitFor(first, (found) => 'corrected' in found && found.corrected === 2);
  });

  it('never brings back who has left, and leaves what was changed after the file was made', async () => {
    dataOf(await client().contacts.create({ email: 'gone@example.com', firstName: 'Kept', unsubscribed: true }));
    const text = 'email,first_name,unsubscribed\ngone@example.com,Older,false\n';
    const { status } = await send('/contacts/imports', { file: fileOf(text), file_at: '2020-01-01' });
    expect(status).toBe(201);
    await waitFor(
      async () => dataOf(await imports().list()).data,
      (all) => all.every(isOver),
    );
    expect(await contactOf('gone@example.com')).toMatchObject({ first_name: 'Kept', unsubscribed: true });
    dataOf(await client().contacts.remove('gone@example.com'));
    expect((await importing(text)).counts).toMatchObject({ created: 1 });
    expect(await contactOf('gone@example.com')).toMatchObject({ first_name: 'Older', unsubscribed: true });
  });

  it('makes properties that the map asks for, and joins segments and topics', async () => {
    const segment = dataOf(await client().segments.create({ name: 'Imported' })).id;
    const topic = dataOf(await client().topics.create({ name: 'News', defaultSubscription: 'opt_out' })).id;
    const done = await importing('email,Age\nage@example.com,42\nold@example.com,old\n', {
      columnMap: { email: 'email', properties: { age: { column: 'Age', type: 'number' } } },
      segments: [{ id: segment }],
      topics: [{ id: topic, subscription: 'opt_in' }],
    });
    expect(done.counts).toMatchObject({ total: 2, failed: 1 });
    expect(await textOf(`/contacts/imports/${done.id}/failed-rows`)).toContain(
      'old@example.com,old,3,age is not a number',
    );
    expect(await contactOf('age@example.com')).toMatchObject({ properties: { age: { type: 'number', value: 42 } } });
    const subscribed = async () => dataOf(await client().contacts.topics.list({ email: 'age@example.com' })).data;
    expect(await subscribed()).toMatchObject([{ id: topic, subscription: 'opt_in' }]);
    const joined = async () => dataOf(await client().contacts.segments.list({ email: 'age@example.com' })).data;
    expect(await joined()).toMatchObject([{ id: segment }]);
    expect(errorOf(await imports().create({ file: fileOf('email\n'), segments: [{ id: done.id }] })).name).toBe(
      'not_found',
    );
  });

  it('leaves who is there where that is asked for', async () => {
    dataOf(await client().contacts.create({ email: 'stays@example.com', firstName: 'Stays' }));
    const done = await importing('email,first_name\nstays@example.com,Other\nnew@example.com,New\n', {
      onConflict: 'skip',
    });
    expect(done.counts).toEqual({ total: 2, created: 1, updated: 0, skipped: 1, failed: 0 });
    expect(await contactOf('stays@example.com')).toMatchObject({ first_name: 'Stays' });
  });

  it('is refused with what is wrong', async () => {
    const refused = async (text: string, options: object = {}) =>
      errorOf(await imports().create({ file: fileOf(text), ...options })).message;
    expect(await refused('name\nx\n')).toBe(
      'The file has no column `email`; it has `name`. Name the column with `column_map`.',
    );
    expect(await refused('')).toContain('no header');
    expect(await refused('email\n', { columnMap: { email: 'Mail' } })).toContain('no column `Mail`');
    expect(await refused('email\n', { segments: [{ id: 'x' }] })).toContain('`segments`');
    expect(await refused('email,size\n', { columnMap: { properties: { size: { column: 'size' } } } })).toContain(
      'type',
    );
    const reserved = { columnMap: { properties: { created_at: { column: 'since', type: 'string' } } } };
    expect(await refused('email,since\n', reserved)).toContain('each contact has already');
    const flag = { columnMap: { properties: { vip: { column: 'vip', type: 'boolean' } } } };
    expect(await refused('email,vip\n', flag)).toContain('send `string`');
    expect(await send('/contacts/imports', {})).toMatchObject({
      status: 422,
      body: { name: 'missing_required_field', message: 'Missing `file` field.' },
    });
    expect(await send('/contacts/imports', { file: fileOf('email\n'), on_conflict: 'replace' })).toMatchObject({
      status: 422,
    });
    expect((await call('POST', '/contacts/imports', { body: { file: 'email\n' } })).status).toBe(422);
    expect(await send('/contacts/imports', { file: fileOf(`email\n${'x'.repeat(100_000)}`) })).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining('100000 bytes') },
    });
  });

  it('keeps who left, bounced or never agreed elsewhere from emails, with when and from where others agreed', async () => {
    const file = [
      'first_name,email_address,state,created_at,tags,OPTIN_IP',
      'Ann,yes@example.com,active,2023-04-21 11:16:57,"VIP, Press",192.0.2.10',
      'Lea,left-kit@example.com,cancelled,2023-04-21 11:16:57,VIP,',
      'Ben,bounced-kit@example.com,bounced,2023-04-21 11:16:57,,',
      'Cat,complained-kit@example.com,complained,,,',
      'Pia,never-kit@example.com,inactive,,,',
    ].join('\n');
    const done = await importing(file);
    expect(done.counts).toMatchObject({ total: 5, created: 5, failed: 0 });
    const unsubscribed = await Promise.all(
      ['yes', 'left-kit', 'bounced-kit', 'complained-kit', 'never-kit'].map(
        async (name) => (await contactOf(`${name}@example.com`)).unsubscribed,
      ),
    );
    expect(unsubscribed).toEqual([false, true, true, true, true]);
    const held = await Promise.all(
      ['bounced-kit', 'complained-kit', 'left-kit'].map(
        async (name) => (await call('GET', `/suppressions/${name}@example.com`)).body,
      ),
    );
    expect(held).toMatchObject([{ origin: 'bounce' }, { origin: 'complaint' }, { name: 'not_found' }]);
    const joined = dataOf(await client().contacts.segments.list({ email: 'yes@example.com' })).data;
    expect(joined.map(({ name }) => name).sort()).toEqual(['Press', 'VIP']);
    const { body } = await call('GET', '/dashboard-api/contacts/yes@example.com/consents');
    expect(body).toMatchObject({
      data: [{ means: 'import', import_id: done.id, said_at: expect.stringContaining('2023-04-21 11:16:57') }],
    });
  });

  it('takes a whole file of people who left, and asks about columns that it cannot read', async () => {
    const { status, body } = await send('/contacts/imports', {
      file: fileOf('email,consent\nmaybe@example.com,perhaps\n'),
    });
    expect([status, body.message]).toEqual([422, expect.stringContaining('`consent`')]);
    const fields = { file: fileOf('email\nall-left@example.com\n'), status: 'unsubscribed', on_conflict: 'skip' };
    dataOf(await client().contacts.create({ email: 'all-left@example.com', firstName: 'Here' }));
    expect((await send('/contacts/imports', fields)).status).toBe(201);
    await waitFor(
      async () => dataOf(await imports().list()).data,
      (all) => all.every(isOver),
    );
    expect(await contactOf('all-left@example.com')).toMatchObject({ first_name: 'Here', unsubscribed: true });
    const ignored = { file: fileOf('email,consent\nmaybe@example.com,perhaps\n'), ignore_columns: '["consent"]' };
    expect((await send('/contacts/imports', ignored)).status).toBe(201);
    const book = await send('/contacts/imports', { file: fileOf('PK\u0003\u0004 [Content_Types].xml') });
    expect(book).toMatchObject({ status: 422, body: { message: expect.stringContaining('save it as CSV') } });
  });

  it('brings back what an export of this server has: topics, segments, properties and since when', async () => {
    const topic = dataOf(await client().topics.create({ name: 'Digest', defaultSubscription: 'opt_in' })).id;
    const segment = dataOf(await client().segments.create({ name: 'Fans, all' })).id;
    dataOf(await client().contactProperties.create({ key: 'newsletter', type: 'string' }));
    const email = 'there-and-back@example.com';
    const made = dataOf(
      await client().contacts.create({
        email,
        lastName: '=1',
        properties: { newsletter: 'weekly' },
        segments: [{ id: segment }],
        topics: [{ id: topic, subscription: 'opt_out' }],
      }),
    );
    const before = await contactOf(email);
    const { rows, text } = await exportedFile({ call, server }, { kind: 'contacts', filters: { search: email } });
    expect(rows).toMatchObject([{ segments: '"Fans, all"', 'topic: Digest': 'opt_out' }]);
    dataOf(await client().contacts.remove(made.id));
    // Another person of the address begins with its noes: what the file says is looked at under another address.
    const moved = text.replaceAll(email, 'back-again@example.com');
    expect((await importing(moved)).counts).toMatchObject({ created: 1, failed: 0 });
    const { id: _, email: __, updated_at: ___, ...known } = before as unknown as Record<string, unknown>;
    expect(await contactOf('back-again@example.com')).toMatchObject({ ...known, last_name: '=1' });
    const address = { email: 'back-again@example.com' };
    expect(dataOf(await client().contacts.topics.list(address)).data).toContainEqual(
      expect.objectContaining({ id: topic, subscription: 'opt_out' }),
    );
    expect(dataOf(await client().contacts.segments.list(address)).data).toMatchObject([{ id: segment }]);
  });

  it('shows before what it would do', async () => {
    dataOf(await client().contacts.create({ email: 'there@example.com' }));
    const file = fileOf('E-Mail;First name\nthere@example.com;T\nfresh@example.com;F\nnone;\n');
    const { status, body } = await send('/contacts/imports/preview', { file });
    expect([status, body]).toMatchObject([
      200,
      {
        header: ['E-Mail', 'First name'],
        separator: ';',
        encoding: 'utf-8',
        column_map: { email: 'E-Mail', first_name: 'First name' },
        rows: [
          { line: 2, action: 'update', reason: null },
          { line: 3, action: 'create', reason: null },
          { line: 4, action: 'fail', reason: 'not an email address: An address needs an @ with a domain after it' },
        ],
      },
    ]);
    expect(errorOf(await client().contacts.get('fresh@example.com')).name).toBe('not_found');
  });

  it('is undone as new facts: who was made goes, who was there is as before', async () => {
    dataOf(await client().contacts.create({ email: 'before@example.com', firstName: 'Before' }));
    const done = await importing(
      'email,first_name,unsubscribed\nbefore@example.com,After,false\nmade@example.com,,\ntouched@example.com,,\n',
    );
    dataOf(await client().contacts.update({ email: 'touched@example.com', firstName: 'Mine' }));
    expect((await call('POST', `/contacts/imports/${done.id}/undo`)).status).toBe(200);
    const { undo } = await waitFor(
      async () => dataOf(await imports().get(done.id)) as unknown as { readonly undo: { readonly status: string } },
      (found) => found.undo.status === 'completed',
    );
    expect(undo).toEqual({ status: 'completed', deleted: 1, restored: 1, kept: 1 });
    expect(await contactOf('before@example.com')).toMatchObject({ first_name: 'Before', unsubscribed: false });
    expect(await contactOf('touched@example.com')).toMatchObject({ first_name: 'Mine' });
    expect(errorOf(await client().contacts.get('made@example.com')).name).toBe('not_found');
  });

  it('can be deleted, which destroys its file, and not be canceled once it is over', async () => {
    const { id } = await importing('email\nx\n');
    expect((await call('POST', `/contacts/imports/${id}/cancel`)).status).toBe(422);
    expect((await call('DELETE', `/contacts/imports/${id}`)).body).toEqual({
      object: 'contact_import',
      id,
      deleted: true,
    });
    expect((await call('GET', `/contacts/imports/${id}`)).status).toBe(404);
    expect(await textOf(`/contacts/imports/${id}/failed-rows`)).toContain('not_found');
    expect((await call('DELETE', `/contacts/imports/${id}`)).status).toBe(404);
  });

  it('keeps nothing that may name a person who is erased', async () => {
    const { id } = await importing('email\nerin@example.com\nnot erin@example.com\n');
    await posthorn(server(), 'erase', '--yes', 'erin@example.com');
    const gone = await waitFor(
      async () => dataOf(await imports().get(id)) as unknown as { readonly has_file: boolean },
      (found) => !found.has_file,
    );
    expect(gone).toMatchObject({ file_name: null, counts: { created: 1, failed: 1 } });
    expect(await textOf(`/contacts/imports/${id}/failed-rows`)).toContain('not_found');
    expect((await call('POST', `/contacts/imports/${id}/undo`)).status).toBe(422);
  });
});
