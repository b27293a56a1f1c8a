import { afterAll, beforeAll } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { closedPort } from '../support/closed-port.js';
import { type RunningServer, startServer } from '../support/server.js';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.js';
import { startChromium } from './chromium.js';

/** Where to put pictures of the states between; undefined: none are taken. */
const pictures = process.env['DASHBOARD_PICTURES'];
const wide = { width: 1280, height: 900 };
const phone = { width: 375, height: 812 };
export const password = 'four plain words here';

export interface MailingServer {
  origin: string;
  server: RunningServer;
  sink: SmtpSink;
  browser: Browser;
  /** A page of a browser that has not been here. */
  visitor(): Promise<Page>;
}

/** A running server whose notices come to a mailbox, under a name: passkeys belong to one, and the loopback has it. */
export function useMailingServer(): MailingServer {
  // Filled before the first test, which is the only time when it is read.
  const running = {} as MailingServer;
  beforeAll(async () => {
    const sink = await startSmtpSink();
    const port = await closedPort();
    const origin = `http://localhost:${port}`;
    const server = await startServer({
      env: {
        PORT: String(port),
        PUBLIC_URL: origin,
        DELIVERY_MODE: 'relay',
        RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
        PREVERIFIED_DOMAINS: 'mail.example.com',
        NOTICE_FROM: 'posthorn@mail.example.com',
      },
    });
    const browser = await startChromium();
    const visitor = async (): Promise<Page> =>
      (await browser.newContext({ viewport: wide, locale: 'en-GB' })).newPage();
    Object.assign(running, { origin, server, sink, browser, visitor });
  });
  afterAll(async () => {
    await running.browser.close();
    await running.server.stop();
    await running.sink.close();
  });
  return running;
}

/** A picture of the whole page, and one as on a phone. */
export async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
  await page.setViewportSize(phone);
  await page.screenshot({ path: `${pictures}/${name}-phone.png`, fullPage: true });
  await page.setViewportSize(wide);
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** The text of a mail that came, unwrapped. */
export const textOf = (raw: Buffer): string => raw.toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');

/** The first person sets the server up, and is the team's admin. */
export async function setUp(page: Page, server: RunningServer, email: string): Promise<void> {
  await page.goto(/\S+\/dashboard\/set-up\S+/.exec(server.output())?.[0] ?? '');
  await page.getByLabel('Your name').fill('Ada Example');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Team name').fill('Example Shop');
  await page.getByRole('button', { name: 'Create and sign in' }).click();
  await heading(page, 'Emails');
}

/** A device with a fingerprint reader, without a passkey. */
export async function withDevice(page: Page) {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', { options });
  return { protocol, authenticatorId };
}

/** On the page of the security settings. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('cell', { name, exact: true }).waitFor();
}
