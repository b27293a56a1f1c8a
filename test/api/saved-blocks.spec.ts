import { dataOf, useTeam } from './setup.js';

const { client, call } = useTeam();

const documentOf = (...content: readonly object[]) => ({
  ...{ schema: 'posthorn.broadcast', version: 1 },
  ...{ doc: { type: 'doc', content }, style: {} },
});
const line = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
type Body = Readonly<Record<string, unknown>>;
const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const answer = await call(method, path, body === undefined ? {} : { body });
  return { status: answer.status, body: answer.body as Body };
};
const path = '/dashboard-api/saved-blocks';
async function saved(name = 'Contact line') {
  const body = { name, synced: true, document: documentOf(line('Questions? Reply.')) };
  return String((await ask('POST', path, body)).body['id']);
}

describe('saved blocks', () => {
  it('are listed, renamed, changed into another version, and deleted', async () => {
    const id = await saved();
    expect((await ask('GET', path)).body['data']).toEqual([
      expect.objectContaining({ id, name: 'Contact line', synced: true, version: 1 }),
    ]);
    await ask('PATCH', `${path}/${id}`, { name: 'Questions' });
    const document = documentOf(line('Call us.'));
    expect((await ask('PATCH', `${path}/${id}`, { document, version: 1 })).status).toBe(200);
    expect((await ask('GET', `${path}/${id}`)).body).toMatchObject({ name: 'Questions', version: 2, document });
    // Somebody else began with the first version.
    const late = await ask('PATCH', `${path}/${id}`, { document: documentOf(line('Late')), version: 1 });
    expect([late.status, late.body['message']]).toEqual([409, expect.stringContaining('changed meanwhile')]);
    await ask('PATCH', `${path}/${id}`, { document });
    expect((await ask('GET', `${path}/${id}`)).body).toMatchObject({ version: 2 });
    await ask('DELETE', `${path}/${id}`);
    expect((await ask('GET', `${path}/${id}`)).status).toBe(404);
    expect((await ask('GET', path)).body['data']).toEqual([]);
  });

  it('have no footer, nothing that follows another, and something', async () => {
    for (const content of [[], [{ type: 'footer' }], [line('a'), { type: 'savedBlock', attrs: { blockId: 'x' } }]]) {
      const refused = await ask('POST', path, { name: 'No', document: documentOf(...content) });
      expect([refused.status, refused.body['message']]).toEqual([422, expect.stringContaining('no synced block')]);
    }
  });

  it('say which drafts and templates follow them; the review of a draft finds an older version', async () => {
    const id = await saved('Header');
    const attrs = { blockId: id, name: 'Header', version: 1, blocks: [line('Hello')] };
    const document = documentOf({ type: 'savedBlock', attrs });
    const segment = dataOf(await client().segments.create({ name: 'Readers' }));
    const html = '<p>Hello</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>';
    const written = { from: 'News <news@posthorn.test>', subject: 'News', html, document };
    const draft = await ask('POST', '/broadcasts', { ...written, name: 'News', segment_id: segment.id });
    const template = await ask('POST', '/templates', { name: 'Receipt', html: '<p>Hello</p>', document });
    await ask('POST', '/templates', { name: 'Another', html: '<p>Hello</p>' });
    expect((await ask('GET', `${path}/${id}/uses`)).body).toEqual({
      ...{ object: 'list', has_more: false },
      data: [
        { kind: 'template', id: template.body['id'], name: 'Receipt', status: null },
        { kind: 'broadcast', id: draft.body['id'], name: 'News', status: 'draft' },
      ],
    });
    const review = `/dashboard-api/broadcasts/${String(draft.body['id'])}/review`;
    const old = async () => {
      const { findings } = (await ask('POST', review)).body as { readonly findings: readonly Body[] };
      return findings.filter(({ name }) => name === 'saved-blocks');
    };
    expect(await old()).toEqual([]);
    await ask('PATCH', `${path}/${id}`, { document: documentOf(line('Good day')) });
    expect(await old()).toMatchObject([{ blocks: false, seen: expect.stringContaining('saved block Header') }]);
  });
});
