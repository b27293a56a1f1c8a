import type { Browser, Page } from 'playwright-core';
import { startChromium } from './chromium.js';
import { type DomainServer, publishShown, type ShownRecord, startDomainServer } from '../support/domain-server.js';

let domainServer: DomainServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  domainServer = await startDomainServer();
  browser = await startChromium();
  page = await browser.newPage({ viewport: { width: 1100, height: 1000 } });
});

afterAll(async () => {
  await browser.close();
  await domainServer.close();
});

const section = (name: string) => page.getByRole('region', { name, exact: true });
const verify = () => page.getByRole('button', { name: 'Verify', exact: true }).click();

/** What the page asks to be published. */
async function shownRecords(): Promise<readonly ShownRecord[]> {
  const rows = await section('Records').locator('tbody > tr:not(.finding)').all();
  const cell = (row: (typeof rows)[number], label: string, within = '') =>
    row.locator(`[data-label=${label}]${within}`).innerText();
  return Promise.all(
    rows.map(async (row) => ({
      record: await row.getByRole('rowheader').innerText(),
      type: await cell(row, 'Type'),
      name: await cell(row, 'Name', ' code'),
      value: await cell(row, 'Value', ' code'),
      priority: Number(await cell(row, 'Priority')),
      status: await cell(row, 'State'),
    })),
  );
}

describe('the domain pages of a running server', () => {
  it('take a domain from its name to its first verified check, and to its end', async () => {
    await page.goto(`${domainServer.server.url}/#/domains`);
    await page.getByLabel('API key').fill(domainServer.server.key);
    await page.getByRole('button', { name: 'Show mails' }).click();
    await section('Add a domain').getByLabel('Name', { exact: true }).fill('resend.dev');
    await page.getByRole('button', { name: 'Add domain', exact: true }).click();
    await section('Add a domain').getByRole('alert').filter({ hasText: 'registered already' }).waitFor();
    await section('Add a domain').getByLabel('Name', { exact: true }).fill('shop.example.com');
    await page.getByRole('button', { name: 'Add domain', exact: true }).click();

    await page.getByText('DNS was not asked yet.', { exact: true }).waitFor();
    await verify();
    const first = section('Records').locator('tbody').first();
    await first.getByText('There is no such MX record yet.').waitFor();
    await section('DMARC').getByText('There is no DMARC record').waitFor();

    const { names } = domainServer;
    publishShown(names, await shownRecords());
    names.publish('_dmarc.example.com', { TXT: ['v=DMARC1; p=none; sp=reject; rua=mailto:reports@example.com'] });
    await verify();
    await page.getByText('Every needed record is there.').waitFor();
    await first.getByText('Verified', { exact: true }).waitFor();
    expect(await section('Records').locator('.finding').count()).toBe(0);
    await section('DMARC').getByText('_dmarc.example.com asks receivers to refuse mail').waitFor();

    await page.getByRole('button', { name: 'Delete this domain …', exact: true }).click();
    await page.getByRole('button', { name: 'Delete this domain for good', exact: true }).click();
    await page.getByRole('list', { name: 'Domains, newest first' }).waitFor();
    await page.getByText('shop.example.com', { exact: true }).waitFor({ state: 'detached' });
  });
});
