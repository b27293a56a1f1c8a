import { describe, expect, it } from '@jest/globals';
import { waitFor } from '../support/wait-for.js';
import { findingsOn } from './findings.js';
import { useApp } from './open-app.js';
import { allAnswers } from './rooms.js';
import { dkimValue, shopId } from './samples/domains.js';
import { mailId, sampleRow } from './samples/emails.js';

/* What of the rooms is a matter of widths, heights, colors and styles; what they say and send: test/page. */

const app = useApp(allAnswers);
const goto = (path: string) => app.page.goto(`${app.mock.origin}/dashboard${path}`);
const row = (name: string | RegExp) => app.page.getByRole('row', { name });
const link = (name: string) => app.page.getByRole('link', { name, exact: true });

interface Box {
  readonly scrollWidth: number;
  readonly clientWidth: number;
}
const isCut = ({ scrollWidth, clientWidth }: Box): boolean => scrollWidth > clientWidth;

describe('a list', () => {
  const emails = 'GET /dashboard-api/emails?kind=transactional&limit=50';
  const many = 5_000;

  /** So many emails in one answer, of more than the server counts. */
  function answerMany(): void {
    const data = Array.from({ length: many }, (_, number) => sampleRow(number + 1));
    const total = { count: 10_000, exact: false };
    app.mock.answers[emails] = { status: 200, body: { object: 'list', has_more: false, data, total } };
  }

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
    await link('Order 5000').waitFor();
    expect(await app.page.getByRole('columnheader', { name: 'Subject' }).isVisible()).toBe(true);
    const { y } = (await app.page.getByRole('columnheader', { name: 'Subject' }).boundingBox()) ?? { y: -1 };
    expect(y).toBe(0);
  });

  it('is a table of one line a row at 600 px, and cards below', async () => {
    await app.page.setViewportSize({ width: 620, height: 800 });
    await goto('/emails');
    await link('Order 1').waitFor();
    const heightOf = async () => Math.round((await row(/Order 1 /).boundingBox())?.height ?? 0);
    expect(await heightOf()).toBe(38);
    await app.page.setViewportSize({ width: 590, height: 800 });
    expect(await heightOf()).toBeGreaterThan(76);
    expect(await app.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });

  it('is walked by j and k, opened by Enter, selected by x, and searched at /', async () => {
    await goto('/emails');
    await link('Order 1').waitFor();
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
});

describe('a room', () => {
  it('cuts a long record of a domain until it is shown whole', async () => {
    await goto(`/domains/${shopId}`);
    const record = app.page.getByRole('table', { name: 'DNS records' }).getByRole('row').nth(3);
    await record.waitFor();
    const key = record.getByLabel(/^Value, TXT/);
    expect(await key.evaluate(isCut)).toBe(true);
    await record.getByRole('button', { name: /^Show all/ }).click();
    expect(await key.innerText()).toBe(dkimValue);
    expect(await key.evaluate(isCut)).toBe(false);
    // What DNS has instead is text.
    expect(await record.innerText()).toContain('<img src=x onerror=');
    expect(app.mock.requests.filter(({ name }) => name.includes('/ran'))).toEqual([]);
  });

  it('has a line for a destination of the queue, however long its reason', async () => {
    await goto('/queue');
    const late = app.page.getByRole('row').filter({ hasText: 'late.example.net' });
    await late.getByText('Mailbox is full').waitFor();
    expect((await late.boundingBox())?.height).toBe(38);
  });

  it('leads from a bar to the emails that it counts, and shows what is worse in one color', async () => {
    await goto('/metrics?domain=019a3f5e-7c1a-7d30-9c4b-000000000d01&tag=kind%3Dinvoice');
    const colorOf = '(element) => getComputedStyle(element).color';
    const red = await app.page.getByText('−3.5 pts').evaluate(colorOf);
    expect(await app.page.getByText('+3.5 pts').evaluate(colorOf)).toBe(red);
    await app.page.locator('.recharts-bar').nth(1).locator('.recharts-bar-rectangle path').last().click();
    await app.page.waitForURL(/dashboard\/emails\?/);
    const { status, from = '', to = '', tag } = Object.fromEntries(new URL(app.page.url()).searchParams);
    expect({ status, tag, ms: Date.parse(to) - Date.parse(from) }).toEqual({
      status: 'bounced',
      tag: 'kind:invoice',
      ms: 86_400_000,
    });
    expect(app.complaints).toEqual([]);
  });

  it('draws what was sent', async () => {
    await goto('/usage');
    await app.page.locator('.recharts-bar').first().waitFor();
  });

  it('folds the insights that passed away', async () => {
    await goto(`/emails/${mailId}?tab=insights`);
    const heading = app.page.getByRole('heading', { name: '2 checks passed' });
    await heading.waitFor();
    const passed = app.page.getByText('A plain-text part is included');
    expect(await passed.isVisible()).toBe(false);
    await heading.click();
    await passed.waitFor();
    expect(await findingsOn(app.page)).toEqual([]);
  });
});
