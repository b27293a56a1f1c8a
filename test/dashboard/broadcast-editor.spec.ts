import { describe, expect, it } from '@jest/globals';
import { documentOf } from '../../dashboard/src/rooms/broadcasts/editor/email/document.js';
import { defaultStyles } from '../../dashboard/src/rooms/broadcasts/editor/email/styles.js';
import { toEmail } from '../../dashboard/src/rooms/broadcasts/editor/email/to-email.js';
import { eventually } from '../support/wait-for.js';
import { broadcastDocuments } from '../unit/dashboard/broadcast-documents.js';
import { findingsOn } from './findings.js';
import { useApp } from './open-app.js';
import { noBrand } from './samples/brand.js';
import { sampleAnswers } from './samples/people.js';

const id = '019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3d44';
const createdAt = '2026-01-02 03:04:05.678000+00';
const draft = {
  object: 'broadcast',
  id,
  name: 'November news',
  audience_id: null,
  segment_id: null,
  from: 'News <news@example.com>',
  subject: 'News for {{{FIRST_NAME|you}}}',
  reply_to: [],
  status: 'draft',
  created_at: createdAt,
  html: null as string | null,
  text: null as string | null,
  document: null as object | null,
  revision: 1,
  topic_id: null,
  paused: false,
  excluding: null,
};
const list = (...data: readonly object[]) => ({ object: 'list', has_more: false, data });
const icon = (name: string) => ({ name, title: name, url: `https://mail.example.com/images/social-${name}.png` });
const shown = '<!doctype html><html lang="en"><head><title>x</title></head><body><p>Hello Ann</p></body></html>';
const path = `/dashboard-api/broadcasts/${id}`;
const app = useApp(() => ({
  ...sampleAnswers(),
  [`GET ${path}`]: draft,
  [`PATCH /broadcasts/${id}`]: { object: 'broadcast', id, revision: 2 },
  'GET /dashboard-api/segments?limit=100': list({ id, name: 'Customers', created_at: createdAt }),
  'GET /dashboard-api/contact-properties': list({ id, key: 'plan', type: 'string', fallback_value: null }),
  [`GET ${path}/html-check`]: { object: 'broadcast_html_check', unsafe: null },
  'GET /dashboard-api/brand': noBrand,
  'GET /dashboard-api/social-icons': list(...['github', 'linkedin', 'mail', 'website'].map(icon)),
  'GET /dashboard-api/contacts': list({ id, email: 'ann@example.com', first_name: 'Ann', last_name: null }),
  [`POST ${path}/preview`]: {
    object: 'broadcast_preview',
    subject: 'News for Ann',
    html: shown,
    text: 'Hi',
    cut: false,
  },
  [`GET ${path}/versions`]: list(
    {
      revision: 2,
      at: createdAt,
      actor: { kind: 'user', id },
      changed: ['content'],
      restored_from: null,
      saves: 7,
      since: createdAt,
    },
    {
      revision: 1,
      at: createdAt,
      actor: { kind: 'user', id },
      changed: [],
      restored_from: null,
      saves: 1,
      since: createdAt,
    },
  ),
  'GET /dashboard-api/saved-blocks': list(),
  [`POST ${path}/versions/1/restore`]: { object: 'broadcast', id, revision: 3 },
}));

const savedId = '019a3f5e-7c1a-7d30-9c4b-4e1d0f2a3c21';
const savedPath = '/dashboard-api/saved-blocks';
const savedRow = (name: string, version: number) => ({
  ...{ id: savedId, name, synced: true, version, created_at: createdAt, updated_at: createdAt },
});
const page = () => app.page;
const press = async (...keys: readonly string[]) => {
  for (const key of keys) await page().keyboard.press(key);
};
const type = (text: string) => page().keyboard.type(text);
const canvas = () => page().getByRole('textbox', { name: 'Email content' });
const button = (name: string) => page().getByRole('button', { name, exact: true });
const field = (name: string) => page().getByLabel(name, { exact: true });
const show = (view: string) => page().getByRole('radiogroup', { name: 'Content view' }).getByText(view).click();
/** What a slash or two braces offer first. */
const take = async (typed: string) => {
  await type(typed);
  await page().getByRole('listbox', { name: 'Suggestions' }).waitFor();
  await press('Enter');
};
interface Saved {
  readonly html: string;
  readonly text: string | null;
  readonly revision?: number;
  readonly document: { readonly doc: { readonly content: readonly { readonly type: string }[] } } | null;
}
const saves = () =>
  app.mock.requests
    .filter(({ name }) => name.startsWith('PATCH') && !name.includes(savedPath))
    .map(({ body }) => JSON.parse(body) as Saved);
