import { dataOf, errorOf, useTeam } from './setup.js';

const { client, call } = useTeam();

const html = '<p>Hello {{{FIRST_NAME|there}}}!</p><p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a></p>';
const newSegment = async (name: string) => dataOf(await client().segments.create({ name })).id;
const newsFor = (segmentId: string, more: object = {}) => ({
  segmentId,
  from: 'News <news@posthorn.test>',
  subject: 'News for {{{FIRST_NAME|you}}}',
  ...{ html, ...more },
});

describe('broadcasts', () => {
  it('are drafted, read, changed, duplicated, scheduled, canceled and deleted by the official client', async () => {
    const { broadcasts, topics } = client();
    const segmentId = await newSegment('Readers');
    const topic = dataOf(await topics.create({ name: 'News', defaultSubscription: 'opt_in' }));
    const more = { name: 'November', previewText: 'New & old', replyTo: 'answers@example.com', topicId: topic.id };
    const { id } = dataOf(await broadcasts.create(newsFor(segmentId, more)));
    expect(dataOf(await broadcasts.get(id))).toMatchObject({
      object: 'broadcast',
      id,
      name: 'November',
      audience_id: segmentId,
      segment_id: segmentId,
      from: 'News <news@posthorn.test>',
      subject: 'News for {{{FIRST_NAME|you}}}',
      reply_to: ['answers@example.com'],
      preview_text: 'New & old',
      status: 'draft',
      html,
      text: expect.stringContaining('Hello {{{FIRST_NAME|there}}}!') as string,
      topic_id: topic.id,
    });
    expect(dataOf(await broadcasts.update(id, { subject: 'Other', text: 'Own' })).id).toBe(id);
    expect(dataOf(await broadcasts.get(id))).toMatchObject({ subject: 'Other', text: 'Own', html });
    expect(dataOf(await broadcasts.list()).data).toMatchObject([{ id, status: 'draft', segment_id: segmentId }]);
    const copy = dataOf(await broadcasts.duplicate(id));
    expect(dataOf(await broadcasts.get(copy.id))).toMatchObject({ name: 'November (copy)', status: 'draft', html });
    expect(dataOf(await broadcasts.send(copy.id, { scheduledAt: 'in 2 days' })).id).toBe(copy.id);
    const scheduled = dataOf(await broadcasts.get(copy.id));
    expect(scheduled.status).toBe('scheduled');
    expect(Date.parse(`${scheduled.scheduled_at ?? ''}:00`)).toBeGreaterThan(Date.now() + 86_400_000);
    expect(dataOf(await broadcasts.cancel(copy.id)).id).toBe(copy.id);
    expect(dataOf(await broadcasts.get(copy.id)).status).toBe('draft');
    expect(dataOf(await broadcasts.remove(copy.id))).toEqual({ object: 'broadcast', id: copy.id, deleted: true });
    expect(errorOf(await broadcasts.get(copy.id))).toMatchObject({ name: 'not_found', message: 'Broadcast not found' });
  });

  it('say before they are sent what keeps them from it, and leave no draft then', async () => {
    const segmentId = await newSegment('Strict');
    const refused = async (body: object) => {
      const answer = await call('POST', '/broadcasts', {
        body: { segment_id: segmentId, from: 'a@posthorn.test', subject: 'S', html, send: true, ...body },
      });
      return [answer.status, (answer.body as { readonly message: string }).message];
    };
    const before = dataOf(await client().broadcasts.list()).data.length;
    expect(await refused({ html: '<p>{{{ORDER}}}</p>' })).toEqual([422, expect.stringContaining('`ORDER`')]);
    expect(await refused({ html: null })).toEqual([422, expect.stringContaining('`html`')]);
    expect(await refused({ html: '<script>{{{EMAIL}}}</script>' })).toEqual([422, expect.stringContaining('`EMAIL`')]);
    expect(await refused({ html: '<a href="{{{contact.email|x}}}">x</a>' })).toEqual([
      422,
      expect.stringContaining('link'),
    ]);
    expect(await refused({ from: 'a@nobody.example' })).toEqual([403, expect.stringContaining('nobody.example')]);
    expect(await refused({ segment_id: '019a3f5e-7c1a-7d30-9c4b-000000000000' })).toEqual([404, 'Segment not found']);
    expect(await refused({ send: false, scheduled_at: 'in 1 hour' })).toEqual([422, expect.stringContaining('`send`')]);
    expect(await refused({ segment_id: undefined })).toEqual([422, 'Missing `segment_id` field.']);
    expect(dataOf(await client().broadcasts.list()).data).toHaveLength(before);
  });
});
