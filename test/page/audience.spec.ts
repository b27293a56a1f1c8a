import { describe, expect, it } from '@jest/globals';
import {
  addedSegment,
  annContact,
  answers,
  filterSegment,
  groupSegment,
  newsTopic,
  offersTopic,
  seatsProperty,
} from '../dashboard/samples/audience.js';
import { finishedExport } from '../dashboard/samples/exports.js';
import { answers as formAnswers, footerForm } from '../dashboard/samples/forms.js';
import { answers as importAnswers, completedImport, runningImport } from '../dashboard/samples/imports.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { textOf } from './flow.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...answers(), ...importAnswers(), ...formAnswers() }));
const { open } = page;
const field = (name: string) => page.screen.findByRole<HTMLInputElement>('textbox', { name });
const fill = async (name: string, text: string) => page.fill(await field(name), text);
const click = async (element: Promise<HTMLElement>) => page.user.click(await element);
const select = async (name: string | RegExp, option: string) =>
  page.user.selectOptions(await page.screen.findByLabelText(name), option);
const answer = (name: string, body: object) => (page.mock.answers[name] = { status: 200, body });
const sent = (method: string) =>
  page
    .asked(`${method} `)
    .map(({ name, body }) => [name.slice(method.length + 1), body === '' ? null : (JSON.parse(body) as unknown)]);
const choose = async (row: string, name: string) => {
  await page.press(`Actions: ${row}`);
  await click(page.screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }));
};
const untilClosed = () => page.until(() => expect(page.screen.queryByRole('dialog')).toBeNull());
const save = async () => {
  await page.press('Save');
  await untilClosed();
};
/** In a field for several. */
const pick = async (name: string, option: string) => {
  await click(page.screen.findByRole('combobox', { name }));
  await click(page.screen.findByRole('option', { name: option }));
};

describe('topics', () => {
  it('are created with a default, edited as they are now, and deleted', async () => {
    const path = `/topics/${newsTopic.id}`;
    answer('POST /topics', { object: 'topic', id: newsTopic.id });
    answer(`PATCH ${path}`, { object: 'topic', id: newsTopic.id });
    answer(`DELETE ${path}`, { object: 'topic', id: newsTopic.id, deleted: true });
    open('/topics', { now: new Date() });
    await page.screen.findByRole('row', { name: /Offers.*Not subscribed.*Private/ });
    await page.press('Create topic');
    await fill('Name', 'Events');
    await select(/^Default/, 'Not subscribed');
    await select(/^Visibility/, 'Public');
    await save();
    await choose('Product news', 'Edit');
    expect((await field('Name')).value).toBe('Product news');
    await fill('Description', '');
    await save();
    await choose('Product news', 'Delete');
    await page.screen.findByText(/Emails can’t name it any more\./);
    await page.clock.pass(10_000);
    await page.screen.findByText('Topic deleted');
    expect(sent('POST')).toEqual([
      ['/topics', { name: 'Events', description: null, default_subscription: 'opt_out', visibility: 'public' }],
    ]);
    expect(sent('PATCH')).toEqual([[path, { name: 'Product news', description: null, visibility: 'public' }]]);
    expect(sent('DELETE')).toEqual([[path, null]]);
  });
});

describe('how many there are', () => {
  it('stands beside segments and topics, and wherever one is chosen', async () => {
    open('/segments');
    await page.screen.findByRole('row', { name: /Customers.*1,204.*Static/ });
    await page.screen.findByRole('row', { name: /Large customers.*about 310,000.*Dynamic/ });
    open('/topics');
    await page.screen.findByRole('row', { name: /Product news.*840/ });
    open('/broadcasts?create=true');
    await page.screen.findByRole('option', { name: 'Customers (1,204)' });
  });

  it('is asked for once for all rows, and again for those that took too long', async () => {
    const members = 'GET /dashboard-api/segments/members?ids=';
    const [first, second] = [addedSegment.id, filterSegment.id];
    const body = { object: 'list', has_more: true, data: [{ id: first, members: 7, exact: true }] };
    page.mock.answers[`${members}${encodeURIComponent(`${first},${second}`)}`] = { status: 200, body };
    open('/segments');
    await page.screen.findByRole('row', { name: /Customers.*7.*Static/ });
    await page.screen.findByRole('row', { name: /Large customers.*about 310,000/ });
    expect(page.asked(members).length).toBe(2);
  });
});

