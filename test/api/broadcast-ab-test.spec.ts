import { waitFor } from '../support/wait-for.js';
import { exportedRows } from './exported.js';
import { dataOf, useTeam } from './setup.js';

const { client, call, server } = useTeam();

type Body = Readonly<Record<string, unknown>>;
const html = '<p>Hello</p><p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a></p>';
const message = (answer: { readonly body: unknown }) => (answer.body as { readonly message: string }).message;
const path = (id: string, more = '') => `/dashboard-api/broadcasts/${id}/ab-test${more}`;
const test = async (id: string) => (await call('GET', path(id))).body as Body;
const set = (id: string, body: object) => call('PATCH', path(id), { body });

/** A draft to a segment of its own, with so many people. */
async function newDraft(name: string, count: number): Promise<string> {
  const segmentId = dataOf(await client().segments.create({ name })).id;
  for (let number = 0; number < count; number += 1) {
    const email = `delivered+${name}${number}@resend.dev`;
    dataOf(await client().contacts.create({ email, segments: [{ id: segmentId }] }));
  }
  const news = { segmentId, name, from: 'news@posthorn.test', subject: 'News', previewText: 'New', html };
  return dataOf(await client().broadcasts.create(news)).id;
}

describe('the A/B test of a broadcast', () => {
  it('is saved with the draft as one version, restored, copied, previewed and sent as a test email', async () => {
    const id = await newDraft('drafted', 0);
    expect(await test(id)).toMatchObject({ status: 'off', share: 20, winner_by: 'opens', hours: 4, revision: 1 });
    const first = await set(id, { subject: 'Other news', share: 50, winner_by: 'clicks', hours: 2 });
    expect(first.body).toEqual({ object: 'broadcast', id, revision: 2 });
    const asSet = { status: 'draft', share: 50, winner_by: 'clicks', hours: 2, subject: 'Other news', html: null };
    expect(await test(id)).toMatchObject({ ...asSet, preview_text: null, revision: 2 });
    // What it has not of its own it has from A.
    await call('PATCH', `/broadcasts/${id}`, { body: { html: `<p>Changed</p>${html}` } });
    const preview = async (variant: string) =>
      (await call('POST', `/dashboard-api/broadcasts/${id}/preview`, { body: { variant } })).body as Body;
    expect([await preview('a'), await preview('b')]).toMatchObject([
      { subject: 'News', text: expect.stringContaining('Changed') as string },
      { subject: 'Other news', text: expect.stringContaining('Changed') as string },
    ]);
    await set(id, { html: `<p>Own</p>${html}`, subject: null });
    expect(await preview('b')).toMatchObject({ subject: 'News', text: expect.stringContaining('Own') as string });
    const sent = await call('POST', `/dashboard-api/broadcasts/${id}/test`, {
      body: { to: ['one@example.com'], variant: 'b' },
    });
    const [email = ''] = (sent.body as { readonly emails: readonly string[] }).emails;
    expect(dataOf(await client().emails.get(email)).text).toContain('Own');
    const copy = dataOf(await client().broadcasts.duplicate(id)).id;
    expect(await test(copy)).toMatchObject({ share: 50, subject: null, html: `<p>Own</p>${html}` });
    const versions = (await call('GET', `/dashboard-api/broadcasts/${id}/versions`)).body as {
      readonly data: object[];
    };
    expect(versions.data).toMatchObject([
      { revision: 4, changed: ['ab_test'] },
      { revision: 3, changed: ['content'] },
      { revision: 2, changed: ['ab_test'] },
      { revision: 1 },
    ]);
    expect((await call('DELETE', path(id))).body).toMatchObject({ revision: 5 });
    expect([await test(id), (await preview('b'))['message']]).toMatchObject([
      { status: 'off' },
      expect.stringContaining('`variant`'),
    ]);
    await call('POST', `/dashboard-api/broadcasts/${id}/versions/2/restore`);
    expect(await test(id)).toMatchObject({ ...asSet, revision: 6 });
  });

  it('says what is wrong with which field and which variant', async () => {
    const id = await newDraft('refused', 0);
    for (const [body, field] of [
      [{ share: 5 }, '`share`'],
      [{ hours: 73 }, '`hours`'],
      [{ winner_by: 'sales' }, '`winner_by`'],
      [{ document: { version: 1 } }, '`document`'],
    ] as const) {
      const answer = await set(id, body);
      expect([answer.status, message(answer)]).toEqual([422, expect.stringContaining(field)]);
    }
    await set(id, { share: 20 });
    const send = () => call('POST', `/broadcasts/${id}/send`, { body: {} });
    expect(message(await send())).toContain('Variant B says the same as variant A');
    await set(id, { html: '<p>{{{ORDER}}}</p>' });
    expect(message(await send())).toContain('Variant B: Unknown merge tag `ORDER`');
    const review = (await call('POST', `/dashboard-api/broadcasts/${id}/review`)).body as { readonly findings: Body[] };
    expect(review.findings.map(({ name, variant, blocks }) => [name, variant, blocks])).toEqual(
      expect.arrayContaining([
        ['unknown-tags', 'b', true],
        ['unsubscribe-link', 'b', true],
        ['test-rule', null, true],
      ]),
    );
    const choose = await call('POST', path(id, '/winner'), { body: { variant: 'b' } });
    expect([choose.status, (await set(id, { share: 30, revision: 1 })).status]).toEqual([422, 409]);
  });

  it('is sent to its share, and to the rest once a person chose: results, reasons and recipients say who got what', async () => {
    const id = await newDraft('sent', 10);
    await set(id, { subject: 'Other news', share: 40, winner_by: 'manual' });
    dataOf(await client().broadcasts.send(id));
    const subjects = async () => {
      const { data } = dataOf(await client().emails.list({ limit: 100 }));
      const ours = data.filter(({ to }) => to[0]?.startsWith('delivered+sent') === true);
      return ours.map(({ subject }) => subject).sort();
    };
    const parts = ['News', 'News', 'Other news', 'Other news'];
    await waitFor(
      async () => test(id),
      ({ status }) => status === 'waiting',
    );
    expect(await subjects()).toEqual(parts);
    expect(dataOf(await client().broadcasts.get(id)).status).toBe('queued');
    expect((await call('POST', path(id, '/winner'), { body: { variant: 'b' } })).status).toBe(200);
    await waitFor(
      async () => dataOf(await client().broadcasts.get(id)).status,
      (status) => status === 'sent',
    );
    expect(await test(id)).toMatchObject({
      status: 'decided',
      winner: { variant: 'b', because: 'person', tie: false },
    });
    expect(await subjects()).toEqual([...parts, ...Array.from({ length: 6 }, () => 'Other news')]);
    const results = async () => (await call('GET', `/dashboard-api/broadcasts/${id}/results`)).body as Body;
    await waitFor(results, ({ delivered }) => delivered === 10);
    expect((await results())['by_variant']).toMatchObject([
      { variant: 'a', recipients: 2, delivered: 2, unsubscribed: 0 },
      { variant: 'b', recipients: 2, delivered: 2, unsubscribed: 0 },
    ]);
    const why = await Promise.all(
      Array.from({ length: 10 }, async (_, number) => {
        const asked = `/dashboard-api/broadcasts/${id}/why?address=delivered%2Bsent${number}@resend.dev`;
        return JSON.stringify((await call('GET', asked)).body);
      }),
    );
    expect(why.filter((said) => said.includes('in part A of the A/B test'))).toHaveLength(2);
    expect(why.filter((said) => said.includes('gets the winner'))).toHaveLength(6);
    const file = await exportedRows({ call, server }, { kind: 'broadcast-recipients', filters: { broadcast_id: id } });
    const listed = (await call('GET', `/broadcasts/${id}/recipients?type=sent`)).body as { readonly data: Body[] };
    for (const rows of [file, listed.data]) {
      expect(rows.map((each) => each['variant']).toSorted()).toEqual([
        'a',
        'a',
        ...Array.from({ length: 8 }, () => 'b'),
      ]);
    }
    // Neither of the two may be sent again to those who did not open it.
    const again = (await call('POST', `/dashboard-api/broadcasts/${id}/again`, { body: { kind: 'opened' } }))
      .body as Body;
    const sendAs = async (subject: string) => {
      await call('PATCH', `/broadcasts/${again['id'] as string}`, { body: { subject } });
      return call('POST', `/broadcasts/${again['id'] as string}/send`, { body: {} });
    };
    expect([message(await sendAs('News')), message(await sendAs('Other news'))]).toEqual([
      expect.stringContaining('`subject`'),
      expect.stringContaining('`subject`'),
    ]);
    expect((await sendAs('Once more')).status).toBe(200);
  });
});
