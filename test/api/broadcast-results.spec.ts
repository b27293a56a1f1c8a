import { posthornAt } from '../e2e/delivery/setup.js';
import { waitFor } from '../support/wait-for.js';
import { exportedRows } from './exported.js';
import { dataOf, errorOf, useTeam } from './setup.js';

const { client, call, server } = useTeam();

interface Timeline {
  readonly data: readonly {
    readonly kind: string;
    readonly type: string;
    readonly email: { readonly broadcast_id: string } | null;
  }[];
}

const html = '<p>News</p><p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a></p>';
const people = ['delivered+ann', 'delivered+bob', 'bounced', 'complained'].map((name) => `${name}@resend.dev`);

describe('the results of a broadcast', () => {
  it('are listed by the official client: recipients by what happened, page by page, and clicked links', async () => {
    const { broadcasts, contacts, segments } = client();
    const segmentId = dataOf(await segments.create({ name: 'Everyone' })).id;
    for (const email of people) dataOf(await contacts.create({ email, segments: [{ id: segmentId }] }));
    const from = 'News <news@posthorn.test>';
    const { id } = dataOf(await broadcasts.create({ segmentId, from, subject: 'News', html, send: true }));
    const addresses = async (type: 'sent' | 'delivered' | 'bounced' | 'complained' | 'unsubscribed', email?: string) =>
      dataOf(await broadcasts.recipients(id, { type, ...(email === undefined ? {} : { email }) }))
        .data.map((each) => each.email)
        .sort();
    // Each has its own last fact.
    for (const [type, count] of [
      ['complained', 1],
      ['bounced', 1],
      ['delivered', 3],
    ] as const) {
      await waitFor(
        () => addresses(type),
        ({ length }) => length === count,
      );
    }
    expect(await addresses('sent')).toEqual([...people].sort());
    expect(await addresses('delivered')).toEqual(['complained@resend.dev', people[0], people[1]]);
    expect(await addresses('delivered', people[1])).toEqual([people[1]]);
    expect(dataOf(await broadcasts.recipients(id, { type: 'bounced', bounceType: 'permanent' })).data).toMatchObject([
      { email: 'bounced@resend.dev', bounce_type: 'permanent', contact_id: expect.any(String) as string },
    ]);
    const first = dataOf(await broadcasts.recipients(id, { type: 'delivered', limit: 2 }));
    const second = dataOf(await broadcasts.recipients(id, { type: 'delivered', after: first.data[1]?.id ?? '' }));
    expect([first.has_more, second.has_more, second.data.length]).toEqual([true, false, 1]);
    expect(errorOf(await broadcasts.recipients(id, { type: 'delivered', after: 'none' })).name).toBe(
      'validation_error',
    );
    expect(dataOf(await broadcasts.clickedLinks(id))).toEqual({ object: 'list', has_more: false, data: [] });
    const refused = await call('GET', `/broadcasts/${id}/recipients?type=sent&bounce_type=permanent`);
    expect(refused.status).toBe(422);
    // Who leaves by the link of its email is one of its results.
    const ann = dataOf(await client().emails.list()).data.find(({ to }) => to[0] === people[0]);
    const [message] = await posthornAt(server()).captured(ann?.id ?? '');
    const link = /^List-Unsubscribe: <([^>]+)>/im.exec((message?.raw ?? '').toString().replace(/\r\n\s/g, ''))?.[1];
    const address = new URL(new URL(link ?? '').pathname, server().url);
    const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const left = await fetch(address, { method: 'POST', body: form });
    expect(left.status).toBe(200);
    await waitFor(
      () => addresses('unsubscribed'),
      ({ length }) => length === 1,
    );
    expect(await addresses('unsubscribed')).toEqual([people[0]]);
    expect((await call('GET', `/dashboard-api/broadcasts/${id}/results`)).body).toMatchObject({
      ...{ planned: 4, sent: 4, delivered: 3, bounced: 1, complained: 1, unsubscribed: 1, waiting: 0, skipped: {} },
      ...{ opened: { people: 0, all: 0 }, by_receiver: [{ receiver: 'other', delivered: 3, bounced: 1 }] },
    });
    expect((await call('GET', `/dashboard-api/broadcasts/counts?ids=${id},${segmentId}`)).body).toEqual({
      ...{ object: 'list', has_more: false },
      data: [
        {
          ...{ id, planned: 4, sent: 4, delivered: 3, bounced: 1 },
          ...{ opened: 0, clicked: 0, unsubscribed: 1 },
        },
      ],
    });
    // The email knows its broadcast, and the contact its emails.
    const overview = await call('GET', `/dashboard-api/emails/${ann?.id}/overview`);
    const ofAnn = { broadcast: { id, name: 'Untitled', contact_id: expect.any(String) as string, variant: null } };
    expect(overview.body).toMatchObject(ofAnn);
    const happened = async (kind = '') =>
      ((await call('GET', `/dashboard-api/contacts/${people[0]}/timeline${kind}`)).body as Timeline).data.map(
        (each) => `${each.kind} ${each.email?.broadcast_id ?? each.type}`,
      );
    expect(await happened()).toEqual([
      ...['left ContactUnsubscribed', `sent ${id}`, 'changed ContactAddedToSegment', 'joined ContactCreated'],
    ]);
    expect(await happened('?kind=sent')).toEqual([`sent ${id}`]);
    const listed = async (kind: string) =>
      ((await call('GET', `/dashboard-api/emails?kind=${kind}`)).body as Timeline).data.length;
    expect([await listed('broadcast'), await listed('transactional')]).toEqual([4, 0]);
    const filters = { broadcast_id: id, type: 'delivered' };
    const request = { kind: 'broadcast-recipients', filters };
    const rows = await exportedRows({ call, server }, request);
    expect(rows.map((each) => each['email']).sort()).toEqual(['complained@resend.dev', people[0], people[1]]);
    expect(rows[0]).toMatchObject({ result: 'delivered', receiver: 'other', opens: '0' });
    const unnamed = { ...request, filters: { type: 'sent' } };
    expect((await call('POST', '/dashboard-api/exports', { body: unnamed })).status).toBe(422);
    const others = { ...request, filters: { broadcast_id: segmentId } };
    expect((await call('POST', '/dashboard-api/exports', { body: others })).status).toBe(404);
    expect((await call('GET', `/dashboard-api/broadcasts/${id}/why?address=${people[2]}`)).body).toMatchObject({
      ...{ outcome: 'failed', reason: 'bounced' },
    });
  });
});
