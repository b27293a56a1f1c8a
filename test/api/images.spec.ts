import { useTeam } from './setup.js';

const { call, server } = useTeam();

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
async function upload(bytes: Uint8Array<ArrayBuffer>, name = 'file') {
  const body = new FormData();
  body.append(name, new File([bytes], 'photo.jpg', { type: 'text/html' }));
  const answer = await call('POST', '/dashboard-api/images', { body });
  return { status: answer.status, body: answer.body as Readonly<Record<string, string>> };
}
/** With more of the chunk of its pixels: nothing decodes it. */
function large(bytes: number) {
  const data = png.indexOf('IDAT') - 4;
  const more = Buffer.alloc(bytes - png.length);
  more.writeUInt32BE(more.length - 12, 0);
  more.write('IDAT', 4);
  return Buffer.concat([png.subarray(0, data), more, png.subarray(data)]);
}

describe('images', () => {
  it('are served to anyone under an address of their own, as what they are, until they are deleted', async () => {
    const { status, body } = await upload(png);
    expect(status).toBe(201);
    expect(body).toMatchObject({ object: 'image', content_type: 'image/png', size: png.length });
    expect(body).toMatchObject({ name: 'photo.jpg', width: 1, height: 1 });
    const { url = '', id = '' } = body;
    expect(url).toMatch(new RegExp(`^${server().url}/images/[\\w-]{43}\\.png$`));
    const loaded = await fetch(url, { headers: { host: 'elsewhere.example' } });
    expect(Buffer.from(await loaded.arrayBuffer()).equals(png)).toBe(true);
    expect(Object.fromEntries(loaded.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(loaded.headers.get('set-cookie')).toBeNull();
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    expect((await call('GET', '/dashboard-api/images')).body).toMatchObject({ data: [{ id, url }] });
    expect((await call('DELETE', `/dashboard-api/images/${id}`)).body).toMatchObject({ id, deleted: true });
    expect((await fetch(url)).status).toBe(404);
    expect((await call('GET', '/dashboard-api/images')).body).toMatchObject({ data: [] });
  });

  it('are there for social networks, at the same address everywhere', async () => {
    const { body } = await call('GET', '/dashboard-api/social-icons');
    const { data } = body as { data: { name: string; title: string; url: string }[] };
    expect(data.length).toBeGreaterThan(12);
    expect(data).toContainEqual({
      name: 'linkedin',
      title: 'LinkedIn',
      url: `${server().url}/images/social-linkedin.png`,
    });
    for (const { url } of data) {
      const loaded = await fetch(url);
      expect([url, loaded.status, loaded.headers.get('content-type')]).toEqual([url, 200, 'image/png']);
      expect(loaded.headers.get('cache-control')).toContain('immutable');
      expect(
        Buffer.from(await loaded.arrayBuffer())
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
    }
    expect((await fetch(`${server().url}/images/social-none.png`)).status).toBe(404);
  });

  it('show in the previews of a broadcast and of a template, and those of other hosts do not', async () => {
    const { url = '' } = (await upload(png)).body;
    const html = `<p>Hello</p><img alt="own" src="${url}"><img alt="other" src="https://www.example.com/a.png">`;
    const segment = (await call('POST', '/segments', { body: { name: 'Readers' } })).body as { id: string };
    const draft = { segment_id: segment.id, from: 'news@resend.dev', subject: 'News', html };
    const { id } = (await call('POST', '/broadcasts', { body: draft })).body as { id: string };
    for (const [path, body] of [
      [`/dashboard-api/broadcasts/${id}/preview`, {}],
      ['/dashboard-api/templates/preview', { html }],
    ] as const) {
      const shown = (await call('POST', path, { body })).body as { html: string };
      expect(shown.html).toContain(`<img alt="own" src="data:image/png;base64,${png.toString('base64')}">`);
      expect(shown.html).toContain('<img alt="other">');
    }
  });

  it('are png, jpeg, gif or webp, small enough, and not too many bytes together', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    expect(await upload(svg)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('PNG, JPEG, GIF or WebP') as string },
    });
    expect(await upload(png, 'picture')).toMatchObject({ status: 422, body: { message: 'Missing `file` field.' } });
    expect(await upload(large(5_000_001))).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining('at most 5000000 bytes') as string },
    });
    expect((await upload(large(4_000_000))).status).toBe(201);
    expect(await upload(large(3_000_000))).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('IMAGE_MEGABYTES_PER_TEAM') as string },
    });
    expect((await fetch(`${server().url}/images/${'A'.repeat(43)}.png`)).status).toBe(404);
  });
});

