import { type Browser, chromium } from 'playwright-core';

/** The browser of the suites: `CHROMIUM_PATH`, or where distributions put it. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    // Containers run tests as root, where Chromium's own sandbox cannot start. Frames' sandboxes are not touched by it.
    args: ['--no-sandbox'],
  });
}
