import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitFor } from '../support/wait-for.js';
import { findingsOn } from './findings.js';
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

describe('pages for people without an account', () => {
  const looks = [
    [{ width: 1440, height: 900 }, 'light'],
    [{ width: 390, height: 844 }, 'dark'],
  ] as const;
  const from = 'Shop <news@mail.example.com>';
  const address = 'ann.with.a.long.name@department.of.everything.example.com';

  async function made(path: string, body: object): Promise<string> {
    const { url, key } = running.server;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { readonly id: string }).id;
  }
  const topic = (name: string) =>
    made('/topics', { name, description: 'Once a month', default_subscription: 'opt_out', visibility: 'public' });

  /** Looked at in each size and color, and nothing stands out to the side. */
  async function judge(page: Page, name: string): Promise<void> {
    for (const [viewport, colorScheme] of looks) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      expect([name, await findingsOn(page)]).toEqual([name, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
    }
    await picture(page, name);
  }
  async function pathIn(pattern: RegExp): Promise<string> {
    const found = await waitFor(
      () =>
        running.sink.messages
          .filter(({ recipients }) => recipients.includes(address))
          .flatMap(({ raw }) => pattern.exec(textOf(raw))?.[1] ?? []),
      ({ length }) => length > 0,
    );
    return found[0] ?? '';
  }

  it('can be used by everyone: joining, confirming, leaving and choosing', async () => {
    const [long, hebrew] = [
      await topic('News about words as long as Donaudampfschifffahrt'),
      await topic('חדשות המוצר'),
    ];
    const topics = [{ topic_id: long }, { topic_id: hebrew }];
    const form = await made('/dashboard-api/forms', { name: 'Footer', topics, from });
    const page = await running.visitor();
    await page.goto(`${running.origin}/subscribe/${form}`);
    await judge(page, 'visitor-join');
    // A browser would not send what is no address.
    await page.evaluate(`document.querySelector('form').noValidate = true`);
    await page.getByLabel('Email address').fill('ann');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('alert').waitFor();
    await judge(page, 'visitor-join-wrong');
    await page.getByLabel('Email address').fill(address);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Almost done').waitFor();
    await judge(page, 'visitor-joined');
    await page.goto(running.origin + (await pathIn(/https?:\/\/[^/\s]+(\/confirm\/[\w-]+)/)));
    await judge(page, 'visitor-confirm');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('You are subscribed').waitFor();
    await judge(page, 'visitor-confirmed');

    await made('/emails', { from, to: address, subject: 'News', text: 'News', topic_id: long });
    await page.goto(running.origin + (await pathIn(/List-Unsubscribe:\s*<https?:\/\/[^/>]+(\/unsubscribe\/[\w-]+)>/)));
    await judge(page, 'visitor-unsubscribe');
    await page.getByRole('link', { name: 'Choose which emails you get' }).click();
    await page.getByRole('checkbox', { name: 'חדשות המוצר' }).waitFor();
    await judge(page, 'visitor-preferences');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your choice is saved.').waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByText('You are unsubscribed').waitFor();
    await judge(page, 'visitor-unsubscribed');
    await page.goto(`${running.origin}/confirm/nothing`);
    await judge(page, 'visitor-wrong-link');
    await page.context().close();
  });
});
