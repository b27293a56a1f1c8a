import { describe, expect, it } from '@jest/globals';
import { contentOf } from './downloaded.js';
import { useApp } from './open-app.js';
import { annEntry, bouncedMail, domainRoomAnswers } from './samples/domains.js';
import { sampleAnswers } from './samples/people.js';

const app = useApp(() => ({ ...sampleAnswers(), ...domainRoomAnswers }));
const asked = (name: string) => app.mock.requests.filter((request) => request.name.startsWith(name));
const open = (path = '') => app.page.goto(`${app.mock.origin}/dashboard/suppressions${path}`);
const button = (name: string) => app.page.getByRole('button', { name, exact: true });
const file = (text: string) => ({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const choose = (text: string) =>
  app.page.getByRole('dialog').locator('input[type=file]').setInputFiles(file(text), { noWaitAfter: true });

describe('the suppression list', () => {
  it('says why an address is on it, with the mail, and since when', async () => {
    await open();
    const row = app.page.getByRole('row', { name: /ann@example\.com/ });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/Bounce[\s\S]+All[\s\S]+yesterday[\s\S]+Never expires/);
    expect(await row.getByRole('link', { name: 'Bounce' }).getAttribute('href')).toBe(
      `/dashboard/emails/${bouncedMail}`,
    );
    expect(await app.page.getByRole('row', { name: /\[erased\]/ }).innerText()).toContain('Expired');
    const who = app.page.getByRole('link', { name: /^Added manually: who added a\.person/ });
    expect(await who.getAttribute('href')).toMatch(/^\/dashboard\/activity\?resource=/);
    await app.page.getByLabel('Applies to').selectOption('bulk');
    await app.page.getByText('No suppressions found').waitFor();
    expect(app.page.url()).toContain('scope=bulk');
  });

  it('finds a whole address, and says that a part of one finds nothing', async () => {
    await open();
    const field = app.page.getByRole('searchbox', { name: 'Full email address' });
    await field.fill('ann');
    await app.page.getByText('partial matches aren’t possible').waitFor();
    expect(asked('GET /dashboard-api/suppressions/')).toEqual([]);
    await field.fill('ann@example.com');
    await app.page.getByRole('row', { name: /ann@example\.com/ }).waitFor();
    await field.fill('bo@example.com');
    await app.page.getByText('Not suppressed', { exact: true }).waitFor();
    await button('Suppress').click();
    expect(await app.page.getByRole('textbox', { name: 'Address', exact: true }).inputValue()).toBe('bo@example.com');
  });

  it('keeps an address whose removal is undone', async () => {
    app.mock.answers[`DELETE /suppressions/${annEntry.id}`] = { status: 200, body: {} };
    await open();
    await button('Remove ann@example.com').click();
    await app.page.getByRole('row', { name: /ann@example\.com/ }).waitFor({ state: 'detached' });
    await button('Undo').click();
    await app.page.getByRole('row', { name: /ann@example\.com/ }).waitFor();
    expect(asked('DELETE')).toEqual([]);
    await button('Remove ann@example.com').click();
    await app.page.getByText('ann@example.com removed').waitFor();
    expect(asked('DELETE')).toHaveLength(1);
  });

  it('shows an address again that is added once more, under the same id', async () => {
    const path = 'GET /dashboard-api/suppressions?limit=50';
    const list = (...data: readonly object[]) => ({ status: 200, body: { object: 'list', has_more: false, data } });
    app.mock.answers[`DELETE /suppressions/${annEntry.id}`] = { status: 200, body: {} };
    app.mock.answers['POST /suppressions'] = { status: 201, body: { object: 'suppression', id: annEntry.id } };
    app.mock.answers[path] = list(annEntry);
    await open();
    await button('Remove ann@example.com').waitFor();
    app.mock.answers[path] = list();
    await button('Remove ann@example.com').click();
    await app.page.getByText('ann@example.com removed').waitFor();
    await app.page.getByText('No suppressed addresses').waitFor();
    app.mock.answers[path] = list(annEntry);
    await button('Add address').click();
    await app.page.getByRole('textbox', { name: 'Address', exact: true }).fill('ann@example.com');
    await button('Add').click();
    await button('Remove ann@example.com').waitFor();
  });

  it('is exported page by page, and nothing in it is a formula to a spreadsheet', async () => {
    const path = 'GET /dashboard-api/suppressions?limit=100';
    const second = { ...annEntry, id: '4f0c2a9e-51b7-8c3d-9a44-0000000000b1', email: '=2+3@example.com' };
    app.mock.answers[path] = { status: 200, body: { has_more: true, data: [annEntry] } };
    app.mock.answers[`${path}&after=${annEntry.id}`] = { status: 200, body: { has_more: false, data: [second] } };
    await open();
    const downloading = app.page.waitForEvent('download');
    await button('Export CSV').click();
    const text = await contentOf(await downloading);
    const [names, first, other] = text.split('\r\n');
    expect(names).toBe('email,origin,source_id,created_at,expires_at,scope');
    expect(first).toContain(`ann@example.com,bounce,${bouncedMail}`);
    expect(other).toContain("'=2+3@example.com");
  });
});

describe('importing addresses', () => {
  it('shows what was read before anything is sent, and names the lines that are left out', async () => {
    await open('?open=import');
    await app.page.getByText('Choose file').waitFor();
    await choose('email,scope\nann@example.com,bulk\nnobody,\nbo@example.com,\nBO@example.com,\n');
    await app.page.getByText('2 addresses to add').waitFor();
    await app.page.getByText('ann@example.com (Marketing only)').waitFor();
    await app.page.getByText('Line 3 “nobody”: not a valid email address').waitFor();
    await app.page.getByText('Line 5 “BO@example.com”: duplicate').waitFor();
    expect(asked('POST')).toEqual([]);
    app.mock.answers['POST /suppressions/batch/add'] = { status: 201, body: { data: [] } };
    await button('Add 2 addresses').click();
    await app.page.getByText('2 addresses suppressed').waitFor();
    expect(asked('POST').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { emails: ['bo@example.com'], scope: 'all' },
      { emails: ['ann@example.com'], scope: 'bulk' },
    ]);
  });

  it('sends a hundred at once, and goes on where it was interrupted', async () => {
    const emails = Array.from({ length: 250 }, (_, number) => `person${number}@example.com`);
    await open('?open=import');
    await app.page.getByText('Choose file').waitFor();
    await choose(emails.join('\n'));
    const interrupted = { status: 500, body: { name: 'application_error', message: 'Something went wrong.' } };
    app.mock.answers['POST /suppressions/batch/add'] = interrupted;
    await button('Add 250 addresses').click();
    await app.page.getByText('Import interrupted.').waitFor();
    app.mock.answers['POST /suppressions/batch/add'] = { status: 201, body: { data: [] } };
    await button('Continue').click();
    await app.page.getByText('250 addresses suppressed').waitFor();
    const sizes = asked('POST').map(({ body }) => (JSON.parse(body) as { emails: string[] }).emails.length);
    expect(sizes).toEqual([100, 100, 100, 50]);
  });
});
