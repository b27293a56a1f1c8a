import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from './chromium.js';
import { type RunningServer, startServer } from '../support/server.js';

let browser: Browser;
let server: RunningServer;
let page: Page;
let base: string;
const complaints: string[] = [];
const elsewhere: string[] = [];

beforeAll(async () => {
  server = await startServer();
  // Another name for it than the document has, as behind a tunnel.
  base = server.url.replace('127.0.0.1', 'localhost');
  browser = await startChromium();
  page = await browser.newPage({ viewport: { width: 1200, height: 1000 } });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe('/docs', () => {
  it('shows the endpoints, and asks nobody but its own server', async () => {
    const answer = await page.goto(`${base}/docs`);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("default-src 'none'");
    await page.getByRole('heading', { name: /Posthorn/ }).waitFor();
    for (const tag of ['Emails', 'API keys', 'Domains', 'Logs', 'Usage']) {
      await page.locator(`[data-tag="${tag}"]`).waitFor();
    }
    await page.locator('#operations-Emails-postEmails').getByRole('button').first().click();
    await page.getByText('An email with only the required fields').first().waitFor({ state: 'attached' });
    expect(complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
  });

  it('has the colours of the dashboard', async () => {
    const look = await (await fetch(`${base}/docs/assets/look.css`)).text();
    const theme = readFileSync('dashboard/src/theme/theme.ts', 'utf8');
    for (const token of [
      'surface',
      'ground',
      'line',
      'edge',
      'field',
      'text',
      'dimmed',
      'error',
      'warning',
      'success',
    ]) {
      const inTheme = [...theme.matchAll(new RegExp(`^  ${token}: '(#[0-9a-f]{6})',$`, 'gm'))].map(
        ([, colour]) => colour,
      );
      const inLook = [...look.matchAll(new RegExp(`^  --${token}: (#[0-9a-f]{6});$`, 'gm'))].map(
        ([, colour]) => colour,
      );
      expect([token, ...inLook]).toEqual([token, ...inTheme]);
    }
  });

  it('sends a request with the key that was typed in, and stores it nowhere', async () => {
    await page.getByRole('button', { name: 'Authorize' }).click();
    // The key's; the session's of the dashboard is below it.
    const keyed = page.locator('.auth-container').first();
    await keyed.getByLabel('auth-bearer-value').fill(server.key);
    await keyed.getByRole('button', { name: /^(Apply credentials|Authorize)$/ }).click();
    await keyed.getByRole('button', { name: 'Close' }).click();
    const send = page.locator('#operations-Emails-postEmails');
    await send.getByRole('button', { name: 'Try it out' }).click();
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await send.getByRole('button', { name: 'Execute' }).click();
    const answer = await answered;
    expect(answer.url()).toBe(`${base}/emails`);
    expect(answer.status()).toBe(200);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(server.key);
    expect(elsewhere).toEqual([]);
  });

  it('loaded again has forgotten the key, has the scheme that the dashboard was given, and leads back to it', async () => {
    await page.evaluate("localStorage.setItem('posthorn-color-scheme', 'dark')");
    await page.reload();
    await page.locator('[data-tag="Emails"]').waitFor();
    await page.locator('.auth-wrapper .authorize.unlocked').waitFor();
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(21, 24, 28)');
    const back = page.getByRole('banner').getByRole('link', { name: 'Dashboard' });
    expect(await back.getAttribute('href')).toBe('/dashboard');
  });

  it('has no file beside its own', async () => {
    for (const [path, status] of [
      ['/docs/assets/index.html', 404],
      ['/docs/assets/absent.js', 404],
      ['/docs/assets/..%2findex.html', 403],
    ]) {
      expect([path, (await fetch(`${base}${path}`)).status]).toEqual([path, status]);
    }
  });
});