/** What is saved once it holds something. */
const savedWith = async (part: string): Promise<Saved> => {
  await eventually(() => saves().at(-1)?.html.includes(part) === true);
  return saves().at(-1)!;
};
const kindsIn = ({ document }: Saved) => document?.doc.content.map(({ type: kind }) => kind);
const open = async (broadcast: object = draft) => {
  app.mock.answers[`GET ${path}`] = { status: 200, body: broadcast };
  await page().goto(`${app.mock.origin}/dashboard/broadcasts/${id}`);
  await page().getByText('Saved').first().waitFor();
};
const write = async () => {
  await open();
  await canvas().focus();
  await press('Control+Home');
};
/**
 * As a browser says that something was pasted or dropped; evaluated as text, for the tests have no types of a page. The
 * editor hears after a frame where a key or a click has moved the caret.
 */
const transfer = (fill: string, event: string) =>
  page().evaluate(`(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const element = document.querySelector('[aria-label="Email content"]');
    const { left, top } = element.getBoundingClientRect();
    const data = new DataTransfer();
    ${fill};
    element.dispatchEvent(${event});
  })()`);
const common = 'bubbles: true, cancelable: true';
const paste = (html: string) =>
  transfer(
    `data.setData('text/html', ${JSON.stringify(html)})`,
    `new ClipboardEvent('paste', { clipboardData: data, ${common} })`,
  );
const drop = (name: string, fileType = 'image/png') =>
  transfer(
    `data.items.add(new File(['x'], ${JSON.stringify(name)}, { type: '${fileType}' }))`,
    `new DragEvent('drop', { dataTransfer: data, clientX: left + 60, clientY: top + 50, ${common} })`,
  );

