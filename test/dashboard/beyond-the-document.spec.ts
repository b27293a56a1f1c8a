import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/wait-for.js';
import { plainHost, useApp } from './open-app.js';
import { allAnswers } from './rooms.js';
import { offersTopic } from './samples/audience.js';
import { erasureId } from './samples/domains.js';
import { mailId, manyId, sampleOverview } from './samples/emails.js';
import { running } from './samples/figures.js';
import { completedImport } from './samples/imports.js';
import { sampleKeys } from './samples/people.js';
import { unsubscribePage } from './samples/unsubscribe.js';

/* What rooms need of a browser beside a document: the clipboard, printing, frames, files, other pages. What they say
   and send: test/page. */

const app = useApp(allAnswers);
const token = 're_0123456789abcdefghijklmn';
const asked = (name: string) => app.mock.requests.filter((request) => request.name.startsWith(name));
const goto = (path: string) => app.page.goto(`${app.mock.origin}/dashboard${path}`);
const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const field = (name: string) => app.page.getByRole('textbox', { name, exact: true });
const ok = (body: object) => ({ status: 200, body });
/** An address at a host that is no secure context. */
const plain = (path: string): string => {
  const url = new URL(`/dashboard${path}`, app.mock.origin);
  url.hostname = plainHost;
  return url.href;
};

describe('API keys', () => {
  it('are copied where the browser keeps the clipboard shut', async () => {
    app.mock.answers['POST /api-keys'] = { status: 201, body: { object: 'api_key', id: 'x', token } };
    await app.page.goto(plain('/api-keys'));
    expect(await app.page.evaluate('window.isSecureContext')).toBe(false);
    await button('Create API key').click();
    await app.page.getByRole('textbox', { name: 'Name' }).fill('Shop');
    await app.page.getByRole('button', { name: 'Create', exact: true }).click();
    await button('Copy: Token').click();
    await app.page.getByText('Copied').waitFor();
    await button('I’ve saved it').click();
    await app.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await app.page.keyboard.press('Control+k');
    await app.page.getByRole('textbox', { name: 'Search' }).press('Control+v');
    expect(await app.page.getByRole('textbox', { name: 'Search' }).inputValue()).toBe(token);
  });

  it('are revoked after the time to undo it, or at once when the page is left', async () => {
    const [first, second] = sampleKeys.data as { id: string }[];
    for (const key of [first, second]) app.mock.answers[`DELETE /api-keys/${key?.id}`] = ok({});
    const revoke = async (name: string): Promise<void> => {
      await button(`Actions: ${name}`).click();
      await app.page.getByRole('menuitem', { name: `Revoke ${name}` }).click();
    };
    await goto('/api-keys');
    await revoke('Shop, production');
    // Beside a name of any length it is as wide as its word.
    const isWhole = (label: { readonly scrollWidth: number; readonly clientWidth: number }): boolean =>
      label.scrollWidth <= label.clientWidth;
    expect(await button('Undo').locator('span').last().evaluate(isWhole)).toBe(true);
    await app.page.getByText('Shop, production revoked').waitFor();
    await revoke('Reports');
    await app.page.goto('about:blank');
    await eventually(() => asked(`DELETE /api-keys/${second?.id}`).length === 1);
    expect(asked(`DELETE /api-keys/${first?.id}`)).toHaveLength(1);
  });
});

