import PostalMime from 'postal-mime';
import { posthornAt } from '../e2e/delivery/setup.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, errorOf, useTeam } from './setup.js';

const { client, call, server } = useTeam();

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
    expect(dataOf(await client().usage.get()).broadcasts).toEqual({ used: 2, limit: null });
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

  it('reach everyone in the segment who may get them, each with values and a link of their own', async () => {
    const { broadcasts, contacts, contactProperties } = client();
    const segmentId = await newSegment('Sent to');
    dataOf(await contactProperties.create({ key: 'plan', type: 'string', fallbackValue: 'free' }));
    const join = async (email: string, more: object = {}) =>
      dataOf(await contacts.create({ email, segments: [{ id: segmentId }], ...more })).id;
    await join('ann@example.com', { firstName: 'Ann <&>', properties: { plan: 'gold' } });
    await join('bob@example.com');
    await join('cid@example.com', { unsubscribed: true });
    const links = '<a href="{{{VIEW_IN_BROWSER_URL}}}">View</a> <a href="{{{PREFERENCES_URL}}}">Preferences</a>';
    const body = `${html}<p>{{{contact.plan}}}</p><p>${links}</p>`;
    const { id } = dataOf(
      await broadcasts.create({
        ...newsFor(segmentId, { html: body, previewText: 'For {{{FIRST_NAME|all}}}' }),
        send: true,
      }),
    );
    await waitFor(
      async () => dataOf(await broadcasts.get(id)).status,
      (status) => status === 'sent',
    );
    const rows = await waitFor(
      async () => dataOf(await client().emails.list()).data.filter(({ last_event }) => last_event === 'delivered'),
      ({ length }) => length >= 2,
    );
    const mails = await Promise.all(
      rows.map(async ({ id: emailId }) => {
        const [message] = await posthornAt(server()).captured(emailId);
        return PostalMime.parse(message?.raw ?? '');
      }),
    );
    const [ann, bob] = mails.sort((one, other) =>
      (one.to?.[0]?.address ?? '') < (other.to?.[0]?.address ?? '') ? -1 : 1,
    );
    expect(mails.map(({ to }) => to?.[0]?.address)).toEqual(['ann@example.com', 'bob@example.com']);
    expect([ann?.subject, bob?.subject]).toEqual(['News for Ann <&>', 'News for you']);
    expect(ann?.html).toContain('Hello Ann &lt;&amp;&gt;!');
    expect(ann?.html).toContain('<p>gold</p>');
    expect(bob?.html).toContain('<p>free</p>');
    expect(bob?.html).toMatch(/^<div style="display:none[^>]*>For all(&#847;&zwnj;&nbsp;)*<\/div><p>Hello there!/);
    expect(bob?.html).toMatch(/<a href="http[^"]+\/unsubscribe\/[\w-]{40,}">Leave/);
    expect(ann?.text).toContain('Hello Ann <&>!');
    const headerOf = (name: string) => ann?.headers.find(({ key }) => key === name)?.value;
    expect(headerOf('list-unsubscribe')).toMatch(/^<http.+\/unsubscribe\/[\w-]{40,}>$/);
    expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const [view = '', preferences = ''] = [
      ...(ann?.html ?? '').matchAll(/href="([^"]+\/(?:copy|preferences)\/[^"]+)"/g),
    ].map(([, url = '']) => new URL(url).pathname);
    const opened = async (path: string) => {
      const answer = await fetch(new URL(path, server().url), { headers: { accept: 'text/html' } });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    expect(await opened(preferences)).toMatchObject({ status: 200, text: expect.stringContaining('an') as string });
    const copy = await opened(view);
    expect(copy).toMatchObject({ status: 200, text: expect.stringContaining('Hello Ann &lt;&amp;&gt;!') as string });
    expect(copy.headers.get('cache-control')).toBe('no-store');
    expect(copy.headers.get('x-robots-tag')).toBe('noindex');
    expect(copy.headers.get('referrer-policy')).toBe('no-referrer');
    // Whom it is passed on to cannot leave for its recipient, and the link to leave opens no copy.
    expect(copy.text).not.toMatch(/unsubscribe\/|preferences\//);
    expect((await opened(preferences.replace('/preferences/', '/copy/'))).status).toBe(404);
    expect((await opened(view.replace('/copy/', '/unsubscribe/'))).status).toBe(404);
    // What was sent stays what it was.
    expect(errorOf(await broadcasts.update(id, { subject: 'Other' })).message).toContain('duplicate it');
    expect(errorOf(await broadcasts.send(id)).message).toContain('was sent');
    expect(dataOf(await client().emails.get(rows[0]?.id ?? '')).html).toContain('Hello');
  });

  it('are sent again to those who joined since, and to those who did not open it under another subject', async () => {
    const segmentId = await newSegment('Again');
    const join = async (email: string) =>
      dataOf(await client().contacts.create({ email, segments: [{ id: segmentId }] })).id;
    await join('early@example.com');
    const again = (of: string, body: object) => call('POST', `/dashboard-api/broadcasts/${of}/again`, { body });
    const messageOf = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
      status,
      (body as { readonly message: string }).message,
    ];
    const sent = async (id: string) => {
      await waitFor(
        async () => dataOf(await client().broadcasts.get(id)).status,
        (status) => status === 'sent',
      );
      return (await call('GET', `/dashboard-api/broadcasts/${id}/proof`)).body;
    };
    const draft = dataOf(await client().broadcasts.create(newsFor(segmentId, { name: 'First' })));
    expect(messageOf(await again(draft.id, { kind: 'opened' }))).toEqual([
      422,
      expect.stringContaining('not sent yet'),
    ]);
    dataOf(await client().broadcasts.send(draft.id));
    await waitFor(
      () => sent(draft.id),
      (proof) => (proof as { readonly sent: number }).sent === 1,
    );
    expect(messageOf(await again(draft.id, {}))).toEqual([422, expect.stringContaining('`kind`')]);
    expect(messageOf(await again(draft.id, { kind: 'all' }))).toEqual([422, expect.stringContaining('`kind`')]);
    await join('late@example.com');
    const forLate = ((await again(draft.id, { kind: 'had-it' })).body as { readonly id: string }).id;
    const shown = await call('GET', `/broadcasts/${forLate}`);
    const excluding = { broadcast_id: draft.id, kind: 'had-it' };
    expect(shown.body).toMatchObject({ name: 'First (again)', status: 'draft', html, excluding });
    const review = async (of: string) => (await call('POST', `/dashboard-api/broadcasts/${of}/review`)).body;
    expect(await review(forLate)).toMatchObject({ audience: { counted: 2, skipped: { 'had-it': 1 }, exact: true } });
    dataOf(await client().broadcasts.send(forLate));
    expect(await sent(forLate)).toMatchObject({ planned: 2, skipped: { 'had-it': 1 } });
    const unopened = ((await again(draft.id, { kind: 'opened' })).body as { readonly id: string }).id;
    const refused = await call('POST', `/broadcasts/${unopened}/send`, { body: {} });
    expect(messageOf(refused)).toEqual([422, expect.stringContaining('Invalid `subject` field')]);
    const [found] = ((await review(unopened)) as { readonly findings: readonly object[] }).findings;
    expect(found).toMatchObject({ name: 'same-content', blocks: true });
    dataOf(await client().broadcasts.update(unopened, { subject: 'Did you see it?' }));
    expect(await review(unopened)).toMatchObject({ audience: { counted: 2, skipped: { 'not-sent-before': 1 } } });
    dataOf(await client().broadcasts.send(unopened));
    expect(await sent(unopened)).toMatchObject({ planned: 2, skipped: { 'not-sent-before': 1 } });
    const why = await call('GET', `/dashboard-api/broadcasts/${unopened}/why?address=late@example.com`);
    expect(why.body).toMatchObject({ outcome: 'skipped', reason: 'not-sent-before' });
  });
});
