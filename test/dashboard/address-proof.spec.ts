import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { closedPort } from '../support/closed-port.js';
import { type RunningServer, startServer } from '../support/server.js';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.js';
import { waitFor } from '../support/wait-for.js';
import { startChromium } from './chromium.js';

const password = 'four plain words here';
const email = 'grace@example.com';
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
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

/** The newest link to this page in the mails to Grace. */
async function mailedLink(page: string): Promise<string> {
  const links = await waitFor(
    async () =>
      sink.messages.flatMap(({ recipients, raw }) => {
        if (!recipients.includes(email)) return [];
        // Quoted-printable wraps what is long.
        const text = raw.toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
        return [...text.matchAll(/https?:\S+token=\S+/g)].map(([link]) => link);
      }),
    (found) => found.some((link) => link.includes(`/${page}?`)),
  );
  return links.findLast((link) => link.includes(`/${page}?`)) ?? '';
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function setUp(page: Page): Promise<void> {
  await page.goto(/\S+\/dashboard\/set-up\S+/.exec(server.output())?.[0] ?? '');
  await page.getByLabel('Your name').fill('Ada Example');
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Name of the team').fill('Example Shop');
  await page.getByRole('button', { name: 'Create and sign in' }).click();
  await heading(page, 'Emails');
}

/** @returns the link that the dialog shows to the inviter. */
async function inviteAsAdmin(page: Page): Promise<string> {
  await page.goto(`${origin}/dashboard/settings/people`);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByLabel('Admin').check();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  const link = await page.getByLabel('Invitation link', { exact: true }).inputValue();
  await picture(page, 'handed-over');
  return link;
}

async function addPasskey(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto(`${origin}/dashboard/settings/security`);
  await page.getByText('Confirm your address').waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Planted');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('cell', { name: 'Planted', exact: true }).waitFor();
}

describe('an account of somebody else’s address', () => {
  it('has no power while the owner has not shown up, and is the owner’s alone from then on', async () => {
    const ada = await visitor();
    await setUp(ada);
    const handedOver = await inviteAsAdmin(ada);
    expect(handedOver).not.toBe(await mailedLink('invitation'));

    // Whoever holds the link that was shown accepts it, and plants a passkey.
    const planter = await visitor();
    await planter.goto(handedOver);
    await heading(planter, 'Join Example Shop');
    await planter.getByText('with the role Member').waitFor();
    await planter.getByLabel('Your name').fill('Grace Example');
    await planter.getByLabel('Password', { exact: true }).fill(password);
    await planter.getByRole('button', { name: 'Accept and sign in' }).click();
    await heading(planter, 'Emails');
    await planter.getByText('Confirm your address').waitFor();
    await picture(planter, 'unproven');
    await addPasskey(planter);

    await ada.goto(`${origin}/dashboard/settings/people`);
    await ada.getByText('Address not confirmed').waitFor();
    await ada.getByLabel('Role of Grace Example').selectOption('admin');
    await ada.getByText('is not proven yet').first().waitFor();
    await picture(ada, 'not-promoted');

    // The link goes to the mailbox, where its owner finds it.
    await planter.getByRole('button', { name: 'Send the link' }).click();
    await planter.getByText('A link is on its way').waitFor();
    const grace = await visitor();
    await grace.goto(await mailedLink('reset'));
    await grace.getByLabel('New password').fill('some other plain words');
    await picture(grace, 'owner');
    await grace.getByRole('button', { name: 'Set the password' }).click();
    await heading(grace, 'Sign in');

    await planter.goto(`${origin}/dashboard/settings/security`);
    await heading(planter, 'Sign in');
    await planter.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await planter.getByText('This passkey was not accepted.').waitFor();

    await grace.getByLabel('E-mail address').fill(email);
    await grace.getByLabel('Password', { exact: true }).fill('some other plain words');
    await grace.getByRole('button', { name: 'Sign in', exact: true }).click();
    await heading(grace, 'Emails');
    expect(await grace.getByText('Confirm your address').count()).toBe(0);
    await ada.reload();
    await ada.getByLabel('Role of Grace Example').selectOption('admin');
    await ada.getByText('Grace Example now has the role Admin.').waitFor();
  });
});