describe('the filter of a segment', () => {
  it('has groups of conditions, which are shown, added, changed and removed', async () => {
    const path = `/segments/${groupSegment.id}`;
    answer(`PATCH ${path}`, { object: 'segment', id: groupSegment.id });
    open(path);
    expect((await page.screen.findByLabelText<HTMLSelectElement>(/^Group 2: /)).value).toBe('none');
    await select(/^Group 2: /, 'Any of these');
    await page.press('Remove condition 1.1');
    await page.press('Add group');
    await select('Condition 3.1: Field', 'company_name');
    await fill('Condition 3.1: Value', 'pro');
    await page.press('Save');
    await page.screen.findByText('Enter a value for each condition.', { selector: '[class*="error"]' });
    await page.press('Remove condition 3.2');
    await page.press('Add condition to group 3');
    await select('Condition 3.2: Field', 'Unsubscribed');
    await page.press('Save');
    await page.screen.findByText('Segment saved');
    const rule = (field: string, operator: string, value: unknown) => ({ type: 'rule', field, operator, value });
    expect(sent('PATCH')).toEqual([
      [
        path,
        {
          filter: {
            type: 'or',
            rules: [
              { type: 'and', rules: [{ type: 'not', rule: rule('email', 'ends_with', '@example.com') }] },
              { type: 'or', rules: [rule('properties.seats', 'lt', 10)] },
              { type: 'and', rules: [rule('properties.company_name', 'eq', 'pro'), rule('unsubscribed', 'eq', true)] },
            ],
          },
        },
      ],
    ]);
  });
});

describe('a contact', () => {
  it('has all that happened to it, by kind, with what it is about', async () => {
    open(`/contacts/${annContact.id}`);
    const list = screenOf(await page.screen.findByRole('list', { name: 'Activity' }));
    expect(list.getAllByRole('listitem').map(textOf)).toEqual([
      expect.stringContaining('Clicked https://example.com/shop in November news'),
      expect.stringMatching(/Sent November news.*View broadcast/),
      expect.stringMatching(/Unsubscribed from Product news.*Preference page/),
      expect.stringContaining('Added to segment Customers'),
    ]);
    await select('Kind', 'Clicked');
    await page.untilAsked(`GET /dashboard-api/contacts/${annContact.id}/timeline?kind=clicked`);
  });
});

describe('properties', () => {
  it('have values of their type: no text stands for a number', async () => {
    answer('POST /contact-properties', { object: 'contact_property', id: seatsProperty.id });
    answer(`PATCH /contact-properties/${seatsProperty.id}`, { object: 'contact_property', id: seatsProperty.id });
    open('/contact-properties');
    await page.press('Create property');
    await fill('Key', 'visits');
    await select(/^Type/, 'Number');
    await fill('Fallback value', 'many');
    await page.press('Save');
    await page.screen.findByText('Enter a number, or leave it empty.');
    await fill('Fallback value', '7');
    await save();
    await choose('seats', 'Edit');
    await fill('Fallback value', '1');
    await save();
    expect(sent('POST')).toEqual([['/contact-properties', { key: 'visits', type: 'number', fallback_value: 7 }]]);
    expect(sent('PATCH')).toEqual([[`/contact-properties/${seatsProperty.id}`, { fallback_value: 1 }]]);
  });
});

