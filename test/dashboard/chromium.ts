import { type Browser, chromium } from 'playwright-core';

/** The browser of this run (`before-dashboard.js`). Closing it closes the contexts opened with it, and nothing else. */
export function startChromium(): Promise<Browser> {
  const browser = process.env['POSTHORN_BROWSER'];
  if (browser === undefined) throw new Error('before-dashboard.js was not run');
  return chromium.connect(browser);
}
