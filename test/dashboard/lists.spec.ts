import { describe, expect, it } from '@jest/globals';
import { useApp } from './open-app.js';
import { sampleEmails, sampleRow } from './samples/emails.js';
import { sampleAnswers } from './samples/people.js';
import { sampleWebhooks, shopId } from './samples/webhooks.js';
import { waitFor } from '../support/wait-for.js';

const app = useApp(() => ({ ...sampleAnswers(), ...sampleWebhooks(), ...sampleEmails() }));
const goto = (path: string) => app.page.goto(`${app.mock.origin}/dashboard${path}`);
const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const row = (name: string | RegExp) => app.page.getByRole('row', { name });
const heads = () => app.page.getByRole('columnheader').allInnerTexts();
const emails = 'GET /dashboard-api/emails?limit=50';
const many = 5_000;

/** So many emails in one answer, of more than the server counts. */
function answerMany(): void {
  const data = Array.from({ length: many }, (_, number) => sampleRow(number + 1));
  const total = { count: 10_000, exact: false };
  app.mock.answers[emails] = { status: 200, body: { object: 'list', has_more: false, data, total } };
}

describe('a list', () => {
  it('keeps in the page what is in sight alone, however many rows are loaded, and says how many there are', async () => {
    answerMany();
    await goto('/emails');
    await app.page.getByText('5,000 total').waitFor();
    await row('Order 1 ').first().waitFor();
    await waitFor(
      () => app.page.locator('tbody tr').count(),
      (count) => count < 100,
    );
    expect(await app.page.evaluate('document.documentElement.scrollHeight')).toBeGreaterThan(many * 38);
    await app.page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await app.page.getByRole('link', { name: 'Order 5000', exact: true }).waitFor();
    expect(await app.page.getByRole('columnheader', { name: 'Subject' }).isVisible()).toBe(true);
    const { y } = (await app.page.getByRole('columnheader', { name: 'Subject' }).boundingBox()) ?? { y: -1 };
    expect(y).toBe(0);
  });

  it('is walked by j and k, opened by Enter, selected by x, and searched at /', async () => {
    await goto('/emails');
    await app.page.getByRole('link', { name: 'Order 1' }).waitFor();
    const focused = () => app.page.evaluate('document.activeElement.textContent');
    await app.page.keyboard.press('j');
    expect(await focused()).toBe('Order 1');
    await app.page.keyboard.press('j');
    await app.page.keyboard.press('j');
    await app.page.keyboard.press('k');
    expect(await focused()).toBe('(no subject)');
    await app.page.keyboard.press('x');
    await app.page.getByRole('region', { name: '1 selected' }).waitFor();
    await app.page.keyboard.press('/');
    expect(await app.page.locator('input[type="search"]:focus').count()).toBe(1);
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('searchbox').blur();
    await app.page.keyboard.press('j');
    await app.page.keyboard.press('Enter');
    await app.page.waitForURL(/\/emails\/019a/);
  });

  it('is opened by a click anywhere in a row, and selected from one click to another with Shift', async () => {
    await goto('/emails');
    await app.page.getByLabel('Select “Order 1”').check();
    await app.page.getByLabel('Select “Later”').click({ modifiers: ['Shift'] });
    await app.page.getByRole('region', { name: '3 selected' }).waitFor();
    await button('Clear selection').click();
    expect(await button('Clear selection').count()).toBe(0);
    await row(/Order 4/)
      .getByRole('cell', { name: 'grace@example.org' })
      .click();
    await app.page.waitForURL(/\/emails\/019a/);
  });

  it('has the columns that a person chose, in that order, at the next visit too', async () => {
    // Wide enough for all of them.
    await app.page.setViewportSize({ width: 1440, height: 800 });
    await goto('/emails');
    await app.page.getByRole('link', { name: 'Order 1' }).waitFor();
    expect(await heads()).toEqual(['', 'Subject', 'Status', 'To', 'From', 'Tags', 'When']);
    await button('Columns').click();
    await app.page.getByRole('checkbox', { name: 'Tags' }).uncheck();
    await button('Move From up').click();
    await app.page.reload();
    await app.page.getByRole('link', { name: 'Order 1' }).waitFor();
    expect(await heads()).toEqual(['', 'Subject', 'Status', 'From', 'To', 'When']);
    await button('Columns').click();
    await button('Reset columns').click();
    expect(await heads()).toEqual(['', 'Subject', 'Status', 'To', 'From', 'Tags', 'When']);
  });

  it('saves its filters under a name, opens them and deletes them', async () => {
    const bounced = 'GET /dashboard-api/emails?status=bounced&limit=50';
    app.mock.answers[bounced] = { status: 200, body: { object: 'list', has_more: false, data: [sampleRow(2)] } };
    await goto('/emails?status=bounced');
    await button('Views').click();
    await app.page.getByLabel('Name of the view').fill('Bounces');
    await button('Save view').click();
    await goto('/emails');
    await button('Views').click();
    await button('Bounces').first().click();
    await app.page.waitForURL(/status=bounced/);
    await app.page
      .getByRole('link', { name: '(no subject)' })
      .or(app.page.getByRole('link', { name: 'Order 2' }))
      .waitFor();
    await button('Views').click();
    await button('Delete view: Bounces').click();
    expect(await app.page.getByRole('dialog').getByRole('button', { name: 'Bounces' }).count()).toBe(0);
  });

  it('is sorted by a column where all of it is loaded, and nowhere else', async () => {
    await goto('/webhooks');
    const first = () => app.page.getByRole('row').nth(1).innerText();
    await app.page.getByRole('columnheader', { name: 'Endpoint' }).getByRole('button').click();
    const ascending = await first();
    await app.page.getByRole('columnheader', { name: 'Endpoint' }).getByRole('button').click();
    expect(await app.page.getByRole('columnheader', { name: 'Endpoint' }).getAttribute('aria-sort')).toBe('descending');
    expect(await first()).not.toBe(ascending);
    expect(shopId).not.toBe('');
    await goto('/emails');
    await app.page.getByRole('link', { name: 'Order 1' }).waitFor();
    expect(await app.page.getByRole('columnheader').getByRole('button').count()).toBe(0);
  });

  it('is a table of one line a row at 600 px, and cards below', async () => {
    await app.page.setViewportSize({ width: 620, height: 800 });
    await goto('/emails');
    await app.page.getByRole('link', { name: 'Order 1' }).waitFor();
    const heightOf = async () => Math.round((await row(/Order 1 /).boundingBox())?.height ?? 0);
    expect(await heightOf()).toBe(38);
    await app.page.setViewportSize({ width: 590, height: 800 });
    expect(await heightOf()).toBeGreaterThan(76);
    expect(await app.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });
});
