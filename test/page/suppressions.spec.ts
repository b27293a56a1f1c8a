import { describe, expect, it } from '@jest/globals';
import { annEntry, bouncedMail, domainRoomAnswers } from '../dashboard/samples/domains.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...domainRoomAnswers }));
const open = (path = '') => page.open(`/suppressions${path}`);
/** Longer than a removal can be taken back. */
const undoMs = 10_000;
const ann = { name: /ann@example\.com/ };

describe('the suppression list', () => {
  it('says why an address is on it, with the mail, and since when', async () => {
    open();
    const row = await page.screen.findByRole('row', ann);
    expect(row.textContent).toMatch(/Bounce[\s\S]*All[\s\S]*yesterday[\s\S]*Never expires/);
    expect(screenOf(row).getByRole('link', { name: 'Bounce' }).getAttribute('href')).toBe(
      `/dashboard/emails/${bouncedMail}`,
    );
    expect(page.screen.getByRole('row', { name: /\[erased\]/ }).textContent).toContain('Expired');
    const who = page.screen.getByRole('link', { name: /^Added manually: who added a\.person/ });
    expect(who.getAttribute('href')).toMatch(/^\/dashboard\/activity\?resource=/);
    await page.user.selectOptions(page.screen.getByLabelText('Applies to'), 'bulk');
    await page.screen.findByText('No suppressions found');
    expect(page.window.location.search).toContain('scope=bulk');
  });

  it('says what a relay adds, and what it does not', async () => {
    const { body } = page.mock.answers['GET /dashboard-api/installation'] as { readonly body: object };
    for (const [suppresses, said] of [
      [true, /an address is added if the relay replies that its mailbox doesn’t exist \(5\.1\.1/],
      [false, /replies add no addresses \(RELAY_SUPPRESSES=0\)/],
    ] as const) {
      const delivery = { mode: 'relay', relay_suppresses: suppresses };
      page.mock.answers['GET /dashboard-api/installation'] = { status: 200, body: { ...body, delivery } };
      open();
      await page.screen.findByText(said);
    }
  });

  it('finds a whole address, and says that a part of one finds nothing', async () => {
    open();
    const field = await page.screen.findByRole('searchbox', { name: 'Full email address' });
    await page.fill(field, 'ann');
    await page.screen.findByText(/partial matches aren’t possible/);
    expect(page.asked('GET /dashboard-api/suppressions/')).toEqual([]);
    await page.fill(field, 'ann@example.com');
    await page.screen.findByRole('row', ann);
    await page.fill(field, 'bo@example.com');
    await page.screen.findByText('Not suppressed');
    await page.press('Suppress');
    const address = await page.screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' });
    expect(address.value).toBe('bo@example.com');
  });

  it('keeps an address whose removal is undone', async () => {
    page.mock.answers[`DELETE /suppressions/${annEntry.id}`] = { status: 200, body: {} };
    page.open('/suppressions', { now: new Date() });
    await page.press('Remove ann@example.com');
    await page.until(() => expect(page.screen.queryByRole('row', ann)).toBeNull());
    await page.press('Undo');
    await page.screen.findByRole('row', ann);
    expect(page.asked('DELETE')).toEqual([]);
    await page.press('Remove ann@example.com');
    await page.clock.pass(undoMs);
    await page.screen.findByText('ann@example.com removed');
    expect(page.asked('DELETE')).toHaveLength(1);
  });

  it('shows an address again that is added once more, under the same id', async () => {
    const path = 'GET /dashboard-api/suppressions?limit=50';
    const list = (...data: readonly object[]) => ({ status: 200, body: { object: 'list', has_more: false, data } });
    page.mock.answers[`DELETE /suppressions/${annEntry.id}`] = { status: 200, body: {} };
    page.mock.answers['POST /suppressions'] = { status: 201, body: { object: 'suppression', id: annEntry.id } };
    page.mock.answers[path] = list(annEntry);
    page.open('/suppressions', { now: new Date() });
    await page.screen.findByRole('button', { name: 'Remove ann@example.com' });
    page.mock.answers[path] = list();
    await page.press('Remove ann@example.com');
    await page.clock.pass(undoMs);
    await page.screen.findByText('ann@example.com removed');
    await page.screen.findByText('No suppressed addresses');
    page.mock.answers[path] = list(annEntry);
    await page.press('Add address');
    await page.fill(await page.screen.findByRole('textbox', { name: 'Address' }), 'ann@example.com');
    await page.press('Add');
    await page.screen.findByRole('button', { name: 'Remove ann@example.com' });
  });

  it('is exported page by page, and nothing in it is a formula to a spreadsheet', async () => {
    const path = 'GET /dashboard-api/suppressions?limit=100';
    const second = { ...annEntry, id: '4f0c2a9e-51b7-8c3d-9a44-0000000000b1', email: '=2+3@example.com' };
    page.mock.answers[path] = { status: 200, body: { has_more: true, data: [annEntry] } };
    page.mock.answers[`${path}&after=${annEntry.id}`] = { status: 200, body: { has_more: false, data: [second] } };
    open();
    await page.press('Export CSV');
    await page.until(() => expect(page.downloads).toHaveLength(1));
    const [names, first, other] = page.downloads[0]?.text.split('\r\n') ?? [];
    expect(names).toBe('email,origin,source_id,created_at,expires_at,scope');
    expect(first).toContain(`ann@example.com,bounce,${bouncedMail}`);
    expect(other).toContain("'=2+3@example.com");
  });
});

describe('importing addresses', () => {
  const choose = async (text: string) => {
    await page.screen.findByText('Choose file');
    const input = page.screen.getByRole('dialog').querySelector('input[type=file]');
    const file = new page.window.File([text], 'list.csv', { type: 'text/csv' });
    await page.user.upload(input as HTMLInputElement, file);
  };

  it('shows what was read before anything is sent, and names the lines that are left out', async () => {
    open('?open=import');
    await choose('email,scope\nann@example.com,bulk\nnobody,\nbo@example.com,\nBO@example.com,\n');
    await page.screen.findByText('2 addresses to add');
    page.screen.getByText('ann@example.com (Marketing only)');
    page.screen.getByText('Line 3 “nobody”: not a valid email address');
    page.screen.getByText('Line 5 “BO@example.com”: duplicate');
    expect(page.asked('POST')).toEqual([]);
    page.mock.answers['POST /suppressions/batch/add'] = { status: 201, body: { data: [] } };
    await page.press('Add 2 addresses');
    await page.screen.findByText('2 addresses suppressed');
    expect(page.asked('POST').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { emails: ['bo@example.com'], scope: 'all' },
      { emails: ['ann@example.com'], scope: 'bulk' },
    ]);
  });

  it('sends a hundred at once, and goes on where it was interrupted', async () => {
    const emails = Array.from({ length: 250 }, (_, number) => `person${number}@example.com`);
    open('?open=import');
    await choose(emails.join('\n'));
    const interrupted = { status: 500, body: { name: 'application_error', message: 'Something went wrong.' } };
    page.mock.answers['POST /suppressions/batch/add'] = interrupted;
    await page.press('Add 250 addresses');
    await page.screen.findByText(/Import interrupted\./);
    page.mock.answers['POST /suppressions/batch/add'] = { status: 201, body: { data: [] } };
    await page.press('Continue');
    await page.screen.findByText('250 addresses suppressed');
    const sizes = page.asked('POST').map(({ body }) => (JSON.parse(body) as { emails: string[] }).emails.length);
    expect(sizes).toEqual([100, 100, 100, 50]);
  });
});
