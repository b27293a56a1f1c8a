import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { generate } from 'otplib';
import type { Browser, Locator, Page } from 'playwright-core';
import { Resend } from 'resend';
import { type DomainServer, publishShown, startDomainServer } from '../support/domain-server.js';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.js';
import { eventually, waitFor } from '../support/wait-for.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';
import { startChromium } from './chromium.js';
import { type Effort, Hands } from './hands.js';

/*
 * What people come for, on a running server, each begun at the list of emails: with the mouse, and with keys alone.
 * What it takes is counted, and may not become more. `TASKS_REPORT=<file>` writes the table of
 * `docs/dashboard-review.md`.
 */

const mailHost = 'mail.example.org';
const domains = ['shop.example.com', 'news.example.com'] as const;

let sink: SmtpSink;
let program: WebhookReceiver;
let started: DomainServer;
let browser: Browser;
let page: Page;
let resend: Resend;
let isProgramBroken = true;
const efforts = new Map<string, Effort[]>();

const send = async (subject: string, to: string): Promise<void> => {
  const sent = await resend.emails.send({ from: 'Shop <onboarding@resend.dev>', to, subject, text: 'Thank you.' });
  expect(sent.error).toBeNull();
};

beforeAll(async () => {
  sink = await startSmtpSink({
    rcpt: (address) => (address.includes('slow.example') ? '451 4.7.1 Try again later' : '250 2.1.5 ok'),
  });
  program = await startWebhookReceiver((answer) => {
    // Given up at once, as a program may ask for.
    if (isProgramBroken) answer.writeHead(500, { 'webhook-delivery': 'abort-message' });
    answer.end('ok');
  });
  const env = { HELO_NAME: mailHost, SPF_VALUE: `v=spf1 a:${mailHost} ~all`, DELIVERY_MODE: 'mx' };
  const local = { MX_PORT: String(sink.port), ALLOW_PRIVATE_MX: '1', ALLOW_PRIVATE_FETCH: '1' };
  started = await startDomainServer({ env: { ...env, ...local, PREVERIFIED_DOMAINS: 'mine.example.com' } });
  started.names.publish(mailHost, { A: ['127.0.0.1'] });
  started.names.publish('mx.example.net', { A: ['127.0.0.1'] });
  started.names.publish('slow.example', { MX: [[10, 'mx.example.net']] });
  const { server } = started;
  resend = new Resend(server.key, { baseUrl: server.url });
  browser = await startChromium();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  await page.goto(/\S+\/dashboard\/set-up\S+/.exec(server.output())?.[0] ?? '');
  await page.getByLabel('Your name').fill('Ada Example');
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('four plain words here');
  await page.getByLabel('Team name').fill('Example Shop');
  await page.getByRole('button', { name: 'Create and sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();

  const endpoint = program.url('/hooks');
  await resend.webhooks.create({ endpoint, events: ['email.sent'] });
  for (const name of domains) {
    const { data } = await resend.domains.create({ name });
    publishShown(started.names, data?.records ?? []);
  }
  await send('Your order', 'bounced+smith@resend.dev');
  await send('Your invoice', 'delivered+smith@resend.dev');
  for (const number of [1, 2])
    await fetch(`${server.url}/suppressions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `left-${number}@example.net` }),
    });
  const { error } = await resend.emails.send({
    from: 'Shop <orders@mine.example.com>',
    to: 'alan@slow.example',
    subject: 'Your parcel',
    text: 'On its way.',
  });
  expect(error).toBeNull();
  await eventually(() => program.at('/hooks').length >= 3);
});

afterAll(async () => {
  await browser.close();
  await started.close();
  await sink.close();
  program.close();
  const file = process.env['TASKS_REPORT'];
  if (file !== undefined) writeFileSync(file, report());
});

const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });
const link = (name: string | RegExp) => page.locator('main').getByRole('link', { name });
const room = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const title = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const dialog = () => page.getByRole('dialog');

interface Task {
  readonly name: string;
  readonly mouse: (hands: Hands) => Promise<void>;
  readonly keys: (hands: Hands) => Promise<void>;
  /** What is true once it is done. */
  readonly done: () => Promise<unknown>;
  /** Before the second time. */
  readonly again?: () => Promise<unknown>;
  /** Clicks with the mouse, and keys without it, that it takes today. */
  readonly most: readonly [clicks: number, keys: number];
}

async function command(hands: Hands, words: string): Promise<void> {
  await hands.press('Control+k');
  await page.getByRole('textbox', { name: 'Search' }).waitFor();
  await hands.type(words);
  // What Enter takes is chosen a moment after it is there.
  await page.locator('[data-action][data-selected]').filter({ hasText: words }).waitFor();
  await hands.press('Enter');
}

async function codeFor(): Promise<string> {
  return generate({ secret: await page.getByLabel('Key', { exact: true }).inputValue() });
}

const tasks: readonly Task[] = [
  {
    name: 'Why did it not arrive?',
    async mouse(hands) {
      await hands.click(page.getByRole('searchbox').first());
      await hands.type('smith order');
      await hands.click(link('Your order'));
    },
    async keys(hands) {
      await hands.press('/');
      await hands.type('smith order');
      // The list of all that was typed, and not one of its beginning: that goes, with the row that has the focus.
      await page.waitForURL((url) => [...url.searchParams.values()].some((value) => value.endsWith('order')));
      await link('Your order').waitFor();
      await link('Your invoice').waitFor({ state: 'detached' });
      await hands.press('ArrowDown', 'Enter');
    },
    done: () =>
      page
        .getByText(/mailbox does not exist/i)
        .first()
        .waitFor(),
    most: [2, 3],
  },
  {
    name: 'All emails to a person',
    async mouse(hands) {
      await hands.click(page.getByRole('searchbox').first());
      await hands.type('smith');
    },
    async keys(hands) {
      await hands.press('/');
      await hands.type('smith');
    },
    done: async () => {
      await link('Your parcel').waitFor({ state: 'detached' });
      for (const found of ['Your order', 'Your invoice']) await link(found).waitFor();
    },
    most: [1, 1],
  },
  {
    name: 'Export them',
    async mouse(hands) {
      await hands.click(button('Export CSV'));
      await download(() => hands.click(page.getByRole('link', { name: 'Download' })));
    },
    async keys(hands) {
      // "Skip to content" comes first.
      await hands.press('Tab', 'Enter');
      await hands.tabTo(button('Export CSV'));
      await hands.press('Enter');
      await download(async () => {
        await hands.tabTo(page.getByRole('link', { name: 'Download' }));
        await hands.press('Enter');
      });
    },
    done: async () => undefined,
    most: [2, 25],
  },
  {
    name: 'Replay failed webhook messages',
    async mouse(hands) {
      await hands.click(room('Webhooks'));
      await hands.click(link(/127\.0\.0\.1/));
      await hands.click(button('Replay failed messages'));
    },
    async keys(hands) {
      await hands.press('g', 'w');
      await title('Webhooks');
      await link(/127\.0\.0\.1/).waitFor();
      await hands.press('j', 'Enter');
      await hands.tabTo(button('Replay failed messages'));
      await hands.press('Enter');
    },
    done: () =>
      page
        .getByRole('row')
        .filter({ hasText: 'Failed messages' })
        .getByText(/^\d sent$/)
        .first()
        .waitFor(),
    async again() {
      isProgramBroken = true;
      const before = program.at('/hooks').length;
      await send('Once more', 'delivered@resend.dev');
      await eventually(() => program.at('/hooks').length > before);
      isProgramBroken = false;
    },
    most: [3, 18],
  },
  {
    name: 'A restricted key',
    async mouse(hands) {
      await hands.click(room('API keys'));
      await hands.click(button('Create API key'));
      await dialog().getByRole('textbox', { name: 'Name' }).waitFor();
      await hands.type('Shop');
      await hands.click(button('Create', dialog()));
      await hands.click(button('I’ve saved it'));
    },
    async keys(hands) {
      await command(hands, 'Create an API key');
      await dialog().getByRole('textbox', { name: 'Name' }).waitFor();
      await hands.type('Shop');
      await hands.press('Enter');
      await hands.tabTo(button('I’ve saved it'));
      await hands.press('Enter');
    },
    done: () =>
      page
        .getByRole('cell', { name: /^Shop re_/ })
        .first()
        .waitFor(),
    most: [4, 7],
  },
  {
    name: 'Verify a domain',
    async mouse(hands) {
      await hands.click(room('Domains'));
      await hands.click(link(domains[0]));
      await hands.click(button('Verify'));
    },
    async keys(hands) {
      await command(hands, domains[1]);
      await hands.tabTo(button('Verify'));
      await hands.press('Enter');
    },
    done: () => page.getByText('All required records found.').waitFor(),
    most: [3, 5],
  },
  {
    name: 'Invite a teammate',
    async mouse(hands) {
      await hands.click(room('Settings'));
      await hands.click(page.getByRole('link', { name: 'Team and members' }));
      await hands.click(button('Invite a teammate'));
      await dialog().getByLabel('Email address').waitFor();
      await hands.type('ben@example.com');
      await hands.click(button('Send invitation', dialog()));
    },
    async keys(hands) {
      await command(hands, 'Invite a teammate');
      await dialog().getByLabel('Email address').waitFor();
      await hands.type('carol@example.com');
      await hands.press('Enter');
    },
    done: () => page.getByRole('textbox', { name: 'Invitation link' }).waitFor(),
    most: [4, 3],
  },
  {
    name: 'Who did what',
    mouse: (hands) => hands.click(room('Activity')),
    keys: (hands) => hands.press('g', 'a'),
    done: () =>
      page
        .getByRole('cell', { name: /shop\.example\.com/ })
        .first()
        .waitFor(),
    most: [1, 2],
  },
  {
    name: 'A second factor',
    async mouse(hands) {
      await hands.click(room('Settings'));
      await hands.click(page.getByRole('link', { name: 'Sign-in and security' }));
      await hands.click(button('Set up app'));
      await page.getByLabel(/digit 1 of 6/).waitFor();
      await page.getByLabel(/digit 1 of 6/).focus();
      await hands.type(await codeFor());
      await hands.click(button('Turn on'));
    },
    async keys(hands) {
      await command(hands, 'Sign-in and security');
      await hands.tabTo(button('Set up app'));
      await hands.press('Enter');
      await hands.tabTo(page.getByLabel(/digit 1 of 6/));
      await hands.type(await codeFor());
      await hands.press('Enter');
    },
    done: () => button('I’ve saved them').waitFor(),
    async again() {
      await button('I’ve saved them').click();
      await button('Turn off').click();
      await waitFor(
        async () => button('Turn off', dialog()).count(),
        (count) => count === 1,
      ).then(() => button('Turn off', dialog()).click());
      await button('Set up app').waitFor();
    },
    most: [4, 5],
  },
  {
    name: 'What waits, and why',
    mouse: (hands) => hands.click(room('Queue')),
    keys: (hands) => hands.press('g', 'q'),
    done: () =>
      page
        .getByText(/451 4\.7\.1/)
        .first()
        .waitFor(),
    most: [1, 2],
  },
  {
    name: 'Undo a removal',
    async mouse(hands) {
      await hands.click(room('Suppressions'));
      await hands.click(button('Remove left-1@example.net'));
      await hands.click(button('Undo'));
    },
    async keys(hands) {
      await hands.press('g', 'u');
      await hands.tabTo(button('Remove left-2@example.net'));
      await hands.press('Enter');
      await hands.tabTo(button('Undo'));
      await hands.press('Enter');
    },
    done: () =>
      button(/^Remove left-[12]@example\.net$/)
        .nth(1)
        .waitFor(),
    most: [3, 20],
  },
  {
    name: 'Metrics by domain',
    mouse: (hands) => hands.click(room('Metrics')),
    keys: (hands) => hands.press('g', 'm'),
    done: () =>
      page
        .getByRole('cell', { name: /mine\.example\.com/ })
        .first()
        .waitFor(),
    most: [1, 2],
  },
];

async function download(ask: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent('download'), ask()]);
}

async function begin(task: Task): Promise<Hands> {
  const path = task.name === 'Export them' ? '/dashboard/emails?search=smith' : '/dashboard/emails';
  await page.goto(`${started.server.url}${path}`);
  await page.locator('main [data-row-link]').first().waitFor();
  return new Hands(page);
}

function report(): string {
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  const typed = (fields: number) => (fields === 0 ? '' : ` + ${fields === 1 ? 'a field' : `${fields} fields`}`);
  const lines = [...efforts].map(([name, [mouse, keys]]) => {
    const [by, without] = [mouse, keys].map((each) => each ?? { clicks: 0, keys: 0, fields: 0, ms: 0 });
    return `| ${name} | ${by?.clicks}${typed(by?.fields ?? 0)} | ${seconds(by?.ms ?? 0)} | ${without?.keys}${typed(without?.fields ?? 0)} | ${seconds(without?.ms ?? 0)} |`;
  });
  return `${lines.join('\n')}\n`;
}

describe('what people come for', () => {
  it.each(tasks.map((task) => [task.name, task] as const))('%s', async (name, task) => {
    isProgramBroken = false;
    const [mostClicks, mostKeys] = task.most;
    const mouse = await begin(task);
    await task.mouse(mouse);
    await task.done();
    const byMouse = mouse.effort();
    await task.again?.();
    const keys = await begin(task);
    await task.keys(keys);
    await task.done();
    efforts.set(name, [byMouse, keys.effort()]);
    expect(byMouse.clicks).toBeLessThanOrEqual(mostClicks);
    expect(keys.effort().clicks).toBe(0);
    expect(keys.effort().keys).toBeLessThanOrEqual(mostKeys);
  });
});
