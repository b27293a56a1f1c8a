import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { closedPort } from '../support/closed-port.js';
import { type RunningServer, startServer } from '../support/server.js';
import { startChromium } from './chromium.js';
import { withDevice } from './mailing-server.js';

const password = 'four plain words here';
const email = 'ada@example.com';

let browser: Browser;
let server: RunningServer;
let origin: string;

beforeAll(async () => {
  // Passkeys belong to a name, and the loopback has one.
  const port = await closedPort();
  origin = `http://localhost:${port}`;
  server = await startServer({ env: { PORT: String(port), PUBLIC_URL: origin } });
  browser = await startChromium();
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** A browser of its own. */
async function newPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  return context.newPage();
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${origin}/dashboard/sign-in`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

it('a passkey that exists finishes the sign-in, and is asked for again before what opens the account', async () => {
  const owner = await newPage();
  await owner.goto(/\S+\/dashboard\/set-up\S+/.exec(server.output())?.[0] ?? '');
  await owner.getByLabel('Your name').fill('Ada Example');
  await owner.getByLabel('Email address').fill(email);
  await owner.getByLabel('Password', { exact: true }).fill(password);
  await owner.getByLabel('Team name').fill('Example Shop');
  await owner.getByRole('button', { name: 'Create and sign in' }).click();
  await owner.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();

  // A second browser, from before there was a passkey: what it has shown is the password.
  const other = await newPage();
  await signIn(other);
  await other.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();

  const { protocol, authenticatorId } = await withDevice(owner);
  await owner.goto(`${origin}/dashboard/settings/security`);
  await owner.getByRole('button', { name: 'Add passkey' }).click();
  await owner.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await owner.getByRole('button', { name: 'Continue' }).click();
  await owner.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();

  // The password alone no longer comes in, and has nothing to enrol another factor with.
  const thief = await newPage();
  await signIn(thief);
  await thief.getByText('Use your passkey to finish signing in.').waitFor();
  await thief.goto(`${origin}/dashboard/settings/security`);
  await thief.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();

  await other.goto(`${origin}/dashboard/settings/security`);
  await other.getByRole('button', { name: 'Remove passkey Laptop' }).click();
  const dialog = other.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor();
  if (process.env.SCREENSHOTS !== undefined) await other.screenshot({ path: `${process.env.SCREENSHOTS}/dialog.png` });
  await other.keyboard.press('Escape');
  await other.getByText('Nothing was changed').waitFor();
  await other.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();

  // What was typed is still there after the confirmation.
  const { credentials } = await protocol.send('WebAuthn.getCredentials', { authenticatorId });
  const device = await withDevice(other);
  const [credential] = credentials;
  if (credential === undefined) throw new Error('the device has no passkey');
  await device.protocol.send('WebAuthn.addCredential', { authenticatorId: device.authenticatorId, credential });
  await other.getByRole('link', { name: 'API keys' }).click();
  await other.getByRole('button', { name: 'Create API key' }).first().click();
  await other.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await other.getByRole('combobox', { name: 'Permission' }).selectOption('full_access');
  await other.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  expect(await other.getByLabel('Token', { exact: true }).inputValue()).toMatch(/^re_/);
  await other.getByRole('button', { name: 'I’ve saved it' }).click();
  await other.getByRole('cell', { name: /^Shop re_/ }).waitFor();
});
