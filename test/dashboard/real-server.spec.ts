import { type Browser, chromium, type Page } from 'playwright-core';
import { type RunningServer, startServer } from '../support/server.js';

let browser: Browser;
let server: RunningServer;
let page: Page;

beforeAll(async () => {
  server = await startServer();
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
});

async function send(mail: object): Promise<string> {
  const response = await fetch(`${server.url}/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'Posthorn <onboarding@posthorn.test>', ...mail }),
  });
  return ((await response.json()) as { id: string }).id;
}

describe('the page of a running server', () => {
  it('shows a mail from its acceptance to what the catcher received', async () => {
    await page.goto(server.url);
    await page.getByLabel('API key').fill(server.key);
    await page.getByRole('button', { name: 'Show mails' }).click();
    await page.getByRole('region', { name: 'Command that sends the first mail' }).waitFor();

    await send({ to: 'delivered@posthorn.test', subject: 'Hello from the page', html: '<h1>It works</h1>' });
    await page.getByRole('link', { name: /delivered.*Hello from the page/i }).click();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Accepted for 1 recipient').waitFor();
    await timeline.getByText(/Delivered to recipient 0/).waitFor();
    const frame = page.frameLocator('iframe[title="Captured message"]');
    await frame.getByRole('heading', { name: 'It works' }).waitFor();
    await page.getByRole('region', { name: 'Captured' }).getByRole('tab', { name: 'Headers' }).click();
    expect(await page.getByRole('region', { name: 'Captured' }).textContent()).toContain('DKIM-Signature');
  });

  it('shows why a mail bounced', async () => {
    const id = await send({ to: 'bounced@posthorn.test', subject: 'Nobody there', text: 'x' });
    await page.goto(`${server.url}/#/emails/${id}`);
    await page
      .getByRole('region', { name: 'Recipients' })
      .getByText(/5\.1\.1/)
      .waitFor();
  });
});
