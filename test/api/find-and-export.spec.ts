import * as answers from '../support/answers.js';
import { waitFor } from '../support/wait-for.js';
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

    const counted = await call('GET', '/dashboard-api/emails?total=true&limit=1');
    expect(answers.foundEmailList.parse(counted.body)).toMatchObject({
      total: { count: 3, exact: true },
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
});
