import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { Resend } from 'resend';
import { type DomainServer, publishShown, type ShownRecord, startDomainServer } from '../support/domain-server.js';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.js';
import { eventually } from '../support/wait-for.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';
import { contentOf } from './downloaded.js';
import { startChromium } from './chromium.js';

/*
 * One person goes through the rooms of a running server, from a domain to a file with all mails. Each step goes on from
 * where the one before has left the page.
 */

const mailHost = 'mail.example.org';
const customer = 'grace@example.net';

let receiver: SmtpSink;
let program: WebhookReceiver;
let started: DomainServer;
let browser: Browser;
let page: Page;
let origin: string;
let resend: Resend;
let isBusy = true;
let isMended = false;
const foreignRequests: string[] = [];
const complaints: string[] = [];

beforeAll(async () => {
  receiver = await startSmtpSink({
    rcpt: (address) => (isBusy && address.includes('slow.example') ? '451 4.7.1 Try again later' : '250 2.1.5 ok'),
  });
  program = await startWebhookReceiver((answer) => {
    // Gives a message up at once, as a program may ask for.
    if (!isMended) answer.writeHead(500, { 'webhook-delivery': 'abort-message' });
    answer.end(isMended ? 'ok' : 'out of order');
  });
  started = await startDomainServer({
    env: {
      HELO_NAME: mailHost,
      SPF_VALUE: `v=spf1 a:${mailHost} ~all`,
      DELIVERY_MODE: 'mx',
      MX_PORT: String(receiver.port),
      ALLOW_PRIVATE_MX: '1',
      ALLOW_PRIVATE_FETCH: '1',
    },
  });
  const { names } = started;
  names.publish(mailHost, { A: ['127.0.0.1'] });
  names.publish('mx.example.net', { A: ['127.0.0.1'] });
  for (const domain of ['example.net', 'slow.example']) names.publish(domain, { MX: [[10, 'mx.example.net']] });
  origin = started.server.url;
  browser = await startChromium();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const { origin: asked, protocol } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && asked !== origin) foreignRequests.push(request.url());
  });
});

afterAll(async () => {
  await browser.close();
  await started.close();
  await receiver.close();
  program.close();
});

const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true });
const region = (name: string) => page.getByRole('region', { name, exact: true });
const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
const goTo = (room: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: room, exact: true }).click();
const send = (subject: string, to = customer) =>
  resend.emails.send({ from: 'Shop <orders@shop.example.com>', to, subject, text: 'Thank you.' });