/** Where `DASHBOARD_PICTURES` says; none are taken without. */
const picture = async (name: string): Promise<void> => {
  const folder = process.env['DASHBOARD_PICTURES'];
  if (folder !== undefined) await page().screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

describe('a colleague without code', () => {
  it('writes a newsletter by keyboard alone, saved as document, html and text', async () => {
    await write();
    await type('# November news');
    await press('Enter');
    await type('Hello ');
    await take('{{first');
    await type(', **big** news.');
    await press('Enter');
    await type('- One');
    await press('Enter');
    await type('Two');
    await press('Enter', 'Enter');
    await take('/quote');
    await type('They love it');
    await press('Enter', 'Enter');
    await take('/divider');
    await take('/2 col');
    await type('Left');
    await press('ArrowDown');
    await type('Right');
    await press('ArrowDown');
    await take('/button');
    await type('Read more');
    // To its settings: the toolbar is between, and its arrows and Escape work.
    await press('Alt+F10', 'ArrowRight', 'Escape');
    await field('Link URL').fill('example.com/news');
    await press('Escape');
    const saved = await savedWith('https://example.com/news');
    expect(kindsIn(saved)).toEqual([
      'heading',
      'paragraph',
      'bulletList',
      'blockquote',
      'horizontalRule',
      'columns',
      'button',
      'paragraph',
      'footer',
    ]);
    expect(saved.html).toContain('Hello {{{FIRST_NAME}}}, <strong>big</strong> news.');
    expect(saved.text).toMatch(
      /^November news\n=+\n\nHello \{\{\{FIRST_NAME\}\}\}, big news\.\n\n- One\n- Two\n\n> They/,
    );
    expect(app.complaints).toEqual([]);
  });

  it('is led from what a review found to the very block', async () => {
    const document = broadcastDocuments.get('columns')!;
    const { html } = toEmail(document);
    const above = html.slice(0, html.lastIndexOf('<img')).split('\n');
    const place = { part: 'html', line: above.length, column: above.at(-1)!.length + 1 };
    const found = { name: 'alt-texts', blocks: false, seen: 'An image has no `alt`.', why: '', do: 'Write one.' };
    const findings = [{ ...found, fixed_by: 'writer', place, variant: null }];
    const review = { object: 'broadcast_review', blocks: false, findings, audience: null };
    app.mock.answers[`POST ${path}/review`] = { status: 200, body: review };
    await open({ ...draft, revision: 2, document, html });
    // From there, too: nothing that was typed is lost.
    await show('Preview');
    await button('Review and send').click();
    await button('Show in editor').click();
    const selected = canvas().locator('.ProseMirror-selectednode');
    await selected.waitFor();
    expect(await selected.locator('img').getAttribute('alt')).toBe(
      [...html.matchAll(/<img[^>]* alt="([^"]*)"/g)].at(-1)![1],
    );
    await eventually(() => page().evaluate('document.activeElement.getAttribute("aria-label") === "Email content"'));
    await page().getByRole('heading', { name: 'Image', exact: true }).waitFor();
    const box = await selected.boundingBox();
    expect(box!.y).toBeGreaterThan(0);
    expect(box!.y).toBeLessThan(page().viewportSize()!.height);
    expect(new URL(page().url()).search).toBe('?tab=content');
  });

  it('gives sections, buttons, columns and words a look of their own', async () => {
    await write();
    await take('/section');
    await type('On a card');
    await press('Shift+Home');
    await button('Text color: Brand').click();
    await page().getByLabel('Text size').selectOption('Large');
    await canvas().locator('[data-block="section"]').click();
    await page().getByLabel('Background color: other color').fill('#1b4d84');
    await page().getByText('Contrast 1.0:1.', { exact: false }).waitFor();
    expect(await findingsOn(page())).toEqual([]);
    await picture('editor-section');
    await button('Text color: Background').click();
    await press('Escape', 'End', 'ArrowDown');
    await take('/button');
    await button('Background color: Text').click();
    await page().getByLabel('Size', { exact: true }).selectOption('Large');
    expect(await findingsOn(page())).toEqual([]);
    await picture('editor-button');
    await press('Escape', 'ArrowDown');
    await take('/2 col');
    await type('Wide');
    await page().getByLabel('Column widths').selectOption('⅔ and ⅓');
    await picture('editor-columns');
    await page().setViewportSize({ width: 390, height: 844 });
    await picture('editor-look-phone');
    await page().setViewportSize({ width: 1280, height: 800 });
    const { html } = await savedWith('part-6');
    expect(html).toMatch(
      /bgcolor="#1b4d84"[^>]*>.*<span class="text-ffffff" style="color:#ffffff;font-size:20px">On a card</s,
    );
    expect(html).toContain('bgcolor="#1b2027"');
    expect(html).toMatch(/max-width:364px.*max-width:172px/s);
    expect(app.complaints).toEqual([]);
  });

  it('fills a table by keyboard, with numbers on the right, and pastes one from a spreadsheet', async () => {
    await write();
    await take('/table');
    for (const word of ['Plan', 'Price', 'For', 'Small', '9', 'one']) {
      await type(word);
      await press('Tab');
    }
    await press('Shift+Tab', 'Shift+Tab');
    await button('Align right').click();
    await button('Insert row below').click();
    expect(await findingsOn(page())).toEqual([]);
    await picture('editor-table');
    await press('Escape');
    await type('19 EUR');
    await press('Tab');
    await button('Remove column').click();
    await press('Escape', 'Control+End');
    await paste('<table><tr><td>Mon</td><td style="text-align:right">7</td></tr></table>');
    const saved = await savedWith('Mon');
    expect(kindsIn(saved)).toEqual(['table', 'table', 'paragraph', 'footer']);
    expect(saved.html).toMatch(/<table role="table"[^>]*><tr><th scope="col"[^>]*>Plan<.*text-align:right">Price</);
    expect(saved.text).toContain('Plan    Price\n-----  ------\nSmall       9\n       19 EUR\n\nMon  7\n');
    await canvas().getByText('Mon').click();
    await paste(`<table><tr>${'<td>a</td>'.repeat(6)}</tr></table>`);
    expect(await canvas().locator('td').count()).toBe(12);
    await canvas().locator('td').last().click();
    await paste('<table><tr><td>a</td><td>b</td></tr></table>');
    await page().getByText('Couldn’t paste the cells').waitFor();
    await page().setViewportSize({ width: 390, height: 844 });
    expect(await page().evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await findingsOn(page())).toEqual([]);
    await picture('editor-table-phone');
    expect(app.complaints).toEqual([]);
  });

  it('drags whole blocks by their handles, by mouse, finger and keys, and has the rest in their menus', async () => {
    const line = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
    const column = (text: string) => ({ type: 'column', content: [line(text)] });
    const columns = { type: 'columns', content: [column('Left'), column('Right')] };
    const footer = { type: 'footer', attrs: { reason: 'You subscribed.', address: '', label: 'Unsubscribe' } };
    const document = documentOf(defaultStyles, [line('First'), line('Second'), columns, { type: 'paragraph' }, footer]);
    await open({ ...draft, revision: 2, document, html: toEmail(document).html });
    const handle = (kind: string) => page().getByRole('button', { name: `${kind}: drag to move`, exact: false });
    const middle = async (target: ReturnType<typeof handle>) => {
      const { x, y, width, height } = (await target.boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    const saysInOrder = (...words: readonly string[]) =>
      eventually(
        () =>
          saves()
            .at(-1)
            ?.text?.match(/First|Second|Left|Right/g)
            ?.join(' ') === words.join(' '),
      );
    await canvas().getByText('First').hover();
    const from = await middle(handle('Text'));
    const to = await middle(canvas().getByText('Right'));
    await page().mouse.move(from.x, from.y);
    await page().mouse.down();
    await page().mouse.move(to.x, to.y + 8, { steps: 4 });
    await page().locator('[data-drop-line]').waitFor();
    expect(await findingsOn(page())).toEqual([]);
    await picture('editor-drag');
    await page().mouse.up();
    await saysInOrder('Second', 'Left', 'Right', 'First');
    await button('Undo').click();
    await saysInOrder('First', 'Second', 'Left', 'Right');
    // Escape lets it be.
    await canvas().getByText('Left').hover();
    const whole = await middle(handle('Columns'));
    await page().mouse.move(whole.x, whole.y);
    await page().mouse.down();
    await page().mouse.move(whole.x, whole.y - 80, { steps: 4 });
    await press('Escape');
    await page().mouse.up();
    expect(await page().locator('[data-drop-line]').count()).toBe(0);
    const protocol = await page().context().newCDPSession(page());
    const touch = (kind: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      protocol.send('Input.dispatchTouchEvent', { type: kind, touchPoints });
    await canvas().getByText('Left').click();
    await page().mouse.move(0, 0);
    const held = await middle(handle('Columns'));
    const above = await middle(canvas().getByText('First'));
    await touch('touchStart', held);
    await touch('touchMove', { x: held.x, y: held.y - 20 });
    await touch('touchMove', { x: held.x, y: above.y - 10 });
    await page().locator('[data-drop-line]').waitFor();
    await touch('touchEnd');
    await saysInOrder('Left', 'Right', 'First', 'Second');
    await handle('Columns').focus();
    await press('Alt+ArrowDown');
    await saysInOrder('First', 'Left', 'Right', 'Second');
    await press('Enter');
    await page().getByRole('menu').waitFor();
    expect(await findingsOn(page())).toEqual([]);
    await picture('editor-handle-menu');
    await page().getByRole('menuitem', { name: 'Duplicate' }).click();
    await saysInOrder('First', 'Left', 'Right', 'Left', 'Right', 'Second');
    await canvas().getByText('Left').first().click();
    await handle('Columns').click();
    await page().getByRole('menuitem', { name: 'Remove block' }).click();
    await saysInOrder('First', 'Left', 'Right', 'Second');
    expect(app.complaints).toEqual([]);
  });

  it('keeps a line of a column as a block, which stays in its column and follows there', async () => {
    const answer = (name: string, body: object) => (app.mock.answers[name] = { status: 200, body });
    await write();
    await take('/section');
    await take('/2 col');
    await type('Questions? Reply.');
    await page().getByRole('button', { name: 'Text: drag to move', exact: false }).click();
    await page().getByRole('menuitem', { name: 'Save as block' }).click();
    await field('Name').fill('Contact line');
    const line = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
    const has = (version: number, text: string) =>
      answer(`GET ${savedPath}/${savedId}`, {
        ...{ object: 'saved_block', ...savedRow('Contact line', version) },
        document: { schema: 'posthorn.broadcast', version: 1, doc: { type: 'doc', content: [line(text)] }, style: {} },
      });
    has(1, 'Questions? Reply.');
    answer(`POST ${savedPath}`, { object: 'saved_block', id: savedId });
    answer(`GET ${savedPath}`, list(savedRow('Contact line', 1)));
    answer(`GET ${savedPath}/${savedId}/uses`, list());
    await page().getByRole('dialog').getByRole('button', { name: 'Save block' }).click();
    const inColumn = canvas().locator('[data-block="section"] [data-block="column"] [data-block="savedBlock"]');
    await inColumn.waitFor();
    await page().getByRole('dialog').waitFor({ state: 'detached' });
    const { body } = app.mock.requests.find(({ name }) => name === `POST ${savedPath}`)!;
    expect(JSON.parse(body)).toMatchObject({ document: { doc: { content: [line('Questions? Reply.')] } } });
    // It is put into the other column, too, where the caret is.
    await canvas().locator('[data-block="column"]').nth(1).click();
    await take('/contact line');
    await eventually(async () => (await inColumn.count()) === 2);
    await picture('editor-saved-columns');
    await inColumn.first().click();
    await button('Edit block').click();
    const dialog = page().getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Email content' }).getByText('Questions? Reply.').click();
    await press('Home', 'Shift+End');
    await type('Call us.');
    answer(`PATCH ${savedPath}/${savedId}`, { object: 'saved_block', id: savedId });
    has(2, 'Call us.');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await eventually(
      () =>
        saves()
          .at(-1)
          ?.html.match(/Call us\./g)?.length === 2,
    );
    expect(saves().at(-1)?.html).not.toContain('Questions?');
    await inColumn.first().click();
    await button('Unlink').click();
    await eventually(async () => (await inColumn.count()) === 1);
    expect(await canvas().locator('[data-block="column"]').first().textContent()).toContain('Call us.');
    expect(app.complaints).toEqual([]);
  });

  it('keeps a block for other emails, and changes it for all of them', async () => {
    const answer = (name: string, body: object) => (app.mock.answers[name] = { status: 200, body });
    await write();
    await type('Questions? Reply.');
    await button('Save block').click();
    await field('Name').fill('Contact line');
    const line = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
    const written = (text: string, ...more: readonly object[]) => ({
      doc: { type: 'doc', content: [line(text), ...more] },
      style: {},
    });
    const schema = { schema: 'posthorn.broadcast', version: 1 };
    const has = (version: number, text: string, ...more: readonly object[]) =>
      answer(`GET ${savedPath}/${savedId}`, {
        ...{ object: 'saved_block', ...savedRow('Contact line', version) },
        document: { ...schema, ...written(text, ...more) },
      });
    const ofSome = { type: 'horizontalRule', attrs: { shownTo: 'segment:0197' } };
    has(1, 'Questions? Reply.', ofSome);
    answer(`POST ${savedPath}`, { object: 'saved_block', id: savedId });
    answer(`GET ${savedPath}`, list(savedRow('Contact line', 1)));
    answer(`GET ${savedPath}/${savedId}/uses`, list({ kind: 'broadcast', id, name: 'News', status: 'draft' }));
    expect(await findingsOn(page())).toEqual([]);
    await page().getByRole('dialog').getByRole('button', { name: 'Save block' }).click();
    await eventually(() => saves().length > 0 && kindsIn(saves().at(-1)!)?.at(0) === 'savedBlock');
    const { body } = app.mock.requests.find(({ name }) => name === `POST ${savedPath}`)!;
    const sent = { name: 'Contact line', synced: true, document: written('Questions? Reply.') };
    expect(JSON.parse(body)).toMatchObject(sent);
    // It is selected: its settings stand beside it.
    await button('Edit block').click();
    const dialog = page().getByRole('dialog');
    await dialog.getByText('News (draft)').waitFor();
    expect(await findingsOn(page())).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Email content' }).getByText('Questions? Reply.').click();
    await press('Home', 'Shift+End');
    await type('Call us.');
    answer(`PATCH ${savedPath}/${savedId}`, { object: 'saved_block', id: savedId });
    has(2, 'Call us.');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await savedWith('Call us.');
    const change = app.mock.requests.find(({ name }) => name === `PATCH ${savedPath}/${savedId}`)!;
    expect(JSON.parse(change.body)).toMatchObject({ version: 1, document: written('Call us.', ofSome) });
    // In another email it is offered after a slash, and unlinked it is blocks like others.
    await canvas().focus();
    await press('Control+End');
    await take('/contact line');
    await eventually(
      () =>
        saves()
          .at(-1)
          ?.html.match(/Call us\./g)?.length === 2,
    );
    await page().locator('[data-block="savedBlock"]').first().click();
    await button('Unlink').click();
    await eventually(() => kindsIn(saves().at(-1)!)?.at(0) === 'paragraph');
    expect(app.complaints).toEqual([]);
  });

  it('formats what is selected beside it, links it by key, moves and duplicates it', async () => {
    await write();
    await type('First');
    await press('Enter');
    await type('Second');
    await press('Alt+ArrowUp', 'Shift+Home');
    const menu = page().getByRole('group', { name: 'Format selection' });
    await menu.getByRole('button', { name: 'Bold' }).click();
    expect(await findingsOn(page())).toEqual([]);
    await press('Control+k');
    await field('Link URL').fill('example.com');
    expect(await page().getByRole('dialog').count()).toBe(0);
    await press('Escape', 'Control+d');
    const line = 'Second [https://example.com]';
    await eventually(() => saves().at(-1)?.text?.startsWith(`${line}\n\n${line}\n\nFirst\n`) === true);
    expect(
      saves()
        .at(-1)
        ?.html.match(/<strong>Second<\/strong>/g),
    ).toHaveLength(2);
    await take('/divider');
    await canvas().locator('hr').click();
    await button('Move up').click();
    await press('Enter');
    await eventually(() => kindsIn(saves().at(-1)!)?.[0] === 'horizontalRule');
  });

  it('shows a block to people with a property or in a segment, and to everyone again', async () => {
    await write();
    await type('For pros');
    await press('Enter');
    await field('Shown to').selectOption('Everyone');
    await canvas().getByText('For pros').click();
    await field('Shown to').selectOption('People whose property is');
    await field('Property').selectOption('plan');
    await field('Is exactly (case is ignored)').fill('pro');
    const mark = '{{{#if contact.plan eq pro}}}';
    expect((await savedWith(mark)).text).toContain(`${mark}For pros{{{/if}}}`);
    expect(await canvas().locator('[data-shown-to]').count()).toBe(1);
    expect(await findingsOn(page())).toEqual([]);
    await field('Shown to').selectOption('People not in a segment');
    await field('Segment').selectOption('Customers');
    await savedWith(`{{{#if not segment:${id}}}}`);
    await field('Shown to').selectOption('Everyone');
    await eventually(() => saves().at(-1)?.html.includes('#if') === false);
  });

  it('gives a merge tag a fallback, and undoes and redoes', async () => {
    await write();
    await take('{{plan');
    await press('ArrowLeft');
    await page().getByRole('heading', { name: 'Merge tag' }).waitFor();
    await press('Enter');
    await field('Fallback').fill('free');
    expect((await savedWith('{{{contact.plan|free}}}')).text).toContain('{{{contact.plan|free}}}');
    await press('Escape');
    await button('Undo').click();
    await canvas().getByText('contact.plan | free').waitFor({ state: 'detached' });
    await button('Redo').click();
    await canvas().getByText('contact.plan | free').waitFor();
  });

  it('keeps the footer, whatever is typed over it, until they say that it goes', async () => {
    await write();
    await press('Control+a');
    await type('All is new');
    expect(kindsIn(await savedWith('All is new'))).toContain('footer');
    await press('Control+a', 'Control+x');
    await eventually(() => saves().at(-1)?.html.includes('All is new') === false);
    await press('Control+v');
    expect(kindsIn(await savedWith('All is new'))?.filter((kind) => kind === 'footer')).toHaveLength(1);
    await canvas().getByText('Unsubscribe', { exact: true }).click();
    await press('Delete');
    await page().getByRole('dialog').getByText('Remove unsubscribe footer?').waitFor();
    await button('Keep footer').click();
    await page().getByRole('dialog').waitFor({ state: 'detached' });
    expect(await canvas().getByText('Unsubscribe', { exact: true }).count()).toBe(1);
    await canvas().getByText('Unsubscribe', { exact: true }).click();
    await press('Backspace');
    await page().getByRole('dialog').getByRole('button', { name: 'Remove footer' }).click();
    await page().getByText('No unsubscribe footer').waitFor();
    await eventually(() => saves().at(-1)?.html.includes('UNSUBSCRIBE_URL') === false);
    await button('Add footer').click();
    await savedWith('{{{RESEND_UNSUBSCRIBE_URL}}}');
  });

  it('pastes from Word and from Docs without their styles', async () => {
    await write();
    await paste(`<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style></head><body>
      <!--StartFragment--><p class="MsoNormal" style="color:#f00">Dear <b>all</b><o:p></o:p></p>
      <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·  </span>First</p>
      <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·  </span>Second</p>
      <a href="/relative">here</a><!--EndFragment--></body></html>`);
    await paste(`<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700;font-family:Arial">Docs</span>
      <span style="font-style:italic">text</span></p></b>`);
    const { html } = await savedWith('Docs');
    expect(html).toContain('Dear <strong>all</strong>');
    expect(html).toMatch(/<li[^>]*>First<\/li><li[^>]*>Second<\/li>/);
    expect(html).toMatch(/<strong>Docs<\/strong> *<em>text<\/em>/);
    expect(html).not.toMatch(/MsoNormal|MsoList|mso-list|relative|color:#f00|Arial">/i);
  });
});

describe('social links', () => {
  it('have the icon of the network that they lead to, or the one that was chosen', async () => {
    await write();
    await take('/social');
    await field('URL 1').fill('linkedin.com/company/acme');
    await field('URL 2').fill('news@acme.example');
    await field('URL 3').fill('acme.example');
    await field('Icon 3').selectOption('None: show the name');
    const { html } = await savedWith('https://acme.example');
    expect(html).toContain('<img src="https://mail.example.com/images/social-linkedin.png" alt="LinkedIn" height="28"');
    expect(html).toContain('social-mail.png');
    await eventually(() => saves().at(-1)?.html.includes('social-website.png') === false);
    expect(await canvas().locator('img.social-icon').count()).toBe(2);
  });
});

describe('an image', () => {
  it('is dropped or pasted, uploaded, described and sent at its width', async () => {
    const url = `${app.mock.origin}/images/horse.png`;
    app.mock.answers['POST /dashboard-api/images'] = { status: 201, body: { object: 'image', id, url } };
    await write();
    await type('Before');
    await drop('horse.png');
    await canvas().locator('img').click();
    await field('Description (alt text)').fill('A horse');
    await field('Width').selectOption('50%');
    const { html } = await savedWith('alt="A horse"');
    expect(html).toContain(`<img src="${url}" alt="A horse" width="268"`);
  });

  it('is chosen again from the library with the description that it was given last, and deleted there', async () => {
    const rows = ['horse.png', 'tree.png'].map((name, index) => ({
      ...{ id: index === 0 ? id : savedId, name, content_type: 'image/png', size: 84_000, created_at: createdAt },
      ...{ url: `${app.mock.origin}/images/${name}`, width: 400 + index, height: 300 },
    }));
    const answer = (name: string, body: object) => (app.mock.answers[name] = { status: 200, body });
    answer('GET /dashboard-api/images', list(...rows));
    const uses = [{ kind: 'broadcast', id, name: 'May', status: 'sent' }];
    answer('GET /dashboard-api/image-uses', list({ id, alt: 'A horse', uses }));
    await write();
    await take('/from library');
    const dialog = page().getByRole('dialog');
    await dialog.getByText('Used in May (sent)').waitFor();
    await dialog.getByText('Not used').waitFor();
    expect(await findingsOn(page())).toEqual([]);
    await dialog.getByRole('button', { name: 'horse.png 400 × 300 px, 84.0 kB' }).click();
    expect((await savedWith('horse.png')).html).toContain('alt="A horse" width="400"');
    await canvas().locator('img').click();
    await button('Choose from library').click();
    await dialog.getByLabel('Find images').fill('tree');
    await dialog.getByRole('button', { name: 'tree.png 401 × 300 px, 84.0 kB' }).click();
    const { html } = await savedWith('tree.png');
    expect(html).toContain('alt="" width="401"');
    expect(html).not.toContain('horse.png');
    await button('Choose from library').click();
    await dialog.getByRole('button', { name: 'Delete horse.png' }).click();
    await dialog.getByText('Used in May (sent)').waitFor();
    answer(`DELETE /dashboard-api/images/${id}`, { object: 'image', id, deleted: true });
    answer('GET /dashboard-api/images', list(...rows.slice(1)));
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByText('tree.png').waitFor();
    expect(await dialog.getByText('horse.png').count()).toBe(0);
  });

  it('that the server refuses says why, and leaves the email as it was', async () => {
    const message = 'The image is too large. It may have at most 5 bytes.';
    app.mock.answers['POST /dashboard-api/images'] = {
      status: 413,
      body: { statusCode: 413, name: 'validation_error', message },
    };
    await write();
    await page()
      .locator('input[type="file"]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('x') });
    await page().getByText(message).waitFor();
    await drop('a.pdf', 'application/pdf');
    await page().getByText('This file is not an image.', { exact: false }).waitFor();
    expect(await canvas().locator('img').count()).toBe(0);
    expect(await canvas().locator('.image-coming').count()).toBe(0);
  });
});

describe('saving', () => {
  const patch = `PATCH /broadcasts/${id}`;
  const refuse = (status: number, message: string) =>
    (app.mock.answers[patch] = { status, body: { statusCode: status, name: 'validation_error', message } });

  it('says when it failed, keeps what was typed, and tries again', async () => {
    await write();
    refuse(500, 'The disk is full.');
    await type('Kept');
    await page().getByText('Could not save').first().waitFor();
    app.mock.answers[patch] = { status: 200, body: { object: 'broadcast', id, revision: 2 } };
    await button('Try again').click();
    await page().getByRole('status').getByText('Saved').waitFor();
    expect(saves().at(-1)).toMatchObject({ revision: 1, html: expect.stringContaining('Kept') });
  });

  it('asks whose version counts where someone else wrote meanwhile', async () => {
    await write();
    refuse(409, 'Somebody changed this broadcast meanwhile.');
    const theirs = { ...draft, revision: 5, html: '<p>Theirs</p>' };
    app.mock.answers[`GET ${path}`] = { status: 200, body: theirs };
    await type('Mine');
    await page().getByText('Someone else changed this email').waitFor();
    app.mock.answers[patch] = { status: 200, body: { object: 'broadcast', id, revision: 6 } };
    await button('Save mine').click();
    await page().getByRole('status').getByText('Saved').waitFor();
    expect(saves().at(-1)).not.toHaveProperty('revision');
    expect(saves().at(-1)?.html).toContain('Mine');
  });

  it('goes on top of settings that were saved meanwhile', async () => {
    await write();
    refuse(409, 'Somebody changed this broadcast meanwhile.');
    app.mock.answers[`GET ${path}`] = { status: 200, body: { ...draft, subject: 'Another', revision: 7 } };
    await type('Mine');
    await eventually(() => saves().at(-1)?.revision === 7);
  });
});

describe('beside writing', () => {
  it('html takes the place of the editor once one says so, and is saved without a document', async () => {
    await write();
    await type('From the editor');
    await savedWith('From the editor');
    await button('Switch to HTML').click();
    await page().getByRole('dialog').getByText('You can’t switch back', { exact: false }).waitFor();
    await page().getByRole('dialog').getByRole('button', { name: 'Switch to HTML' }).click();
    await field('HTML').fill('<p>By hand</p>');
    await page().getByText('No unsubscribe link').waitFor();
    expect(await savedWith('By hand')).toMatchObject({ document: null, text: null });
    const unsafe = { seen: 'The email contains `<script>`.', do: 'Remove it.', line: 2, column: 1 };
    app.mock.answers[`GET ${path}/html-check`] = {
      status: 200,
      body: { object: 'broadcast_html_check', unsafe },
    };
    await field('HTML').fill('<p>By hand</p>\n<script></script>');
    await page().getByText('The email contains `<script>`. See line 2. Remove it.').waitFor();
    expect(await findingsOn(page())).toEqual([]);
  });

  it('shows it as a chosen contact gets it, and brings an older version back', async () => {
    await open({ ...draft, revision: 2 });
    await show('Preview');
    await page().frameLocator('iframe[title="Preview: Desktop"]').getByText('Hello Ann').waitFor();
    await page().getByRole('combobox', { name: 'Preview as' }).click();
    await page().getByRole('option', { name: 'ann@example.com' }).click();
    const asked = () => app.mock.requests.filter(({ name }) => name === `POST ${path}/preview`).at(-1)?.body;
    await eventually(() => asked()?.includes(id) === true);
    await show('Versions');
    await page().getByText('Content (7 saves)').waitFor();
    await button('Restore version 1').click();
    await page().getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page().getByText('Version restored').waitFor();
    expect(app.complaints).toEqual([]);
  });

  it.each([
    ['on a desktop in light', { width: 1280, height: 800 }, 'light'],
    ['on a phone in dark', { width: 390, height: 844 }, 'dark'],
  ] as const)('everything can be used by everybody %s', async (look, viewport, colorScheme) => {
    await page().setViewportSize(viewport);
    await page().emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await write();
    await type('Hello ');
    await take('{{first');
    await press('Enter');
    await take('/button');
    await press('ArrowDown');
    await take('/social');
    expect(await findingsOn(page())).toEqual([]);
    await press('ArrowDown');
    await type('/');
    await page().getByRole('listbox').waitFor();
    expect(await findingsOn(page())).toEqual([]);
    await press('Escape');
    await page().getByRole('tab', { name: 'Style' }).click();
    expect(await findingsOn(page())).toEqual([]);
    for (const view of ['Preview', 'Versions']) {
      await show(view);
      await page()
        .getByText(view === 'Preview' ? 'Shows the last' : 'Version 1')
        .first()
        .waitFor();
      expect([view, await findingsOn(page())]).toEqual([view, []]);
    }
    expect(await page().evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
    expect([look, app.complaints]).toEqual([look, []]);
  });

  it('each panel, menu and dialog can be used by everybody, by keyboard too', async () => {
    await page().emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    const document = broadcastDocuments.get('everything')!;
    await open({ ...draft, revision: 2, document, html: toEmail(document).html });
    const isSound = async (what: string) => expect([what, await findingsOn(page())]).toEqual([what, []]);
    for (const [panel, part] of panels) {
      await canvas().locator(part).first().click();
      await page().getByRole('heading', { name: panel, exact: true }).waitFor();
      await isSound(panel);
    }
    for (const menu of ['Insert block', 'Merge tag']) {
      await button(menu).focus();
      await press('Enter');
      await page().getByRole('menu').waitFor();
      await isSound(menu);
      await press('Escape');
      await page().getByRole('menu').waitFor({ state: 'detached' });
    }
    await button('Switch to HTML').focus();
    await press('Enter');
    await isDialog('Switch to HTML?', isSound);
    await canvas().getByText('Unsubscribe', { exact: true }).click();
    await button('Remove footer').focus();
    await press('Enter');
    await isDialog('Remove unsubscribe footer?', isSound);
    await show('Versions');
    for (const name of ['View version 1', 'Restore version 1']) {
      await button(name).focus();
      await press('Enter');
      await isDialog(name === 'View version 1' ? 'Version 1' : 'Restore version 1?', isSound);
    }
  });
});

/** What one selects in the email, by what its settings are called. */
const panels = [
  ['Image', 'img:not(.social-icon)'],
  ['Button', '[data-block="button"]'],
  ['Columns', '[data-block="column"] p'],
  ['Merge tag', '[data-merge-tag]'],
  ['Link', 'a'],
  ['Social links', '[data-block="socialLinks"]'],
  ['Custom HTML', '[data-block="htmlBlock"]'],
  ['Unsubscribe footer', '[data-block="footer"]'],
] as const;

/** An open dialog that is sound, and goes with Escape, back to what opened it. */
async function isDialog(title: string, isSound: (what: string) => Promise<void>): Promise<void> {
  const dialog = page().getByRole('dialog');
  await dialog.getByText(title, { exact: true }).waitFor();
  await isSound(title);
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => page().evaluate('document.activeElement !== document.body'));
}
