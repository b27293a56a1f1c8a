import { expect, it } from '@jest/globals';
import { answers as audienceAnswers, addedSegment } from '../dashboard/samples/audience.js';
import { answers as brandAnswers } from '../dashboard/samples/brand.js';
import { answers as broadcastAnswers, draftBroadcast } from '../dashboard/samples/broadcasts.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { answers, visual } from '../dashboard/samples/templates.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({
  ...sampleAnswers(),
  ...audienceAnswers(),
  ...brandAnswers(),
  ...broadcastAnswers(),
  ...answers(),
}));
const field = (name: string) => page.screen.findByRole<HTMLInputElement>('textbox', { name });
const answer = (name: string, body: object) => (page.mock.answers[name] = { status: 200, body });
const pressInDialog = async (name: string) =>
  page.user.click(await screenOf(await page.screen.findByRole('dialog')).findByRole('button', { name }));
/** What was sent: the kinds of blocks in place of the document. */
async function sent(name: string): Promise<Readonly<Record<string, unknown>>> {
  await page.until(() => expect(page.asked(name)).toHaveLength(1));
  const body = JSON.parse(page.asked(name)[0]?.body ?? '') as Record<string, unknown>;
  const { doc } = body['document'] as { readonly doc: { readonly content: readonly { readonly type: string }[] } };
  return { ...body, document: doc.content.map(({ type }) => type) };
}

it('a template begins with a layout, without a link to unsubscribe', async () => {
  answer('POST /templates', { object: 'template', id: visual.id });
  page.open('/templates?create=true');
  await page.fill(await field('Name'), 'Receipt');
  await page.user.selectOptions(await page.screen.findByLabelText(/^Start with/), 'Layout: Receipt');
  await pressInDialog('Create template');
  const { document, html } = await sent('POST /templates');
  expect(document).toContain('heading');
  expect(document).not.toContain('footer');
  expect(html).not.toContain('UNSUBSCRIBE_URL');
});

it('a template of the editor is saved as document, html and text, with its subject as title', async () => {
  const path = `/templates/${visual.id}`;
  answer(`PATCH ${path}`, { object: 'template', id: visual.id });
  page.open(path);
  await page.screen.findByText('No unsubscribe footer');
  await page.fill(await field('Subject'), 'Order & {{{ORDER}}}');
  await page.press('Save');
  expect(await sent(`PATCH ${path}`)).toEqual({
    subject: 'Order & {{{ORDER}}}',
    document: ['paragraph'],
    html: expect.stringContaining('<title>Order &amp; {{{ORDER}}}</title>'),
    text: expect.stringContaining('Order {{{ORDER}}}'),
  });
});

it('a broadcast begins with a template, and with a link to unsubscribe', async () => {
  answer('POST /broadcasts', { object: 'broadcast', id: draftBroadcast.id });
  page.open(`/templates/${visual.id}`);
  await page.press('More');
  await page.user.click(await page.screen.findByRole('menuitem', { name: 'Use as broadcast' }));
  expect((await field('Subject')).value).toBe(visual.subject);
  await pressInDialog('Create broadcast');
  expect(await sent('POST /broadcasts')).toMatchObject({
    name: 'Welcome',
    segment_id: addedSegment.id,
    from: visual.from,
    document: ['paragraph', 'footer'],
    html: expect.stringContaining('RESEND_UNSUBSCRIBE_URL'),
  });
});

it('the brand takes its logo from the image library, one that is uploaded there too', async () => {
  const url = 'https://mail.example.com/images/horse.png';
  const image = {
    id: visual.id,
    name: 'horse.png',
    content_type: 'image/png',
    size: 84_000,
    url,
    width: 400,
    height: 300,
  };
  const rows = { object: 'list', has_more: false, data: [{ ...image, created_at: '2026-01-02 03:04:05.678000+00' }] };
  answer('GET /dashboard-api/images', rows);
  answer('GET /dashboard-api/image-uses', { ...rows, data: [{ id: image.id, alt: 'A horse', uses: [] }] });
  answer('POST /dashboard-api/images', { object: 'image', id: image.id, url: url.replace('horse', 'tree') });
  answer('PATCH /dashboard-api/brand', {});
  page.open('/settings/brand');
  await page.press('Choose from library');
  await page.user.click(await page.screen.findByRole('button', { name: 'horse.png 400 × 300 px, 84.0 kB' }));
  const logo = await field('Logo URL');
  await page.until(() => expect(logo.value).toBe(url));
  expect((await field('Description (alt text)')).value).toBe('A horse');
  // jsdom measures no images.
  Object.assign(page.window, { createImageBitmap: () => Promise.reject(new Error('no image')) });
  await page.press('Choose from library');
  await page.screen.findByRole('button', { name: 'Upload image' });
  const [input] = page.window.document.querySelectorAll<HTMLInputElement>('input[type="file"]');
  await page.user.upload(input!, new page.window.File(['x'], 'tree.png', { type: 'image/png' }));
  await page.until(() => expect(page.screen.queryByRole('dialog')).toBeNull());
  expect(logo.value).toBe(url.replace('horse', 'tree'));
  await page.press('Save');
  await page.untilAsked('PATCH /dashboard-api/brand');
  expect(JSON.parse(page.asked('PATCH /dashboard-api/brand')[0]?.body ?? '')).toMatchObject({
    logo_url: url.replace('horse', 'tree'),
    logo_alt: 'A horse',
  });
});