describe('one email', () => {
  it('prints as one page, without what is to click', async () => {
    await goto(`/emails/${mailId}`);
    await app.page.getByRole('heading', { name: 'Timeline' }).waitFor();
    const pages = (await app.page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
    expect(pages).toHaveLength(1);
    await app.page.emulateMedia({ media: 'print' });
    expect(await app.page.getByRole('button').count()).toBe(0);
    expect(await app.page.getByRole('navigation').count()).toBe(0);
    await app.page.emulateMedia({ media: null });
  });

  it('shows its content once, with pictures of other hosts only where they are asked for', async () => {
    await goto(`/emails/${mailId}?tab=content`);
    const frame = app.page.frameLocator('iframe[title="Email content"]');
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor();
    await app.page.getByText('invoice.pdf').waitFor();
    expect(asked(`GET /dashboard-api/emails/${mailId}/frame`)).toEqual([]);
    await button('Load remote images').click();
    await button('Hide remote images').waitFor();
    await expect(app.page.locator('iframe').getAttribute('src')).resolves.toMatch(/\/frame\?images=remote$/);
    expect(await app.page.locator('iframe').getAttribute('sandbox')).toBe('');
    await app.page.getByText('Text', { exact: true }).click();
    await app.page.locator('pre', { hasText: 'Thank you' }).waitFor();
    expect(app.page.url()).toContain('view=text');
    expect(asked(`GET /dashboard-api/emails/${mailId}/preview`)).toHaveLength(1);
  });

  it('is sent again under one key, moved, and shared for as long as is wanted', async () => {
    app.mock.answers[`GET /dashboard-api/emails/${mailId}/overview`] = ok(
      sampleOverview({ last_event: 'scheduled', scheduled_at: '2026-12-24 09:00:00.000000+00' }),
    );
    app.mock.answers[`POST /dashboard-api/emails/${mailId}/resend`] = { status: 201, body: { id: manyId } };
    app.mock.answers[`PATCH /emails/${mailId}`] = ok({ object: 'email', id: mailId });
    const url = `https://mail.example.com/share/${mailId}?share=s&expires=1&signature=x`;
    app.mock.answers[`POST /emails/${mailId}/share`] = {
      status: 201,
      body: { object: 'email', id: mailId, share_id: 's', url },
    };
    await app.page.goto(plain(`/emails/${mailId}`));
    await button('Reschedule').click();
    expect(await app.page.getByLabel('Time', { exact: true }).inputValue()).toBe('2026-12-24T09:00');
    await app.page.getByLabel('Time', { exact: true }).fill('2026-12-25T10:30');
    await app.page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click();
    await app.page.getByText('Email rescheduled').waitFor();
    expect(JSON.parse(asked('PATCH')[0]?.body ?? '')).toEqual({ scheduled_at: '2026-12-25T10:30:00.000Z' });
    await button('More').click();
    await app.page.getByRole('menuitem', { name: 'Share' }).click();
    await app.page.getByLabel('Expires after').selectOption('24 hours');
    await button('Create link').click();
    expect(await app.page.getByLabel('Link', { exact: true }).inputValue()).toBe(
      `${new URL(app.page.url()).origin}/share/${mailId}?share=s&expires=1&signature=x`,
    );
    await app.page.getByText('3 times, last 5 minutes ago').waitFor();
    await app.page.getByText('Never', { exact: true }).waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await button('More').click();
    await app.page.getByRole('menuitem', { name: 'Send again' }).click();
    await button('Send to 1 recipient').click();
    await app.page.getByRole('heading', { name: 'To fifty' }).waitFor();
    expect(asked(`POST /dashboard-api/emails/${mailId}/resend`)).toHaveLength(1);
  });
});

describe('a certificate of erasure', () => {
  it('is printed without what is to click', async () => {
    await goto(`/settings/erasures/${erasureId}`);
    await app.page.getByRole('heading', { name: 'Certificate of erasure' }).waitFor();
    await app.page.emulateMedia({ media: 'print' });
    expect(await button('Print').isVisible()).toBe(false);
    expect(await app.page.getByRole('heading', { name: 'Certificate of erasure' }).isVisible()).toBe(true);
  });
});

describe('ways to sign in', () => {
  it('are linked on the page of the provider', async () => {
    const there = `${app.mock.origin}/dashboard/settings/profile`;
    app.mock.answers['POST /dashboard-api/profile/identities/google'] = ok({ url: there });
    await goto('/settings/security');
    await button('Link Google').click();
    await app.page.waitForURL(there);
    expect(asked('POST /dashboard-api/profile/identities')[0]?.csrf).toBe('token-of-the-session');
  });

  it('accept an invitation, the provider among them', async () => {
    const there = `${app.mock.origin}/dashboard/sign-in?error=other-address`;
    app.mock.answers['POST /dashboard-api/invitations/providers/google'] = ok({ url: there });
    await goto('/invitation?token=one');
    await button('Continue with Google').click();
    await app.page.getByText('does not match the invitation').waitFor();
    expect(JSON.parse(asked('POST /dashboard-api/invitations/providers')[0]?.body ?? '')).toEqual({ token: 'one' });
  });
});

describe('the unsubscribe page', () => {
  const none = { title: null, text: null };

  it('is shown as one types, in the language that is written, and saved with what was typed', async () => {
    const path = '/dashboard-api/unsubscribe-page';
    app.mock.answers[`PATCH ${path}`] = ok({ ...unsubscribePage, version: 4 });
    await goto('/unsubscribe-page');
    await app.page.getByLabel('Language').selectOption('German');
    await field('Title').fill('Ihre Mails');
    await app.page.getByText('Preferences', { exact: true }).click();
    const texts = { en: unsubscribePage.texts.en, de: { title: 'Ihre Mails', text: null }, fr: none, es: none };
    const shown = { color: '#0f766e', logo: null, texts, language: 'de', page: 'preferences' };
    await app.page.frameLocator('iframe[title="Preview: Preferences, German"]').getByRole('heading').waitFor();
    await eventually(() => asked('POST').some(({ body }) => body === JSON.stringify(shown)));
    const logo = app.page.locator('input[type=file]');
    await logo.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await app.page.getByText('This file is not a PNG, JPEG, GIF or WebP image.').waitFor();
    await logo.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('png') });
    await app.page.getByRole('img', { name: 'Logo' }).waitFor();
    await app.page.getByRole('button', { name: 'Save', exact: true }).click();
    await app.page.getByText('Unsubscribe page saved').waitFor();
    expect(asked('PATCH').map(({ name, body }) => [name, JSON.parse(body)])).toEqual([
      [`PATCH ${path}`, { color: '#0f766e', logo: 'data:image/png;base64,cG5n', texts }],
    ]);
    expect(app.complaints).toEqual([]);
  });
});

