import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/wait-for.js';
import { contentOf } from './downloaded.js';
import { useApp } from './open-app.js';
import {
  addedSegment,
  annContact,
  answers,
  filterSegment,
  newsTopic,
  offersTopic,
  seatsProperty,
} from './samples/audience.js';
import { finishedExport } from './samples/exports.js';
import { answers as importAnswers, completedImport, runningImport } from './samples/imports.js';
import { answers as formAnswers, footerForm } from './samples/forms.js';
import { sampleAnswers } from './samples/people.js';
import { answers as pageAnswers, unsubscribePage } from './samples/unsubscribe.js';

const app = useApp(() => ({
  ...sampleAnswers(),
  ...answers(),
  ...importAnswers(),
  ...pageAnswers(),
  ...formAnswers(),
}));
const open = (address: string) => app.page.goto(`${app.mock.origin}/dashboard${address}`);
const button = (name: string) => app.page.getByRole('button', { name, exact: true });
const field = (name: string) => app.page.getByRole('textbox', { name, exact: true });
const answer = (name: string, body: object) => (app.mock.answers[name] = { status: 200, body });
const sent = (method: string) =>
  app.mock.requests
    .filter(({ name }) => name.startsWith(`${method} `))
    .map(({ name, body }) => [name.slice(method.length + 1), body === '' ? null : (JSON.parse(body) as unknown)]);
const choose = async (row: string, name: string) => {
  await button(`Actions: ${row}`).click();
  await app.page.getByRole('menuitem', { name }).click();
};
const save = async () => {
  await button('Save').click();
  await app.page.getByRole('dialog').waitFor({ state: 'detached' });
};

describe('topics', () => {
  it('are created with a default, edited as they are now, and deleted', async () => {
    const path = `/topics/${newsTopic.id}`;
    answer('POST /topics', { object: 'topic', id: newsTopic.id });
    answer(`PATCH ${path}`, { object: 'topic', id: newsTopic.id });
    answer(`DELETE ${path}`, { object: 'topic', id: newsTopic.id, deleted: true });
    await open('/topics');
    await app.page.getByRole('row', { name: /Offers.*Not subscribed.*Private/ }).waitFor();
    await button('Create topic').click();
    await field('Name').fill('Events');
    await app.page.getByLabel('Default').selectOption('Not subscribed');
    await app.page.getByLabel('Visibility').selectOption('Public');
    await save();
    await choose('Product news', 'Edit');
    expect(await field('Name').inputValue()).toBe('Product news');
    await field('Description').fill('');
    await save();
    await choose('Product news', 'Delete');
    await app.page.getByText('Emails can’t name it any more.').waitFor();
    await app.page.getByText('Topic deleted').waitFor();
    expect(sent('POST')).toEqual([
      ['/topics', { name: 'Events', description: null, default_subscription: 'opt_out', visibility: 'public' }],
    ]);
    expect(sent('PATCH')).toEqual([[path, { name: 'Product news', description: null, visibility: 'public' }]]);
    expect(sent('DELETE')).toEqual([[path, null]]);
    expect(app.complaints).toEqual([]);
  });
});

describe('properties', () => {
  it('have values of their type: no text stands for a number', async () => {
    answer('POST /contact-properties', { object: 'contact_property', id: seatsProperty.id });
    answer(`PATCH /contact-properties/${seatsProperty.id}`, { object: 'contact_property', id: seatsProperty.id });
    await open('/contact-properties');
    await button('Create property').click();
    await field('Key').fill('visits');
    await app.page.getByLabel('Type').selectOption('Number');
    await field('Fallback value').fill('many');
    await button('Save').click();
    await app.page.getByText('Enter a number, or leave it empty.').waitFor();
    await field('Fallback value').fill('7');
    await save();
    await choose('seats', 'Edit');
    await field('Fallback value').fill('1');
    await save();
    expect(sent('POST')).toEqual([['/contact-properties', { key: 'visits', type: 'number', fallback_value: 7 }]]);
    expect(sent('PATCH')).toEqual([[`/contact-properties/${seatsProperty.id}`, { fallback_value: 1 }]]);
    expect(app.complaints).toEqual([]);
  });
});

