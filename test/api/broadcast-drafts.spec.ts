import { waitFor } from '../support/wait-for.js';
import { dataOf, useTeam } from './setup.js';

const { client, call } = useTeam();

const html = '<p>Hello {{{FIRST_NAME|there}}}!</p><p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a></p>';
const documentOf = (text: string) => ({
  schema: 'posthorn.broadcast',
  version: 1,
  doc: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
  style: { width: 600 },
});
const message = (answer: { readonly body: unknown }) => (answer.body as { readonly message: string }).message;
async function newDraft(more: object = {}) {
  const segment = dataOf(await client().segments.create({ name: 'Readers' }));
  const body = { segment_id: segment.id, from: 'News <news@posthorn.test>', subject: 'News', html, ...more };
  const answer = await call('POST', '/broadcasts', { body });
  return answer.body as { readonly id: string; readonly revision: number };
}
const shown = async (id: string) => (await call('GET', `/broadcasts/${id}`)).body as Readonly<Record<string, unknown>>;

describe('the draft of a broadcast', () => {
  it('keeps document, html and text together as one version, which nobody overwrites unseen', async () => {
    const { id, revision } = await newDraft({ document: documentOf('Hello') });
    expect(revision).toBe(1);
    expect(await shown(id)).toMatchObject({ document: documentOf('Hello'), revision: 1, html });
    const change = (body: object) => call('PATCH', `/broadcasts/${id}`, { body });
    const second = { html: '<p>Second</p>', document: documentOf('Second'), revision: 1 };
    expect((await change(second)).body).toEqual({ object: 'broadcast', id, revision: 2 });
    const late = await change({ subject: 'Late', revision: 1 });
    expect([late.status, message(late)]).toEqual([409, expect.stringContaining('nothing was saved')]);
    expect(await shown(id)).toMatchObject({ document: documentOf('Second'), subject: 'News', text: 'Second' });
    expect((await change({ subject: 'Third', revision: 2 })).body).toMatchObject({ revision: 3 });
    expect(await shown(id)).toMatchObject({ document: documentOf('Second'), subject: 'Third' });
    await change({ html: '<p>By hand</p>' });
    expect(await shown(id)).toMatchObject({ document: null, html: '<p>By hand</p>', revision: 4 });
  });

  it('takes no document and no html with it on trust', async () => {
    const { id } = await newDraft();
    const refused = async (body: object) => {
      const answer = await call('PATCH', `/broadcasts/${id}`, { body });
      return [answer.status, message(answer)];
    };
    const document = documentOf('a');
    expect(await refused({ document })).toEqual([422, expect.stringContaining('Missing `html` field')]);
    expect(await refused({ html, document: { ...document, version: 9 } })).toEqual([
      422,
      expect.stringContaining('Invalid `document` field. Its `version`'),
    ]);
    const unsafe = async (body: string) => (await refused({ html: body, document }))[1];
    expect(await unsafe('<p>\n  <script>x</script></p>')).toContain('`<script>`. It is in line 2, column 3.');
    const inBlock = { type: 'doc', content: [{ type: 'htmlBlock', attrs: { html: '<b>a</b><script>x</script>' } }] };
    expect(
      (await refused({ html: '<p>\n<b>a</b><script>x</script>', document: { ...document, doc: inBlock } }))[1],
    ).toContain('It is in line 1, column 9 of custom HTML block 1.');
    expect(await unsafe('<form><input></form>')).toContain('`<form>`');
    expect(await unsafe('<img src="https://a.example/a.png" onerror="x">')).toContain('`onerror`');
    expect(await unsafe('<svg onload="x"></svg>')).toContain('`onload`');
    expect(await unsafe('<a href="java\nscript:x">a</a>')).toContain('http, https, mailto or tel');
    expect(await shown(id)).toMatchObject({ html, document: null, revision: 1 });
  });

  it('takes any html that was written by hand, and says what email clients remove of it', async () => {
    const { id } = await newDraft();
    const checked = async () => (await call('GET', `/dashboard-api/broadcasts/${id}/html-check`)).body;
    const object = 'broadcast_html_check';
    expect(await checked()).toEqual({ object, unsafe: null });
    const byHand = '<p>Hello</p>\n<iframe src="https://a.example"></iframe>';
    expect((await call('PATCH', `/broadcasts/${id}`, { body: { html: byHand } })).status).toBe(200);
    expect(await checked()).toMatchObject({ unsafe: { seen: 'The email contains `<iframe>`.', line: 2, column: 1 } });
    const review = (await call('POST', `/dashboard-api/broadcasts/${id}/review`)).body as { findings: object[] };
    const unsafe = expect.objectContaining({ name: 'unsafe-elements', blocks: true }) as object;
    expect(review.findings).toContainEqual(unsafe);
    const quick = (await call('POST', `/dashboard-api/broadcasts/${id}/review?quick=true`)).body;
    expect(quick).toMatchObject({ audience: null, findings: expect.arrayContaining([unsafe]) as object[] });
  });

  it('is what an older version was again, and says who changed what', async () => {
    const { id } = await newDraft({ name: 'First' });
    const change = (body: object) => call('PATCH', `/broadcasts/${id}`, { body });
    await change({ subject: 'Second', preview_text: 'New' });
    await change({ name: 'Third', html: '<p>Third</p>', document: documentOf('Third') });
    const versions = async () =>
      ((await call('GET', `/dashboard-api/broadcasts/${id}/versions`)).body as { readonly data: readonly object[] })
        .data;
    expect(await versions()).toMatchObject([
      { revision: 3, changed: ['name', 'content'], restored_from: null, actor: { kind: 'api-key' } },
      { revision: 2, changed: ['subject', 'preview_text'] },
      { revision: 1, changed: [] },
    ]);
    const restore = (revision: number | string) =>
      call('POST', `/dashboard-api/broadcasts/${id}/versions/${revision}/restore`);
    expect((await restore(1)).body).toEqual({ object: 'broadcast', id, revision: 4 });
    expect(await shown(id)).toMatchObject({ name: 'First', subject: 'News', html, document: null, revision: 4 });
    expect((await versions())[0]).toMatchObject({
      revision: 4,
      restored_from: 1,
      changed: ['name', 'subject', 'preview_text', 'content'],
    });
    expect((await restore(9)).status).toBe(404);
    expect((await restore('x')).status).toBe(404);
  });

  it('is seen as a contact would get it, and sent as a test that counts nowhere', async () => {
    const more = { html: '<p>{{{FIRST_NAME|there}}} {{{contact.city}}}</p>', subject: 'For {{{EMAIL|you}}}' };
    const { id } = await newDraft({ ...more, reply_to: 'answers@posthorn.test' });
    dataOf(await client().contactProperties.create({ key: 'city', type: 'string', fallbackValue: 'your town' }));
    const ann = { email: 'ann@example.com', firstName: 'Ann <b>', properties: { city: 'Bern' } };
    const contact = dataOf(await client().contacts.create(ann));
    const preview = async (body: object) =>
      (await call('POST', `/dashboard-api/broadcasts/${id}/preview`, { body })).body as Readonly<
        Record<string, string>
      >;
    const known = await preview({ contact_id: contact.id });
    expect([known['subject'], known['text']]).toEqual(['For ann@example.com', 'Ann <b> Bern']);
    expect(known['html']).toContain('Ann &lt;b&gt; Bern');
    const unknown = await preview({ contact_id: null });
    expect([unknown['subject'], unknown['text']]).toEqual(['For you', 'there your town']);
    const other = await call('POST', `/dashboard-api/broadcasts/${id}/preview`, { body: { contact_id: id } });
    expect([other.status, message(other)]).toEqual([404, 'Contact not found']);
    const test = await call('POST', `/dashboard-api/broadcasts/${id}/test`, {
      body: { to: ['one@example.com', 'two@example.com'], contact_id: contact.id, values: { FIRST_NAME: 'Zoe' } },
    });
    const { emails } = test.body as { readonly emails: readonly string[] };
    expect(emails).toHaveLength(2);
    const sent = dataOf(await client().emails.get(emails[0] ?? ''));
    expect(sent).toMatchObject({
      to: ['one@example.com'],
      subject: '[Test] For ann@example.com',
      html: '<p>Zoe Bern</p>',
      reply_to: [],
    });
    expect((await call('GET', `/dashboard-api/broadcasts/${id}/proof`)).status).toBe(422);
    const many = { to: Array.from({ length: 11 }, (_, at) => `a${at}@example.com`) };
    expect(message(await call('POST', `/dashboard-api/broadcasts/${id}/test`, { body: many }))).toContain('at most 10');
  });

  it('shows sections to whom their conditions hold of: in the preview, in the count and in what is sent', async () => {
    const segment = dataOf(await client().segments.create({ name: 'Plans' }));
    dataOf(await client().contactProperties.create({ key: 'plan', type: 'string' }));
    const join = async (email: string, plan: string) =>
      dataOf(await client().contacts.create({ email, properties: { plan }, segments: [{ id: segment.id }] }));
    const [pro] = [await join('pro@example.com', 'Pro'), await join('free@example.com', 'Free')];
    const section = (condition: string, text: string) => `{{{#if ${condition}}}}<p>${text}</p>{{{/if}}}`;
    const body = `${section('contact.plan eq pro', 'For pros')}${section(`not segment:${segment.id}`, 'Join us')}${html}`;
    const { id } = await newDraft({ segment_id: segment.id, html: body, subject: 'News' });
    const preview = async (contact: string | null) =>
      (await call('POST', `/dashboard-api/broadcasts/${id}/preview`, { body: { contact_id: contact } })).body;
    expect(await preview(pro.id)).toMatchObject({ text: expect.stringMatching(/^For pros\s+Hello/) });
    expect(await preview(null)).toMatchObject({ text: expect.stringMatching(/^Hello/) });
    const review = await call('POST', `/dashboard-api/broadcasts/${id}/review`, { body: {} });
    expect(review.body).toMatchObject({
      audience: {
        conditions: [
          { condition: 'contact.plan eq pro', people: 1 },
          { condition: `not segment:${segment.id}`, people: 0 },
        ],
      },
      findings: expect.arrayContaining([expect.objectContaining({ name: 'unseen-sections', blocks: false })]),
    });
    const used = await call('DELETE', `/segments/${segment.id}`);
    expect(used.status).toBe(409);
    const wrong = await newDraft({ segment_id: segment.id, html: section('contact.tier eq a', 'x') + html });
    const refused = await call('POST', `/broadcasts/${wrong.id}/send`, { body: {} });
    expect([refused.status, message(refused)]).toEqual([422, expect.stringContaining('`contact.tier eq a`')]);
    expect((await call('POST', `/broadcasts/${id}/send`, { body: {} })).status).toBe(200);
    const texts = async () => {
      const list = dataOf(await client().emails.list()).data.filter(({ subject }) => subject === 'News');
      const all = await Promise.all(list.map(async (each) => dataOf(await client().emails.get(each.id))));
      return all
        .flatMap(({ to, text }) => (/^(pro|free)@/.test(to[0] ?? '') ? [`${to[0]}: ${text?.slice(0, 8)}`] : []))
        .sort();
    };
    expect(await waitFor(texts, (found) => found.length === 2)).toEqual([
      'free@example.com: Hello th',
      'pro@example.com: For pros',
    ]);
  });

  it('is reviewed before the page sends it, and counted as it is then frozen', async () => {
    const segment = dataOf(await client().segments.create({ name: 'Reviewed' }));
    const topic = dataOf(await client().topics.create({ name: 'Reviewed', defaultSubscription: 'opt_out' }));
    const join = async (email: string, more: object = {}) =>
      dataOf(await client().contacts.create({ email, segments: [{ id: segment.id }], ...more }));
    await join('yes@example.com', { topics: [{ id: topic.id, subscription: 'opt_in' }] });
    await join('silent@example.com');
    await join('left@example.com', { unsubscribed: true });
    await join('held@example.com', { topics: [{ id: topic.id, subscription: 'opt_in' }] });
    dataOf(await client().suppressions.add({ email: 'Held@example.com' }));
    const bad = { html: '<p>Hello</p><img src="https://images.posthorn.test/a.png"><script>x</script>', text: '' };
    const { id } = await newDraft({ segment_id: segment.id, topic_id: topic.id, ...bad });
    const ask = async (what: 'review' | 'send') =>
      call('POST', `/dashboard-api/broadcasts/${id}/${what}`, { body: {} });
    const review = (await ask('review')).body as {
      readonly findings: readonly { readonly name: string; readonly blocks: boolean }[];
    };
    const left = { unsubscribed: 1, 'not-subscribed': 1 };
    const audience = { counted: 4, skipped: { ...left, suppressed: 1 }, conditions: [], exact: true };
    expect(review).toMatchObject({ object: 'broadcast_review', blocks: true, audience });
    const named = (blocks: boolean) => review.findings.flatMap((each) => (each.blocks === blocks ? [each.name] : []));
    expect(named(true)).toEqual(expect.arrayContaining(['unsubscribe-link', 'plain-text', 'unsafe-elements']));
    expect(named(false)).toEqual(expect.arrayContaining(['alt-texts']));
    const refused = await ask('send');
    expect([refused.status, message(refused)]).toEqual([422, expect.stringContaining('no link to unsubscribe')]);
    await call('PATCH', `/broadcasts/${id}`, { body: { html, text: null } });
    const preheader = { name: 'preheader', do: 'Write a preview text in the settings.' };
    const better = (await ask('review')).body as typeof review;
    const findings = expect.arrayContaining([expect.objectContaining(preheader)]) as object;
    expect(better).toMatchObject({ blocks: false, audience, findings });
    // Its one link is the one to leave, which is not theirs.
    expect(better.findings.map(({ name }) => name)).not.toContain('link-hosts');
    expect((await ask('send')).body).toEqual({ object: 'broadcast', id });
    const proof = await waitFor(
      async () =>
        (await call('GET', `/dashboard-api/broadcasts/${id}/proof`)).body as Readonly<Record<string, unknown>>,
      (found) => found['sent'] === 1,
    );
    expect(proof).toMatchObject({ planned: 4, sent: 1, skipped: { ...left, manual: 1 } });
  });

  it('has a public page and a place in the archive of its topic once it was sent and is public', async () => {
    const segment = dataOf(await client().segments.create({ name: 'Public' }));
    const about = { name: 'Public <news>', defaultSubscription: 'opt_in' as const, visibility: 'public' as const };
    const topic = dataOf(await client().topics.create(about));
    const ann = { email: 'public@example.com', firstName: 'Secret', segments: [{ id: segment.id }] };
    dataOf(await client().contacts.create(ann));
    const more = { segment_id: segment.id, topic_id: topic.id, subject: 'For {{{FIRST_NAME|everyone}}}' };
    const { id } = await newDraft({
      ...more,
      html: `<html><head></head><body>${html}<script>x</script></body></html>`,
    });
    const change = (isPublic: boolean) => call('PATCH', `/broadcasts/${id}`, { body: { public: isPublic } });
    expect((await change(true)).status).toBe(200);
    expect(await shown(id)).toMatchObject({ public: true, public_url: null, archive_url: null });
    await call('POST', `/broadcasts/${id}/send`, { body: {} });
    await waitFor(
      async () => (await shown(id))['status'],
      (status) => status === 'sent',
    );
    const { public_url: page, archive_url: archive } = (await shown(id)) as Readonly<Record<string, string>>;
    const opened = async (url = '') => {
      const answer = await fetch(url);
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    const read = await opened(page);
    expect(read.text).toContain('Hello there!');
    expect(read.text).toContain('<title>For everyone</title>');
    expect(read.text).not.toMatch(/Secret|<script|unsubscribe\/|href/);
    expect(read.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(read.headers.get('set-cookie')).toBeNull();
    const list = await waitFor(
      () => opened(archive),
      ({ status }) => status === 200,
    );
    expect(list.text).toContain(`<a href="${page ?? ''}">For everyone</a>`);
    expect(list.text).toContain('Public &lt;news&gt;');
    expect((await opened(`${archive ?? ''}/feed.xml`)).text).toContain(`<link>${page ?? ''}</link>`);
    // One key in sixteen ends with A itself.
    const other = page?.endsWith('A') === true ? 'g' : 'A';
    expect((await opened(`${(page ?? '').slice(0, -1)}${other}`)).status).toBe(404);
    expect((await opened((archive ?? '').replace('topics', 'broadcasts'))).status).toBe(404);
    // Private, and then not public any more.
    await call('PATCH', `/topics/${topic.id}`, { body: { visibility: 'private' } });
    expect((await opened(archive)).status).toBe(404);
    expect((await change(false)).status).toBe(200);
    expect((await opened(page)).status).toBe(404);
  });
});
