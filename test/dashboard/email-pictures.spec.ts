import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { toEmail } from '../../dashboard/src/rooms/broadcasts/editor/email/to-email.js';
import { socialIcon } from '../../src/application/image/social-icons.js';
import { broadcastDocuments } from '../unit/dashboard/broadcast-documents.js';
import { startChromium } from './chromium.js';
import { findingsOn } from './findings.js';

/** Where to put pictures; undefined: none are taken. */
const pictures = process.env['DASHBOARD_PICTURES'];
const widthsPx = [320, 600, 1024] as const;

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await startChromium();
  page = await browser.newPage();
  await page.setContent('<body style="margin:0;height:100vh;background:linear-gradient(45deg,#27609c,#f5b83d)">');
  // Larger than any place in an email.
  await page.setViewportSize({ width: 1600, height: 900 });
  const photo = await page.screenshot();
  await page.route('https://img.example.com/**', (route) => route.fulfill({ body: photo, contentType: 'image/png' }));
  await page.route('https://mail.example.com/images/*', (route) => {
    const { bytes, contentType } = socialIcon(route.request().url().split('/').at(-1) ?? '')!;
    return route.fulfill({ body: bytes, contentType });
  });
});
afterAll(() => browser.close());

const emails = [...broadcastDocuments].map(([name, document]) => ({ name, html: shown(toEmail(document).html) }));

/** Fallbacks in place of merge tags. */
function shown(html: string): string {
  return html.replace(/\{\{\{[^{}|]*\|?([^{}]*)\}\}\}/g, '$1');
}

async function picture(name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/email-${name}.png`, fullPage: true });
}

/** What is wider than the page, without what it stands in; evaluated as text, for the tests have no types of a page. */
const tooWide = () =>
  page.evaluate<readonly string[]>(`[...document.querySelectorAll('body :not(:has(*))')]
    .filter((element) => Math.floor(element.getBoundingClientRect().right) > innerWidth)
    .map((element) => element.outerHTML)`);

describe('how ten emails look', () => {
  it.each(emails)('$name: fits into phones, tablets and windows, and is read where it is dark', async (email) => {
    await page.setContent(email.html);
    for (const width of widthsPx) {
      await page.setViewportSize({ width, height: 600 });
      expect([width, await tooWide()]).toEqual([width, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await picture(`${email.name}-${width}`);
    }
    expect(await page.evaluate('[...document.images].filter((image) => image.naturalWidth === 0).length')).toBe(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findingsOn(page, ['color-contrast', 'image-alt', 'link-name', 'empty-heading'])).toEqual([]);
    await page.setViewportSize({ width: 600, height: 600 });
    await pictureInverted(email.name);
    await page.emulateMedia({ colorScheme: 'light' });
  });
});

it('names of networks are read whole where images are not loaded', async () => {
  const { html } = emails.find(({ name }) => name === 'social')!;
  await page.setViewportSize({ width: 320, height: 600 });
  await page.setContent(html.replaceAll('mail.example.com', 'nowhere.invalid'));
  const widths = await page.evaluate<number[]>('[...document.images].map((image) => image.width)');
  expect(widths.length).toBe(6);
  expect(Math.min(...widths)).toBeGreaterThan(28);
  await picture('social-blocked');
});

/** As the email clients show it that turn the colors of every email around. */
async function pictureInverted(name: string): Promise<void> {
  if (pictures === undefined) return;
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setAutoDarkModeOverride', { enabled: true });
  await picture(`${name}-dark`);
  await protocol.send('Emulation.setAutoDarkModeOverride', { enabled: false });
  await protocol.detach();
}