describe('contacts', () => {
  it('are taught by a program where there are none, and added with what is known of them', async () => {
    answer('GET /dashboard-api/contacts', { object: 'list', has_more: false, data: [] });
    answer('POST /contacts', { object: 'contact', id: annContact.id });
    await open('/contacts');
    await app.page.getByText('Node', { exact: true }).click();
    const code = await field('Code').inputValue();
    expect(code).toContain(`process.env.RESEND_BASE_URL = '${app.mock.origin}'`);
    expect(code).toContain('contacts.create(');
    await app.page.getByRole('link', { name: 'Create contact' }).click();
    await field('Email address').fill('bo@example.com');
    await field('seats').fill('3');
    await app.page.getByRole('combobox', { name: 'Segments' }).click();
    await app.page.getByRole('option', { name: 'Customers', exact: true }).click();
    await button('Add contact').click();
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(sent('POST')).toEqual([
      ['/contacts', { email: 'bo@example.com', segments: [addedSegment.id], properties: { seats: 3 } }],
    ]);
    expect(app.complaints).toEqual([]);
  });

  it('are narrowed to who said no to a topic, and added to a segment together', async () => {
    const path = `/contacts/${annContact.id}/segments/${addedSegment.id}`;
    answer(`POST ${path}`, { object: 'contact_segment', id: addedSegment.id });
    await open('/contacts');
    await app.page.getByLabel('Topic').selectOption('Offers: no');
    await app.page.waitForURL(/topic=out/);
    await app.page.getByLabel('Select “ann@example.com”').check();
    await app.page.getByLabel('Add to segment…').selectOption('Customers');
    await app.page.getByText('1 contact added to the segment').waitFor();
    answer('POST /dashboard-api/exports', { ...finishedExport, kind: 'contacts' });
    await button('Export CSV').click();
    await app.page.getByText('Export ready: 120 rows').waitFor();
    const filters = { opted_out: offersTopic.id };
    expect(sent('POST')).toEqual([
      [path, null],
      ['/dashboard-api/exports', { kind: 'contacts', filters }],
    ]);
    expect(sent('GET').map(([name]) => name)).toContain(`/dashboard-api/contacts?opted_out=${offersTopic.id}&limit=50`);
  });

  it('show how each yes and no was said, and are switched by topic', async () => {
    const path = `/contacts/${annContact.id}`;
    answer(`PATCH ${path}/topics`, { object: 'contact_topics', id: annContact.id });
    await open(path);
    const history = app.page.getByRole('list', { name: 'Consent history' });
    await history.getByText('Preference page · page version v7').waitFor();
    expect(await history.getByRole('listitem').allInnerTexts()).toMatchObject([
      expect.stringContaining('Subscribed to Product news'),
      expect.stringContaining('Unsubscribed from a deleted topic'),
      expect.stringContaining('Subscribed to all marketing'),
    ]);
    const switched = app.page.waitForRequest((request) => request.method() === 'PATCH');
    await app.page.getByRole('switch', { name: 'Offers' }).click();
    await switched;
    expect(sent('PATCH')).toEqual([[`${path}/topics`, { topics: [{ id: offersTopic.id, subscription: 'opt_in' }] }]]);
    expect(app.complaints).toEqual([]);
  });

  it.each([
    ['Download consent sheet', 'POST', 'consent-sheet', 'consent.html', 'Consent sheet downloaded. Keep it private.'],
    ['Export personal data', 'GET', 'export', 'personal-data.html', 'Personal data exported. Keep the file private.'],
  ])('%s: a file for the person', async (label, method, part, file, said) => {
    const html = '<h1>Ann</h1>';
    answer(`${method} /dashboard-api/contacts/${annContact.id}/${part}`, { html });
    await open(`/contacts/${annContact.id}`);
    await button('More').click();
    const [handed] = await Promise.all([
      app.page.waitForEvent('download'),
      app.page.getByRole('menuitem', { name: label }).click(),
    ]);
    expect(handed.suggestedFilename()).toBe(file);
    expect(await contentOf(handed)).toBe(html);
    await app.page.getByText(said).waitFor();
  });
});

