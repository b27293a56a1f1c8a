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
    expect(await unsafe('<form><input></form>')).toContain('`<form>`');
    expect(await unsafe('<img src="https://a.example/a.png" onerror="x">')).toContain('`onerror`');
    expect(await unsafe('<svg onload="x"></svg>')).toContain('`onload`');
    expect(await unsafe('<a href="java\nscript:x">a</a>')).toContain('http, https, mailto or tel');
    expect(await shown(id)).toMatchObject({ html, document: null, revision: 1 });
  });
});