describe('contacts', () => {
  it('are taught by a program where there are none, and added with what is known of them', async () => {
    answer('GET /dashboard-api/contacts', { object: 'list', has_more: false, data: [] });
    answer('POST /contacts', { object: 'contact', id: annContact.id });
    open('/contacts');
    await click(page.screen.findByText('Node'));
    const code = (await field('Code')).value;
    expect(code).toContain(`process.env.RESEND_BASE_URL = '${page.window.location.origin}'`);
    expect(code).toContain('contacts.create(');
    await click(page.screen.findByRole('link', { name: 'Create contact' }));
    await fill('Email address', 'bo@example.com');
    await fill('seats', '3');
    await pick('Segments', 'Customers');
    await page.press('Add contact');
    await untilClosed();
    expect(sent('POST')).toEqual([
      ['/contacts', { email: 'bo@example.com', segments: [addedSegment.id], properties: { seats: 3 } }],
    ]);
  });

  it('are narrowed to who said no to a topic, and added to a segment together', async () => {
    const path = `/contacts/${annContact.id}/segments/${addedSegment.id}`;
    answer(`POST ${path}`, { object: 'contact_segment', id: addedSegment.id });
    open('/contacts');
    await select('Topic', 'Offers: no');
    await page.until(() => expect(page.window.location.search).toMatch(/topic=out/));
    await page.untilAsked(`GET /dashboard-api/contacts?opted_out=${offersTopic.id}`);
    await click(page.screen.findByLabelText('Select “ann@example.com”'));
    await select('Add to segment…', 'Customers');
    await page.screen.findByText('1 contact added to the segment');
    answer('POST /dashboard-api/exports', { ...finishedExport, kind: 'contacts' });
    await page.press('Export CSV');
    await page.screen.findByText(/Export ready: 120 rows/);
    expect(sent('POST')).toEqual([
      [path, null],
      ['/dashboard-api/exports', { kind: 'contacts', filters: { opted_out: offersTopic.id } }],
    ]);
    expect(sent('GET').map(([name]) => name)).toContain(`/dashboard-api/contacts?opted_out=${offersTopic.id}&limit=50`);
  });

  it('show how each yes and no was said, and are switched by topic', async () => {
    const path = `/contacts/${annContact.id}`;
    answer(`PATCH ${path}/topics`, { object: 'contact_topics', id: annContact.id });
    open(path);
    const history = screenOf(await page.screen.findByRole('list', { name: 'Consent history' }));
    await history.findByText(/Preference page · said on 2025-04-21 · page version v7/);
    expect(history.getAllByRole('listitem').map(textOf)).toMatchObject([
      expect.stringContaining('Subscribed to Product news'),
      expect.stringContaining('Unsubscribed from a deleted topic'),
      expect.stringContaining('Subscribed to all marketing'),
    ]);
    await click(page.screen.findByRole('switch', { name: /^Offers/ }));
    await page.untilAsked('PATCH');
    expect(sent('PATCH')).toEqual([[`${path}/topics`, { topics: [{ id: offersTopic.id, subscription: 'opt_in' }] }]]);
  });

  it.each([
    ['Download consent sheet', 'POST', 'consent-sheet', 'consent.html', 'Consent sheet downloaded. Keep it private.'],
    ['Export personal data', 'GET', 'export', 'personal-data.html', 'Personal data exported. Keep the file private.'],
  ])('%s: a file for the person', async (label, method, part, file, said) => {
    const html = '<h1>Ann</h1>';
    answer(`${method} /dashboard-api/contacts/${annContact.id}/${part}`, { html });
    open(`/contacts/${annContact.id}`);
    await page.press('More');
    await click(page.screen.findByRole('menuitem', { name: label }));
    await page.screen.findByText(said);
    await page.until(() => expect(page.downloads).toEqual([{ name: file, text: html }]));
  });
});

describe('segments', () => {
  it('with a filter are built from conditions, with a count of who they find', async () => {
    const path = `/segments/${filterSegment.id}`;
    answer(`PATCH ${path}`, { object: 'segment', id: filterSegment.id });
    open(path);
    await page.screen.findByText(/1,240 contacts now/);
    const second = screenOf(await page.screen.findByRole('group', { name: 'Condition 2' }));
    const comparison = await second.findByLabelText<HTMLSelectElement>(/Comparison$/);
    expect(comparison.value).toBe('!ends_with');
    const fields = second.getByLabelText<HTMLSelectElement>(/Field$/);
    const offered = Array.from(fields.options, ({ label }) => label);
    expect(offered).toContain('Segment: Customers');
    expect(offered).not.toContain('Segment: Large customers');
    await page.user.selectOptions(fields, 'Topic: Offers');
    await select(/^Contacts match/, 'any condition');
    await page.press('Save');
    await page.screen.findByText('Segment saved');
    await page.press('Dismiss');
    const rules = [
      { type: 'rule', field: 'properties.seats', operator: 'gte', value: 10 },
      { type: 'rule', field: `topic:${offersTopic.id}`, operator: 'eq', value: 'opt_in' },
    ];
    expect(sent('PATCH')).toEqual([[path, { filter: { type: 'or', rules } }]]);
  });
});