/** Chooses an action in the menu of a row. */
async function act(of: string, action: string): Promise<void> {
  await button(`Actions: ${of}`).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** What the page asks to be published. */
async function shownRecords(): Promise<readonly ShownRecord[]> {
  const rows = await page.getByRole('table', { name: 'DNS records' }).getByRole('row').all();
  return Promise.all(
    rows.slice(1).map(async (row) => {
      const [type = '', record = ''] = (await row.getByRole('cell').nth(0).innerText()).split('\n');
      const value = row.getByLabel(/^Value, /).first();
      return {
        record,
        type,
        name: (await row.getByRole('cell').nth(2).innerText()).trim(),
        value: (await value.innerText()).trim(),
        priority: Number(/Priority (\d+)/.exec(await row.innerText())?.[1] ?? '0'),
        status: '',
      };
    }),
  );
}

describe('a person at the dashboard of a running server', () => {
  it('sets it up, and has a domain verified', async () => {
    await page.goto(/\S+\/dashboard\/set-up\S+/.exec(started.server.output())?.[0] ?? '');
    await page.getByLabel('Your name').fill('Ada Example');
    await page.getByLabel('Email address').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('four plain words here');
    await page.getByLabel('Team name').fill('Example Shop');
    await button('Create and sign in').click();
    await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();

    await goTo('Domains');
    await button('Add domain').click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('shop.example.com');
    await button('Add', page.getByRole('dialog')).click();
    await page.getByText('DNS not checked yet').waitFor();
    publishShown(started.names, await shownRecords());
    await button('Verify').click();
    await page.getByText('All required records found.').waitFor();
  });

  it('creates a key, and sees at once what a program sends with it', async () => {
    await goTo('API keys');
    await button('Create API key').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
    await button('Create').click();
    const token = await page.getByLabel('Token', { exact: true }).inputValue();
    await button('I’ve saved it').click();
    await page.getByRole('cell', { name: /^Shop re_/ }).waitFor();
    resend = new Resend(token, { baseUrl: origin });

    await goTo('Emails');
    await page.getByText('Send your first email from code.', { exact: false }).waitFor();
    expect((await send('Order 1')).error).toBeNull();
    await page.getByRole('link', { name: 'Order 1' }).waitFor();
    await row('Order 1').getByText('Delivered').waitFor();
    expect((await send('Order 2')).error).toBeNull();
    // Sooner than the page would look by itself.
    await button('Show 1 new').click({ timeout: 8_000 });
    await row('Order 2').getByText('Delivered').waitFor();
  });

  it('finds a mail, and reads what happened to it', async () => {
    await page.getByRole('searchbox').fill('order 1');
    await page.getByRole('link', { name: 'Order 2' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Order 1' }).click();
    await page.getByRole('heading', { level: 1, name: 'Order 1' }).waitFor();
    const told = region('Timeline');
    await told.getByText('Accepted from API key “Shop” for 1 recipient').waitFor();
    await told.getByText('Delivered to mx.example.net: 250').waitFor();
  });

  it('sends a test that bounces, and learns why', async () => {
    await goTo('Emails');
    await button('Send a test email').click();
    const form = page.getByRole('dialog');
    await form.getByLabel('To', { exact: true }).fill('bounced@resend.dev');
    await button('Send', form).click();
    await page.getByRole('heading', { level: 1, name: 'Test email' }).waitFor();
    await region('Timeline')
      .getByText(/rejected it permanently: 550/)
      .waitFor();
  });

  it('sees a webhook endpoint fail, and has the message sent again', async () => {
    await goTo('Webhooks');
    await button('Add endpoint').click();
    const form = page.getByRole('dialog');
    await form.getByLabel('URL').fill(program.url('/hooks'));
    await form.getByLabel('Email delivered').check();
    await button('Add', form).click();
    await form.getByText('Signing secret', { exact: true }).first().waitFor();
    await button('Done', form).click();
    await send('Order 3');
    await program.until('/hooks', 1);
    await page.getByRole('link', { name: /127\.0\.0\.1/ }).click();
    await row('email.delivered').getByText('Failed').waitFor();
    isMended = true;
    await button('Replay failed messages').click();
    await row('Failed messages').getByText('1 sent', { exact: true }).waitFor();
    const [first, second] = await program.until('/hooks', 2);
    expect(second).toMatchObject({ id: first?.id, body: first?.body });
    await row('email.delivered').getByText('Delivered', { exact: true }).waitFor();
    await row('email.delivered').getByRole('link').click();
    const attempts = region('Attempts');
    await attempts.getByText('200', { exact: true }).waitFor();
    await attempts.getByText('500', { exact: true }).waitFor();
    await attempts.getByText('Headers and response').last().click();
    await attempts.getByText('out of order').waitFor();
  });

  it('reads in the logs why a request was refused, and how to fix it', async () => {
    const { error } = await resend.emails.send({
      from: 'x@elsewhere.example.com',
      to: customer,
      subject: 'x',
      text: 'x',
    });
    expect(error).not.toBeNull();
    await goTo('Logs');
    await row('POST /emails').filter({ hasText: '403' }).getByRole('link').click();
    const wrong = region('What went wrong');
    await wrong.getByText('The sender’s domain is not verified yet', { exact: false }).waitFor();
    await wrong.getByText('Add the domain if it isn’t listed', { exact: false }).waitFor();
    await wrong.getByRole('link', { name: 'Go to domains' }).click();
    await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
  });

  it('has the numbers of the chart in a table', async () => {
    await goTo('Metrics');
    await page.locator('svg.recharts-surface').first().waitFor();
    await button('Show as table').first().click();
    const counted = page.getByRole('table', { name: 'Volume: table' });
    const cells = await counted.getByRole('row').last().getByRole('cell').allInnerTexts();
    expect(cells.slice(1, 5)).toEqual(['4', '3', '1', '0']);
  });

  it('pauses a receiver that puts mail off, resumes it, and has the mail sent', async () => {
    await goTo('Queue');
    await page.getByText('Queue is empty').waitFor();
    await send('Order 4', 'alan@slow.example');
    const waiting = row('slow.example');
    await waiting.getByText('Delayed').waitFor();
    await waiting.getByText('451', { exact: false }).first().waitFor();
    await act('slow.example', 'Pause email to slow.example');
    await page.getByRole('dialog').getByLabel('Reason').fill('They asked for a rest');
    await button('Pause', page.getByRole('dialog')).click();
    await waiting.first().getByText('Paused: They asked for a rest').waitFor();
    await button('Resume email to slow.example').first().click();
    await region('Paused domains').waitFor({ state: 'detached' });
    isBusy = false;
    await act('slow.example', 'Retry now: email to slow.example');
    await page.getByText('Queue is empty').waitFor();
    await eventually(() => receiver.messages.some(({ recipients }) => recipients.join().includes('slow.example')));
  });

  it('imports suppressions from a CSV file', async () => {
    await goTo('Suppressions');
    await button('Import CSV').click();
    const form = page.getByRole('dialog');
    const buffer = Buffer.from('email,scope\nleft@example.net,all\nnot an address,all\nbulk@example.net,bulk\n');
    await form.locator('input[type=file]').setInputFiles({ name: 'left.csv', mimeType: 'text/csv', buffer });
    await form.getByText('Line 3', { exact: false }).waitFor();
    await button('Add 2 addresses', form).click();
    await form.getByText('2 addresses suppressed').waitFor();
    await button('Done', form).click();
    await row('left@example.net').getByText('All', { exact: true }).waitFor();
    await row('bulk@example.net').getByText('Marketing only').waitFor();
  });

  it('asks for a file with all mails, and downloads it', async () => {
    await goTo('Settings');
    await page.getByRole('link', { name: 'Exports', exact: true }).click();
    await button('New export').click();
    await page.getByRole('menuitem', { name: 'All emails' }).click();
    await row('Ready').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download file: Emails' }).click(),
    ]);
    const lines = (await contentOf(file)).trim().split(/\r?\n/);
    expect(lines).toHaveLength(6);
    for (const subject of ['Order 1', 'Order 2', 'Order 3', 'Order 4', 'Test email']) {
      expect(lines.filter((line) => line.includes(subject))).toHaveLength(1);
    }
  });

  it('sees how the server is doing', async () => {
    await goTo('Health');
    await page.getByRole('region').first().waitFor();
  });

  it('has met no error on the way, and asked nobody else', () => {
    expect(complaints).toEqual([]);
    expect(foreignRequests).toEqual([]);
  });
});
