import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from './chromium.js';
import { type RunningServer, startServer } from '../support/server.js';

let browser: Browser;
let server: RunningServer;
let page: Page;

beforeAll(async () => {
  server = await startServer();
  browser = await startChromium();
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

  it('tells the history of a mail, with its state at a moment and the request that it came by', async () => {
    const id = await send({ to: 'delivered@posthorn.test', subject: 'With a history', text: 'x' });
    await page.goto(`${server.url}/#/emails/${id}`);
    await page.getByRole('region', { name: 'Recipients' }).getByText('Delivered', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    const events = page.getByRole('list', { name: 'Events, oldest first' }).locator('> li');
    await events.first().getByRole('link', { name: 'State then' }).click();
    await page.getByRole('region', { name: 'State' }).getByText('Queued').first().waitFor();
    await events.first().getByRole('link', { name: 'Request' }).click();
    await page.getByRole('heading', { level: 1, name: 'POST /emails' }).waitFor();
    await page.getByRole('region', { name: 'Request body' }).getByText('With a history').waitFor();
    await page.getByRole('link', { name: id }).click();
    await page.getByRole('heading', { level: 1, name: 'With a history' }).waitFor();
  });

  it('reschedules and cancels a mail that waits', async () => {
    const id = await send({ to: 'delivered@posthorn.test', subject: 'Later', text: 'x', scheduled_at: 'in 3 hours' });
    await page.goto(`${server.url}/#/emails/${id}`);
    const schedule = page.getByRole('region', { name: 'Schedule' });
    await schedule.getByLabel('New time').fill('a while ago');
    await schedule.getByRole('button', { name: 'Reschedule' }).click();
    await schedule.getByRole('alert').filter({ hasText: 'scheduled_at' }).waitFor();
    await schedule.getByLabel('New time').fill('in 30 hours');
    await schedule.getByRole('button', { name: 'Reschedule' }).click();
    await schedule.getByText(/in 1 d/).waitFor();
    await schedule.getByRole('button', { name: 'Cancel this mail …' }).click();
    await schedule.getByRole('button', { name: 'Cancel this mail for good' }).click();
    await page.getByRole('region', { name: 'Recipients' }).getByText('Canceled', { exact: true }).waitFor();
  });

  it('shares a mail by a link, until that is revoked', async () => {
    const id = await send({ to: 'delivered@posthorn.test', subject: 'For everybody', text: 'Shared text' });
    await page.goto(`${server.url}/#/emails/${id}`);
    await page.getByRole('region', { name: 'Share' }).getByRole('button', { name: 'Create link' }).click();
    const link = new URL(await page.getByLabel('Link to this mail').inputValue());
    const shared = await fetch(`${server.url}${link.pathname}${link.search}`);
    expect(shared.status).toBe(200);
    expect(await shared.text()).toContain('Shared text');
    await page.getByRole('button', { name: 'Revoke link' }).click();
    await page.getByText('Revoked: the link opens nothing any more.').waitFor();
    expect((await fetch(`${server.url}${link.pathname}${link.search}`)).status).toBe(403);
  });

  it('offers the files of a mail', async () => {
    const attachments = [{ filename: 'hello.txt', content: Buffer.from('Hello').toString('base64') }];
    const id = await send({ to: 'delivered@posthorn.test', subject: 'With a file', text: 'x', attachments });
    await page.goto(`${server.url}/#/emails/${id}`);
    const started = page.waitForEvent('download');
    await page.getByRole('region', { name: 'Attachments' }).getByRole('link', { name: 'Download hello.txt' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe('hello.txt');
    expect(await readFile(await download.path(), 'utf8')).toBe('Hello');
  });

  it('lists what was asked of the API, and nothing that the page itself keeps asking', async () => {
    await page.goto(`${server.url}/#/usage`);
    await page.getByText('used, no limit').first().waitFor();
    await page.goto(`${server.url}/#/logs`);
    const requests = page.getByRole('list', { name: 'Requests, newest first' });
    await requests.getByText('POST /emails').first().waitFor();
    expect(await requests.getByText('GET /emails', { exact: true }).count()).toBe(0);
    expect(await requests.getByText(/usage|api-keys|logs/).count()).toBe(0);
    await page.getByLabel('Status').selectOption('4xx');
    await requests.getByText('PATCH /emails/').waitFor();
    expect(await requests.getByText('POST /emails', { exact: true }).count()).toBe(0);
  });
});