describe('imports', () => {
  it('begin at the contacts, also where there are none, and lead back to them', async () => {
    const inWizard = () => page.until(() => expect(page.window.location.href).toMatch(/\/imports\?create=true$/));
    open('/contacts');
    await page.press('Import');
    await inWizard();
    answer('GET /dashboard-api/contacts', { object: 'list', has_more: false, data: [] });
    open('/contacts');
    await click(page.screen.findByRole('link', { name: 'Import contacts' }));
    await inWizard();
    open(`/imports/${completedImport.id}`);
    await page.press('View contacts');
    await page.until(() => expect(page.window.location.pathname).toMatch(/\/contacts$/));
  });

  it('have failed rows that are corrected in place, and tried again', async () => {
    const { id } = completedImport;
    const path = `/dashboard-api/contacts/imports/${id}/corrections`;
    answer(`POST ${path}`, { object: 'contact_import', id: runningImport.id });
    open(`/imports/${id}`);
    const row = screenOf(await page.screen.findByRole('group', { name: 'Line 4' }));
    row.getByText(/not an email address/);
    await page.fill(row.getByLabelText('email'), 'bo@example.com');
    await page.press('Try again with 1 row');
    await page.until(() => expect(page.window.location.pathname).toMatch(new RegExp(`/imports/${runningImport.id}$`)));
    expect(sent('POST')).toEqual([[path, { rows: [['bo@example.com', 'Bo', 'Ulm']], lines: [4] }]]);
  });

  it('are canceled while they run, and undone once the word is typed', async () => {
    const path = (id: string, what: string) => `/contacts/imports/${id}/${what}`;
    answer(`POST ${path(runningImport.id, 'cancel')}`, { object: 'contact_import', id: runningImport.id });
    answer(`POST ${path(completedImport.id, 'undo')}`, { object: 'contact_import', id: completedImport.id });
    open(`/imports/${runningImport.id}`);
    await page.press('Cancel import');
    await page.screen.findByText('Import canceled');
    open(`/imports/${completedImport.id}`);
    const rows = await page.screen.findByRole('link', { name: 'Download failed rows' });
    expect(rows.getAttribute('href')).toBe(`/dashboard-api${path(completedImport.id, 'failed-rows')}`);
    await page.press('More');
    await click(page.screen.findByRole('menuitem', { name: 'Undo import' }));
    const dialog = screenOf(await page.screen.findByRole('dialog'));
    await dialog.findByText(/Of 980 contacts it created, those not changed since are deleted\./);
    const undo = dialog.getByRole<HTMLButtonElement>('button', { name: 'Undo import' });
    expect(undo.disabled).toBe(true);
    await page.fill(dialog.getByRole('textbox'), 'undo');
    await page.user.click(undo);
    await page.screen.findByText('Undo started');
    expect(sent('POST').map(([name]) => name)).toEqual([
      path(runningImport.id, 'cancel'),
      path(completedImport.id, 'undo'),
    ]);
  });

  it('make a segment that is typed, and lose no name', async () => {
    const made = { ...addedSegment, id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e39', name: 'Messe 2026' };
    answer('POST /segments', { object: 'segment', ...made });
    answer('GET /dashboard-api/segments', { object: 'list', has_more: false, data: [] });
    open('/imports?create=true');
    await page.screen.findByText('Choose a file');
    const [file] = page.window.document.querySelectorAll<HTMLInputElement>('input[type=file]');
    await page.user.upload(file as HTMLInputElement, new page.window.File(['E-Mail'], 'a.csv', { type: 'text/csv' }));
    await page.press('Continue');
    const goOn = () => page.screen.findByRole<HTMLButtonElement>('button', { name: 'Continue' });
    for (const name of ['Subscribe all to topics', 'Add all to segments']) {
      const typed = await page.screen.findByRole('combobox', { name });
      await page.user.type(typed, 'Messe 2026');
      await page.user.tab();
      await page.screen.findByText(/“Messe 2026” was not chosen/);
      expect((await goOn()).disabled).toBe(true);
      if (name.startsWith('Subscribe')) await page.user.clear(typed);
    }
    answer('GET /dashboard-api/segments', { object: 'list', has_more: false, data: [made] });
    await pick('Add all to segments', 'Create “Messe 2026”');
    await page.until(() => expect(page.asked('GET /dashboard-api/segments').length).toBeGreaterThan(1));
    await page.until(() => expect(page.screen.queryByText(/was not chosen/)).toBeNull());
    await page.until(() =>
      expect(page.screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(false),
    );
    expect(sent('POST').filter(([name]) => name === '/segments')).toEqual([['/segments', { name: made.name }]]);
  });

  it('are taught by a command where there are none', async () => {
    answer('GET /dashboard-api/contacts/imports', { object: 'list', has_more: false, data: [] });
    open('/imports');
    await page.screen.findByText('No imports yet');
    expect((await field('Code')).value).toContain(`curl ${page.window.location.origin}/contacts/imports`);
  });
});

describe('forms to join', () => {
  const none = { title: null, text: null, button: null, thanks: null };
  it('are created with what is confirmed and what is not, and give the code to paste', async () => {
    answer('POST /dashboard-api/forms', { object: 'form', id: footerForm.id });
    open('/forms');
    await page.screen.findByRole('row', { name: /Banner.*Own page only.*Off/ });
    await page.press('Create form');
    await fill('Name', 'Blog');
    await pick('Topics with double opt-in', 'Product news');
    await page.screen.findByRole('option', { name: '@example.com' });
    await fill('Sender name', 'Shop');
    await fill('Sender address, before the @', 'news');
    await select('Sender domain', '@example.com');
    await fill('Allowed sites', 'https://blog.example.com\nhttps://www.example.com');
    await save();
    expect(sent('POST').filter(([name]) => name === '/dashboard-api/forms')).toEqual([
      [
        '/dashboard-api/forms',
        {
          name: 'Blog',
          topics: [{ topic_id: newsTopic.id, double_opt_in: true }],
          segments: [],
          origins: ['https://blog.example.com', 'https://www.example.com'],
          redirect_url: null,
          from: 'Shop <news@example.com>',
          enabled: true,
          texts: { en: none, de: none, fr: none, es: none },
        },
      ],
    ]);
    // Its own page opens, with the code in the language that is written.
    const path = `/dashboard-api/forms/${footerForm.id}`;
    answer(`PATCH ${path}`, { object: 'form', id: footerForm.id });
    await page.screen.findByRole('heading', { name: 'Footer of the shop' });
    const code = await page.screen.findByRole('group', { name: 'Code for your site' });
    const address = `${page.window.location.origin}/subscribe/${footerForm.id}`;
    expect(textOf(code)).toContain(`<form action="${address}" method="post">`);
    expect(textOf(code)).toContain('<h2>Werkstattbrief</h2>');
    expect(textOf(code)).toContain('<p>Einmal &lt;im&gt; Monat.</p>');
    expect(textOf(code)).toContain('<label>Mail-Adresse <input');
    expect(textOf(code)).toContain('>Gern</button>');
    await click(page.screen.findByText('JavaScript'));
    expect(textOf(code)).toContain(`fetch('${address}'`);
    await click(page.screen.findByRole('switch', { name: /^Accept sign-ups/ }));
    await fill('Heading', 'Letter from the workshop');
    await page.press('Save');
    await page.screen.findByText('Form saved');
    const { name, topics, segments, origins, redirect_url, from } = footerForm;
    const en = { ...none, title: 'Letter from the workshop' };
    const texts = { en, de: footerForm.texts.de, fr: none, es: none };
    const body = { name, topics, segments, origins, redirect_url, from, enabled: false, texts };
    expect(sent('PATCH')).toEqual([[path, body]]);
  });
});
