import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { closedPort } from '../support/closed-port.js';
import { type RunningServer, startServer } from '../support/server.js';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.js';
import { waitFor } from '../support/wait-for.js';
import { startChromium } from './chromium.js';

const password = 'four plain words here';
const next = 'some other plain words';
const email = 'ada@example.com';
const phone = { width: 375, height: 812 };
/** Where to put pictures of the states between; nowhere: none are taken. */
const pictures = process.env['DASHBOARD_PICTURES'];

let browser: Browser;
let server: RunningServer;
let sink: SmtpSink;
let origin: string;

beforeAll(async () => {
  sink = await startSmtpSink();
  // Passkeys belong to a name, and the loopback has one.
  const port = await closedPort();
  origin = `http://localhost:${port}`;
  server = await startServer({
    env: {
      PORT: String(port),
      PUBLIC_URL: origin,
      DELIVERY_MODE: 'relay',
      RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
      PREVERIFIED_DOMAINS: 'mail.example.com',
      NOTICE_FROM: 'posthorn@mail.example.com',
    },
  });
  browser = await startChromium();
});

afterAll(async () => {
  await browser.close();
  await server.stop();
  await sink.close();
});

async function visitor(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  return context.newPage();
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
  const wide = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize(phone);
  await page.screenshot({ path: `${pictures}/${name}-phone.png`, fullPage: true });
  await page.setViewportSize(wide);
}

/** The texts of the mails so far, unwrapped. */
const mails = () => sink.messages.map(({ raw }) => raw.toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='));

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function withDevice(page: Page) {
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

async function signIn(page: Page, secret: string): Promise<void> {
  await page.goto(`${origin}/dashboard/sign-in`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The first person, with a passkey on the device of that browser. */
async function ownerWithPasskey() {
  const owner = await visitor();
  await owner.goto(/\S+\/dashboard\/set-up\S+/.exec(server.output())?.[0] ?? '');
  await owner.getByLabel('Your name').fill('Ada Example');
  await owner.getByLabel('E-mail address').fill(email);
  await owner.getByLabel('Password', { exact: true }).fill(password);
  await owner.getByLabel('Name of the team').fill('Example Shop');
  await owner.getByRole('button', { name: 'Create and sign in' }).click();
  await heading(owner, 'Emails');
  const { protocol, authenticatorId } = await withDevice(owner);
  await owner.goto(`${origin}/dashboard/settings/security`);
  await owner.getByRole('button', { name: 'Add a passkey' }).click();
  await owner.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await owner.getByRole('button', { name: 'Continue' }).click();
  await owner.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
  const { credentials } = await protocol.send('WebAuthn.getCredentials', { authenticatorId });
  const [credential] = credentials;
  if (credential === undefined) throw new Error('the device has no passkey');
  return { owner, credential };
}

it('a reset by mail says what else opens the account, and ends a passkey with a passkey only', async () => {
  const { owner, credential } = await ownerWithPasskey();

  const reader = await visitor();
  await reader.goto(`${origin}/dashboard/reset`);
  await reader.getByLabel('E-mail address').fill(email);
  await reader.getByRole('button', { name: 'Send the link' }).click();
  await heading(reader, 'Look into your mailbox');
  const linkIn = (text: string) => /https?:\S+\/reset\?token=\S+/.exec(text)?.[0];
  const found = await waitFor(
    async () => mails().find((text) => linkIn(text) !== undefined),
    (text) => text !== undefined,
  );
  await reader.goto(linkIn(found ?? '') ?? '');
  await heading(reader, 'Choose a new password');
  await reader.getByText('Your open session ends.').waitFor();
  const laptop = reader.getByRole('checkbox', { name: 'Passkey “Laptop”' });
  await laptop.waitFor();
  await picture(reader, 'reset');

  // Who reads the mailbox has no device with the passkey: it stays, and so does the password.
  const bare = await withDevice(reader);
  await reader.getByLabel('New password').fill(next);
  await laptop.check();
  await reader.getByText('Access to your mailbox is not enough').waitFor();
  await reader.getByText('Lost all of them? Ask the operator of this server.').waitFor();
  expect(await reader.getByRole('button', { name: 'Set the password' }).count()).toBe(0);
  await picture(reader, 'reset-factor');
  await reader.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await reader.getByText('The passkey was not used. Try again.').waitFor();
  await owner.reload();
  await owner.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();

  // With it the passkey ends, and the sessions; the owner is told.
  await bare.protocol.send('WebAuthn.addCredential', { authenticatorId: bare.authenticatorId, credential });
  await reader.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await heading(reader, 'Sign in');
  await owner.reload();
  await heading(owner, 'Sign in');
  await signIn(reader, next);
  await heading(reader, 'Emails');
  await reader.goto(`${origin}/dashboard/settings/security`);
  await reader.getByText('You have no passkey.').waitFor();
  await waitFor(
    async () => mails().some((text) => text.includes('this was removed from your account')),
    (isThere) => isThere,
  );
});

it('a link that opens nothing says so before a password is chosen', async () => {
  const page = await visitor();
  await page.goto(`${origin}/dashboard/reset?token=nothing`);
  await page.getByText('This link has expired, was used already').waitFor();
  expect(await page.getByLabel('New password').count()).toBe(0);
});
