import { type Browser, chromium, type Page } from 'playwright-core';
import { inStrings, type NameServer, startNameServer } from '../support/name-server.js';
import { type RunningServer, startServer } from '../support/server.js';

let dns: NameServer;
let server: RunningServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  dns = await startNameServer({
    'example.com': { NS: ['ns.example.com'] },
    'mail.posthorn.test': { A: ['127.0.0.1'] },
  });
  server = await startServer({
    env: {
      DNS_SERVERS: dns.address,
      DNS_TIMEOUT_MS: '500',
      DNS_TRIES: '1',
      HELO_NAME: 'mail.posthorn.test',
      SPF_VALUE: 'v=spf1 a:mail.posthorn.test ~all',
    },
  });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    // Containers run tests as root, where Chromium's own sandbox cannot start.
    args: ['--no-sandbox'],
  });
  page = await browser.newPage({ viewport: { width: 1100, height: 1000 } });
});

afterAll(async () => {
  await browser.close();
  await server.stop();
  await dns.close();
});

const section = (name: string) => page.getByRole('region', { name, exact: true });
const verify = () => page.getByRole('button', { name: 'Verify', exact: true }).click();

/** Publishes what the page shows, as it is typed at the provider of `example.com`. */
async function publishShown(): Promise<void> {
  for (const row of await section('Records').locator('tbody > tr:not(.finding)').all()) {
    const type = await row.locator('[data-label=Type]').innerText();
    const at = `${await row.locator('[data-label=Name] code').innerText()}.example.com`;
    const value = await row.locator('[data-label=Value] code').innerText();
    const priority = Number(await row.locator('[data-label=Priority]').innerText());
    dns.publish(at, type === 'MX' ? { MX: [[priority, value]] } : { TXT: [inStrings(value)] });
  }
}

describe('the domain pages of a running server', () => {
  it('take a domain from its name to its first verified check, and to its end', async () => {
    await page.goto(`${server.url}/#/domains`);
    await page.getByLabel('API key').fill(server.key);
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

    await publishShown();
    dns.publish('_dmarc.example.com', { TXT: ['v=DMARC1; p=none; sp=reject; rua=mailto:reports@example.com'] });
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