describe('segments', () => {
  it('with a filter are built from conditions, with a count of who they find', async () => {
    const path = `/segments/${filterSegment.id}`;
    answer(`PATCH ${path}`, { object: 'segment', id: filterSegment.id });
    await open(path);
    await app.page.getByText('1,240 contacts now').waitFor();
    const second = app.page.getByRole('group', { name: 'Condition 2', exact: true });
    expect(await second.getByLabel('Comparison').inputValue()).toBe('!ends_with');
    await second.getByLabel('Field').selectOption('Topic: Offers');
    await app.page.getByLabel('Contacts match').selectOption('any condition');
    await button('Save').click();
    await app.page.getByText('Segment saved').waitFor();
    const rules = [
      { type: 'rule', field: 'properties.seats', operator: 'gte', value: 10 },
      { type: 'rule', field: `topic:${offersTopic.id}`, operator: 'eq', value: 'opt_in' },
    ];
    expect(sent('PATCH')).toEqual([[path, { filter: { type: 'or', rules } }]]);
    expect(app.complaints).toEqual([]);
  });
});

describe('the unsubscribe page', () => {
  const none = { title: null, text: null };

  it('is shown as one types, in the language that is written, and saved with what was typed', async () => {
    const path = '/dashboard-api/unsubscribe-page';
    answer(`PATCH ${path}`, { ...unsubscribePage, version: 4 });
    await open('/unsubscribe-page');
    await app.page.getByLabel('Language').selectOption('German');
    await field('Title').fill('Ihre Mails');
    await app.page.getByText('Preferences', { exact: true }).click();
    const texts = { en: unsubscribePage.texts.en, de: { title: 'Ihre Mails', text: null }, fr: none, es: none };
    const shown = { color: '#0f766e', logo: null, texts, language: 'de', page: 'preferences' };
    await app.page.frameLocator('iframe[title="Preview: Preferences, German"]').getByRole('heading').waitFor();
    await eventually(() => sent('POST').some(([, body]) => JSON.stringify(body) === JSON.stringify(shown)));
    const logo = app.page.locator('input[type=file]');
    await logo.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await app.page.getByText('This file is not a PNG, JPEG, GIF or WebP image.').waitFor();
    await logo.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('png') });
    await app.page.getByRole('img', { name: 'Logo' }).waitFor();
    await button('Save').click();
    await app.page.getByText('Unsubscribe page saved').waitFor();
    expect(sent('PATCH')).toEqual([[path, { color: '#0f766e', logo: 'data:image/png;base64,cG5n', texts }]]);
    expect(app.complaints).toEqual([]);
  });
});

