import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitFor } from '../support/wait-for.js';
import { addPasskey, heading, picture, setUp, textOf, useMailingServer, withDevice } from './mailing-server.js';

const next = 'some other plain words';
const email = 'ada@example.com';
const running = useMailingServer();

/** The texts of the mails so far. */
const mails = () => running.sink.messages.map(({ raw }) => textOf(raw));

async function signIn(page: Page, secret: string): Promise<void> {
  await page.goto(`${running.origin}/dashboard/sign-in`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The first person, with a passkey on the device of that browser. */
async function ownerWithPasskey() {
  const owner = await running.visitor();
  await setUp(owner, running.server, email);
  const { protocol, authenticatorId } = await withDevice(owner);
  await owner.goto(`${running.origin}/dashboard/settings/security`);
  await addPasskey(owner, 'Laptop');
  const { credentials } = await protocol.send('WebAuthn.getCredentials', { authenticatorId });
  const [credential] = credentials;
  if (credential === undefined) throw new Error('the device has no passkey');
  return { owner, credential };
}

it('a reset by mail says what else opens the account, and ends a passkey with a passkey only', async () => {
  const { owner, credential } = await ownerWithPasskey();

  const reader = await running.visitor();
  await reader.goto(`${running.origin}/dashboard/reset`);
  await reader.getByLabel('Email address').fill(email);
  await reader.getByRole('button', { name: 'Send link' }).click();
  await heading(reader, 'Check your inbox');
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
  await reader.getByText('Lost all of them? Contact the server operator.').waitFor();
  expect(await reader.getByRole('button', { name: 'Set the password' }).count()).toBe(0);
  await picture(reader, 'reset-factor');
  await reader.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await reader.getByText('Passkey canceled. Try again.').waitFor();
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
  await reader.goto(`${running.origin}/dashboard/settings/security`);
  await reader.getByText('No passkeys yet').waitFor();
  await waitFor(
    async () => mails().some((text) => text.includes('this was removed from your account')),
    (isThere) => isThere,
  );
});

it('a link that opens nothing says so before a password is chosen', async () => {
  const page = await running.visitor();
  await page.goto(`${running.origin}/dashboard/reset?token=nothing`);
  await page.getByText('This link has expired, was used already').waitFor();
  expect(await page.getByLabel('New password').count()).toBe(0);
});
