import { describe, expect, it } from '@jest/globals';
import { sampleEmails, sampleRow } from '../dashboard/samples/emails.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { sampleWebhooks } from '../dashboard/samples/webhooks.js';
import { textOf } from './flow.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...sampleWebhooks(), ...sampleEmails() }));
const heads = () => page.screen.getAllByRole('columnheader').map(textOf);
const link = (name: string) => page.screen.findByRole('link', { name });
const inOneEmail = () => page.until(() => expect(page.window.location.pathname).toMatch(/\/emails\/019a/));

describe('a list', () => {
  it('is opened by a click anywhere in a row, and selected from one click to another with Shift', async () => {
    page.open('/emails');
    await page.user.click(await page.screen.findByLabelText('Select “Order 1”'));
    await page.user.keyboard('{Shift>}');
    await page.user.click(page.screen.getByLabelText('Select “Later”'));
    await page.user.keyboard('{/Shift}');
    await page.screen.findByRole('region', { name: '3 selected' });
    await page.press('Clear selection');
    expect(page.screen.queryByRole('button', { name: 'Clear selection' })).toBeNull();
    const row = screenOf(page.screen.getByRole('row', { name: /Order 4/ }));
    await page.user.click(row.getByRole('cell', { name: 'grace@example.org' }));
    await inOneEmail();
  });

  it('has the columns that a person chose, in that order, at the next visit too', async () => {
    const all = ['', 'Subject', 'Status', 'To', 'From', 'Tags', 'When'];
    page.open('/emails');
    await link('Order 1');
    expect(heads()).toEqual(all);
    await page.press('Columns');
    await page.user.click(await page.screen.findByRole('checkbox', { name: 'Tags' }));
    await page.press('Move From up');
    page.open('/emails');
    await link('Order 1');
    expect(heads()).toEqual(['', 'Subject', 'Status', 'From', 'To', 'When']);
    await page.press('Columns');
    await page.press('Reset columns');
    expect(heads()).toEqual(all);
  });

  it('saves its filters under a name, opens them and deletes them', async () => {
    const bounced = 'GET /dashboard-api/emails?status=bounced&limit=50';
    page.mock.answers[bounced] = { status: 200, body: { object: 'list', has_more: false, data: [sampleRow(2)] } };
    page.open('/emails?status=bounced');
    await page.press('Views');
    await page.fill(await page.screen.findByLabelText('Name of the view'), 'Bounces');
    await page.press('Save view');
    page.open('/emails');
    await page.press('Views');
    await page.press('Bounces');
    await page.until(() => expect(page.window.location.search).toContain('status=bounced'));
    await link('Order 2');
    await page.press('Views');
    await page.press('Delete view: Bounces');
    const dialog = screenOf(await page.screen.findByRole('dialog'));
    expect(dialog.queryByRole('button', { name: 'Bounces' })).toBeNull();
  });

  it('is sorted by a column where all of it is loaded, and nowhere else', async () => {
    page.open('/webhooks');
    const head = () => page.screen.findByRole('columnheader', { name: 'Endpoint' });
    const sort = async () => page.user.click(screenOf(await head()).getByRole('button'));
    const first = () => textOf(page.screen.getAllByRole('row')[1]!);
    await sort();
    const ascending = first();
    await sort();
    expect((await head()).getAttribute('aria-sort')).toBe('descending');
    expect(first()).not.toBe(ascending);
    page.open('/emails');
    await link('Order 1');
    expect(page.screen.getAllByRole('columnheader').flatMap((each) => screenOf(each).queryAllByRole('button'))).toEqual(
      [],
    );
  });
});
