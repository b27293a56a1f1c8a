import * as answers from '../support/answers.js';
import { waitFor } from '../support/wait-for.js';
import { exportedRows } from './exported.js';
import { dataOf, small, useTeam } from './setup.js';

const { client, call, server } = useTeam();

const find = async (query: string) =>
  answers.foundEmailList.parse((await call('GET', `/dashboard-api/emails?${query}`)).body).data;

describe('finding mails and exporting them', () => {
  it('finds a mail by what it says, with the key that sent it, and gives the list as a file', async () => {
    const tags = [{ name: 'kind', value: 'found' }];
    const { id } = dataOf(await client().emails.send({ ...small, subject: 'Zebras, order-4711', tags }));
    dataOf(await client().emails.send(small));
    const [found, ...others] = await find('search=zebra%204711&tag=kind:found&domain=resend.dev');
    expect(others).toEqual([]);
    expect(found).toMatchObject({ id, tags, domain: 'resend.dev', recipient_count: 1 });
    expect(await find(`api_key=${found?.api_key?.id}&search=zebras&limit=1`)).toMatchObject([{ id }]);
    expect(await find('search=zebra&tag=kind:other')).toEqual([]);

    const made = await call('POST', '/topics', { body: { name: 'Found', default_subscription: 'opt_in' } });
    const topic = made.body as { readonly id: string };
    const bounced = dataOf(
      await client().emails.send({ ...small, to: 'bounced@resend.dev', subject: 'Away', topicId: topic.id }),
    );
    await waitFor(
      () => find(`bounce_reason=no-mailbox&topic=${topic.id}`),
      (rows) => rows.length === 1 && rows[0]?.id === bounced.id,
    );
    expect(await find('bounce_reason=mailbox-full')).toEqual([]);
    expect(await call('GET', '/dashboard-api/emails?bounce_reason=full')).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('`bounce_reason`') },
    });

    const { templates, emails } = client();
    const template = dataOf(await templates.create({ name: 'Found', html: '<p>Zorilla</p>' }).publish());
    const composed = dataOf(await emails.send({ from: small.from, to: small.to, subject: 'Composed', template })).id;
    await waitFor(
      () => find(`template=${template.id}:1`),
      (rows) => rows.length === 1 && rows[0]?.id === composed,
    );
    expect(await find(`template=${template.id}`)).toMatchObject([{ id: composed }]);
    expect(await find(`template=${template.id}:2`)).toEqual([]);
    expect(await call('GET', '/dashboard-api/emails?template=receipt')).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('`template`') },
    });

    const counted = await call('GET', '/dashboard-api/emails?total=true&limit=1');
    expect(answers.foundEmailList.parse(counted.body)).toMatchObject({
      total: { count: 4, exact: true },
    });
    const searched = await call('GET', '/dashboard-api/emails?total=true&search=ZEBRA%20%224711%22');
    expect(answers.foundEmailList.parse(searched.body).searched_words).toEqual(['zebra', '4711']);
    expect(await call('GET', '/dashboard-api/logs?total=yes')).toMatchObject({ status: 422 });

    const asked = await call('POST', '/dashboard-api/exports', {
      body: { kind: 'emails', filters: { search: 'zebra' } },
    });
    expect(asked.status).toBe(201);
    const exportId = answers.oneExport.parse(asked.body).id;
    const path = `/dashboard-api/exports/${exportId}`;
    const done = await waitFor(
      async () => answers.oneExport.parse((await call('GET', path)).body),
      ({ state }) => state === 'finished',
    );
    expect(done).toMatchObject({ rows: 1, kind: 'emails' });
    const file = await fetch(`${server().url}${path}/file`, { headers: { authorization: `Bearer ${server().key}` } });
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toContain('attachment');
    const text = await file.text();
    expect(text).toContain(`${id},`);
    expect(Buffer.byteLength(text)).toBe(done.size);
    expect(await call('DELETE', path)).toMatchObject({ status: 200, body: { id: exportId, deleted: true } });
    expect(await call('GET', path)).toMatchObject({ status: 404 });
  });

  it('gives contacts as a file, as their list is filtered, with properties and topics', async () => {
    const { contacts, contactProperties, segments, topics } = client();
    dataOf(await contactProperties.create({ key: 'balance', type: 'number' }));
    dataOf(await contactProperties.create({ key: 'phone', type: 'string' }));
    const topic = dataOf(await topics.create({ name: 'News', defaultSubscription: 'opt_in' })).id;
    const segment = dataOf(await segments.create({ name: 'Customers' })).id;
    const filter = { type: 'rule', field: 'properties.balance', operator: 'lt', value: 0 };
    const debtors = (await call('POST', '/segments', { body: { name: 'Debtors', filter } })).body as {
      readonly id: string;
    };
    const ann = dataOf(
      await contacts.create({
        email: 'ann@example.com',
        firstName: '=HYPERLINK("x")',
        properties: { balance: -5, phone: '+49 1' },
        segments: [{ id: segment }],
        topics: [{ id: topic, subscription: 'opt_out' }],
      }),
    ).id;
    dataOf(await contacts.create({ email: 'bob@example.com', properties: { balance: 7 } }));
    dataOf(await contacts.create({ email: 'eve@example.com', unsubscribed: true }));

    const exported = (filters: object) => exportedRows({ call, server }, { kind: 'contacts', filters });
    const all = await exported({});
    expect(all.map(({ email }) => email)).toEqual(['eve@example.com', 'bob@example.com', 'ann@example.com']);
    expect(all.at(-1)).toMatchObject({
      id: ann,
      first_name: `'=HYPERLINK("x")`,
      last_name: '',
      unsubscribed: 'false',
      balance: '-5',
      phone: "'+49 1",
      'topic: News': 'opt_out',
    });
    expect(all[0]).toMatchObject({ unsubscribed: 'true', balance: '', 'topic: News': 'opt_in' });
    for (const [filters, found] of [
      [{ segment_id: segment }, ['ann@example.com']],
      [{ segment_id: debtors.id }, ['ann@example.com']],
      [{ search: 'bob', unsubscribed: 'false' }, ['bob@example.com']],
      [{ opted_out: topic }, ['ann@example.com']],
    ] as const) {
      expect((await exported(filters)).map(({ email }) => email)).toEqual(found);
    }
    const wrong = (filters: object) => call('POST', '/dashboard-api/exports', { body: { kind: 'contacts', filters } });
    expect(await wrong({ segment_id: topic })).toMatchObject({ status: 404, body: { message: 'Segment not found' } });
    expect(await wrong({ unsubscribed: 'maybe' })).toMatchObject({ status: 422 });
  });
});