describe('an import', () => {
  it('says what a column becomes, and sends the map with the file', async () => {
    app.mock.answers['POST /contacts/imports'] = ok({ object: 'contact_import', id: completedImport.id });
    await goto('/imports?create=true');
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
    await app.page.getByRole('button', { name: 'Continue', exact: true }).click();
    await app.page.getByLabel('Contacts that exist already').selectOption('Skip them');
    await app.page.getByRole('combobox', { name: 'Subscribe all to topics' }).click();
    await app.page.getByRole('option', { name: /^Offers/ }).click();
    await field('Date of the file').fill('2026-01-31');
    await app.page.getByRole('button', { name: 'Continue', exact: true }).click();
    await app.page.getByText('1 of the first 2 rows would fail').waitFor();
    await app.page.getByRole('dialog').getByRole('button', { name: 'Import contacts' }).click();
    await app.page.getByRole('heading', { level: 1, name: 'customers.csv' }).waitFor();
    const form = asked('POST /contacts/imports').at(-1)?.body ?? '';
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
});

describe('a newer page that the server serves', () => {
  it('is said, and loaded with the next room', async () => {
    await goto('/api-keys');
    await app.page.getByText('Shop, production').waitFor();
    const headers = { 'x-posthorn-page': '/dashboard/assets/another.js' };
    app.mock.answers['GET /dashboard-api/queue'] = {
      status: 200,
      headers,
      body: { object: 'queue', complete: true, data: [], pauses: [] },
    };
    await app.page.getByRole('link', { name: 'Queue' }).click();
    await app.page.getByText('Update available').waitFor();
    await app.page.evaluate('window.isOld = true');
    app.mock.answers['GET /dashboard-api/status'] = ok(running);
    await app.page.getByRole('link', { name: 'API keys' }).click();
    await app.page.waitForFunction('window.isOld === undefined');
    await app.page.getByText('Shop, production').waitFor();
  });
});