describe('imports', () => {
  it('say what a column becomes, and send the map with the file', async () => {
    answer('POST /contacts/imports', { object: 'contact_import', id: completedImport.id });
    await open('/imports?create=true');
    const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from('E-Mail;Name;Plan;\n') };
    await app.page.locator('input[type=file]').setInputFiles(file, { noWaitAfter: true });
    // The server suggested it; no column stands for it any more once another use is chosen.
    await app.page.getByLabel('E-Mail: Import as').selectOption('First name');
    await app.page.getByText('Choose the column with the email address.').waitFor();
    await app.page.getByLabel('E-Mail: Import as').selectOption('Email address');
    await app.page.getByLabel('Name: Import as').selectOption('First name');
    await app.page.getByLabel('Plan: Import as').selectOption('New property…');
    await field('Plan: Key').fill('seats');
    await app.page.getByText('A property has the key “seats” already.', { exact: false }).waitFor();
    await field('Plan: Key').fill('plan');
    expect(await app.page.getByLabel('Column 4: Import as').isDisabled()).toBe(true);
    await button('Continue').click();
    await app.page.getByLabel('Contacts that exist already').selectOption('Skip them');
    await app.page.getByRole('combobox', { name: 'Subscribe all to topics' }).click();
    await app.page.getByRole('option', { name: 'Offers', exact: true }).click();
    await field('Date of the file').fill('2026-01-31');
    await button('Continue').click();
    await app.page.getByText('1 of the first 2 rows would fail').waitFor();
    await app.page.getByRole('dialog').getByRole('button', { name: 'Import contacts' }).click();
    await app.page.getByRole('heading', { level: 1, name: 'customers.csv' }).waitFor();
    const form = app.mock.requests.find(({ name }) => name === 'POST /contacts/imports')?.body ?? '';
    const map = { email: 'E-Mail', first_name: 'Name', properties: { plan: { column: 'Plan', type: 'string' } } };
    for (const sentField of [
      JSON.stringify(map),
      'skip',
      JSON.stringify([{ id: offersTopic.id, subscription: 'opt_in' }]),
      '2026-01-31',
    ]) {
      expect(form).toContain(`\r\n\r\n${sentField}\r\n`);
    }
    expect(form).toContain('filename="customers.csv"');
    expect(app.complaints).toEqual([]);
  });

  it('are canceled while they run, and undone once the word is typed', async () => {
    const path = (id: string, what: string) => `/contacts/imports/${id}/${what}`;
    answer(`POST ${path(runningImport.id, 'cancel')}`, { object: 'contact_import', id: runningImport.id });
    answer(`POST ${path(completedImport.id, 'undo')}`, { object: 'contact_import', id: completedImport.id });
    await open(`/imports/${runningImport.id}`);
    await button('Cancel import').click();
    await app.page.getByText('Import canceled').waitFor();
    await open(`/imports/${completedImport.id}`);
    const rows = app.page.getByRole('link', { name: 'Download failed rows' });
    expect(await rows.getAttribute('href')).toBe(`/dashboard-api${path(completedImport.id, 'failed-rows')}`);
    await button('More').click();
    await app.page.getByRole('menuitem', { name: 'Undo import' }).click();
    const dialog = app.page.getByRole('dialog');
    await dialog.getByText('Of 980 contacts it created, those not changed since are deleted.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Undo import' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('undo');
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await app.page.getByText('Undo started').waitFor();
    expect(sent('POST').map(([name]) => name)).toEqual([
      path(runningImport.id, 'cancel'),
      path(completedImport.id, 'undo'),
    ]);
    expect(app.complaints).toEqual([]);
  });

  it('are taught by a command where there are none', async () => {
    answer('GET /dashboard-api/contacts/imports', { object: 'list', has_more: false, data: [] });
    await open('/imports');
    await app.page.getByText('No imports yet').waitFor();
    expect(await field('Code').inputValue()).toContain(`curl ${app.mock.origin}/contacts/imports`);
  });
});

describe('forms to join', () => {
  it('are created with what is confirmed and what is not, and give the code to paste', async () => {
    answer('POST /dashboard-api/forms', { object: 'form', id: footerForm.id });
    await open('/forms');
    await app.page.getByRole('row', { name: /Banner.*Own page only.*Off/ }).waitFor();
    await button('Create form').click();
    await field('Name').fill('Blog');
    await app.page.getByRole('combobox', { name: 'Topics with double opt-in' }).click();
    await app.page.getByRole('option', { name: 'Product news', exact: true }).click();
    await field('Confirmation sender').fill('Shop <news@example.com>');
    await field('Allowed sites').fill('https://blog.example.com\nhttps://www.example.com');
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
        },
      ],
    ]);
    const path = `/dashboard-api/forms/${footerForm.id}`;
    answer(`PATCH ${path}`, { object: 'form', id: footerForm.id });
    await app.page.getByRole('link', { name: 'Footer of the shop' }).click();
    const code = app.page.getByRole('group', { name: 'Code for your site' });
    const address = `${app.mock.origin}/subscribe/${footerForm.id}`;
    expect(await code.innerText()).toContain(`<form action="${address}" method="post">`);
    await app.page.getByText('JavaScript', { exact: true }).click();
    expect(await code.innerText()).toContain(`fetch('${address}'`);
    await app.page.getByRole('switch', { name: 'Accept sign-ups' }).click();
    await button('Save').click();
    await app.page.getByText('Form saved').waitFor();
    const { name, topics, segments, origins, redirect_url, from } = footerForm;
    expect(sent('PATCH')).toEqual([[path, { name, topics, segments, origins, redirect_url, from, enabled: false }]]);
    expect(app.complaints).toEqual([]);
  });
});