it('the brand of a team is kept as it is said, refuses what is no color or address, and colors the unsubscribe page', async () => {
  const path = '/dashboard-api/brand';
  const social = [{ name: 'LinkedIn', url: 'https://linkedin.com/company/example' }];
  const first = await call('PATCH', path, { body: { color: '#0F766E', social, footer_address: 'London' } });
  expect(first.body).toMatchObject({ object: 'brand', version: 1, color: '#0f766e', social, font: null });
  await call('PATCH', path, { body: { font: 'georgia', footer_address: '' } });
  expect((await call('GET', path)).body).toMatchObject({
    ...{ version: 2, color: '#0f766e', font: 'georgia', footer_address: null },
  });
  for (const wrong of [
    ...[{ color: 'red;}' }, { font: 'comic' }, { language: 'x' }, { logo_url: 'javascript:alert(1)' }, { radius: 99 }],
    ...[{ social: [{ name: 'X', url: 'data:,x' }] }, { social: [{ name: ' ', url: 'https://example.com' }] }],
  ])
    expect([wrong, (await call('PATCH', path, { body: wrong })).status]).toEqual([wrong, 422]);
  const preview = async (body: object) =>
    ((await call('POST', '/dashboard-api/unsubscribe-page/preview', { body })).body as { readonly html: string }).html;
  expect(await preview({})).toContain('--accent:#0f766e');
  expect(await preview({ color: '#7c2d12' })).toContain('--accent:#7c2d12');
});

it('images say where they are used, with the description that each was given last', async () => {
  const [shown, other, logo, unused] = await Promise.all(
    [1, 2, 3, 4].map(async () => (await upload(png)).body as { readonly id: string; readonly url: string }),
  );
  const documentOf = (src: string, alt: string) => ({
    ...{ schema: 'posthorn.broadcast', version: 1, style: {} },
    doc: { type: 'doc', content: [{ type: 'image', attrs: { src, alt } }] },
  });
  const create = async (path: string, body: object) =>
    ((await call('POST', path, { body })).body as { readonly id: string }).id;
  const segment = await create('/segments', { name: 'Readers' });
  const html = `<img src="${shown!.url}" alt="Before">`;
  const written = { html, document: documentOf(shown!.url, 'Before') };
  const template = await create('/templates', { name: 'Receipt', subject: 'Receipt', ...written });
  await call('POST', `/templates/${template}/publish`);
  // What is published still shows it.
  await call('PATCH', `/templates/${template}`, { body: { html: '<p>Hello</p>', document: null } });
  const draft = { segment_id: segment, from: 'news@resend.dev', subject: 'News', name: 'News' };
  const broadcast = await create('/broadcasts', { ...draft, html, document: documentOf(shown!.url, 'A horse') });
  const block = await create('/dashboard-api/saved-blocks', {
    ...{ name: 'Header', document: documentOf(other!.url, '') },
  });
  await call('PATCH', '/dashboard-api/brand', { body: { logo_url: logo!.url } });
  const { body } = await call('GET', '/dashboard-api/image-uses');
  const { data } = body as { readonly data: readonly { readonly id: string }[] };
  const uses = (id: string) => data.find((each) => each.id === id);
  expect(uses(shown!.id)).toEqual({
    ...{ id: shown!.id, alt: 'A horse' },
    uses: [
      { kind: 'template', id: template, name: 'Receipt', status: null },
      { kind: 'broadcast', id: broadcast, name: 'News', status: 'draft' },
    ],
  });
  expect(uses(other!.id)).toEqual({
    ...{ id: other!.id, alt: null },
    uses: [{ kind: 'saved_block', id: block, name: 'Header', status: null }],
  });
  expect(uses(logo!.id)).toMatchObject({
    uses: [{ kind: 'brand', id: null, name: null, status: null }],
  });
  expect(uses(unused!.id)).toBeUndefined();
  await call('DELETE', `/dashboard-api/images/${shown!.id}`);
  const left = (await call('GET', '/dashboard-api/image-uses')).body;
  expect(JSON.stringify(left)).not.toContain(shown!.id);
});
