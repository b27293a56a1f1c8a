import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type RunningServer, startServer } from '../../support/server.js';
import { startChromium } from '../chromium.js';

const password = 'four plain words here';

let browser: Browser;
let server: RunningServer;
const foreignRequests: string[] = [];

beforeAll(async () => {
  server = await startServer();
  browser = await startChromium();
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function visitor(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== server.url) foreignRequests.push(request.url());
  });
  return { context, page: await context.newPage() };
}

/** By the link that the first start printed. */
async function setUp(page: Page): Promise<void> {
  await page.goto(/\S+\/dashboard\/set-up\S+/.exec(server.output())?.[0] ?? '');
  await page.getByLabel('Your name').fill('Ada Example');
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Name of the team').fill('Example Shop');
  await page.getByRole('button', { name: 'Create and sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
}

async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create a key' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('cell', { name, exact: true }).waitFor();
  return token;
}

async function invite(page: Page, email: string): Promise<string> {
  await page.goto(`${server.url}/dashboard/settings/people`);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByLabel('Read-only').check();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  return page.getByLabel('Invitation link', { exact: true }).inputValue();
}

async function accept(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: 'Join Example Shop' }).waitFor();
  await page.getByLabel('Your name').fill('Ben Example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Accept and sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
}

/** What the page itself could ask for, with its cookie and its token. */
function statusOf(page: Page, method: string, path: string): Promise<number> {
  const request = `(async () => {
    const session = await (await fetch('/dashboard-api/session')).json();
    const headers = { 'x-posthorn-csrf': session.csrf_token, 'content-type': 'application/json' };
    return (await fetch('${path}', { method: '${method}', headers, body: '{"name":"x"}' })).status;
  })()`;
  return page.evaluate(request) as Promise<number>;
}

describe('the app of a running server', () => {
  it('goes from the set-up link to a key, a colleague who changes nothing, and out everywhere', async () => {
    const ada = await visitor();
    await setUp(ada.page);
    const token = await createKey(ada.page, 'Shop');
    expect(token).toMatch(/^re_/);
    const link = await invite(ada.page, 'ben@example.com');

    const ben = await visitor();
    await accept(ben.page, link);
    await ben.page.getByRole('cell', { name: 'Shop', exact: true }).waitFor();
    expect(await ben.page.getByRole('button', { name: /Create a key|Revoke/ }).count()).toBe(0);
    expect(await statusOf(ben.page, 'POST', '/api-keys')).toBe(403);
    await ben.page.goto(`${server.url}/dashboard/settings/people`);
    await ben.page.getByText('ada@example.com').waitFor();
    expect(await ben.page.getByRole('button', { name: /Invite|Remove/ }).count()).toBe(0);
    expect(await statusOf(ben.page, 'PATCH', '/dashboard-api/team')).toBe(403);

    await ada.page.goto(`${server.url}/dashboard/settings/sessions`);
    await ada.page.getByText('This one').waitFor();
    await ada.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await ada.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await ada.page.evaluate("fetch('/dashboard-api/session').then(({ status }) => status)")).toBe(401);

    await ada.page.goto(`${server.url}/dashboard/settings/profile`);
    await ada.page.getByLabel('E-mail address').fill('ada@example.com');
    await ada.page.getByLabel('Password', { exact: true }).fill('not this one at all');
    await ada.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await ada.page.getByText('The address or the password is not right.').waitFor();
    await ada.page.getByLabel('Password', { exact: true }).fill(password);
    await ada.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await ada.page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    expect(foreignRequests).toEqual([]);
  });

  it('says where it takes mail over SMTP, and what it keeps', async () => {
    const { page } = await visitor();
    await page.goto(`${server.url}/dashboard/settings/smtp`);
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText(String(server.smtpPort(587)), { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Retention' }).click();
    await page.getByText('For ever', { exact: true }).waitFor();
  });
});
