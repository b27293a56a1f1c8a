import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitFor } from '../support/wait-for.js';
import {
  addPasskey,
  heading,
  password,
  picture,
  setUp,
  textOf,
  useMailingServer,
  withDevice,
} from './mailing-server.js';

const email = 'grace@example.com';
const running = useMailingServer();

/** The newest link to this page in the mails to Grace. */
async function mailedLink(page: string): Promise<string> {
  const links = await waitFor(
    async () =>
      running.sink.messages.flatMap(({ recipients, raw }) => {
        if (!recipients.includes(email)) return [];
        return [...textOf(raw).matchAll(/https?:\S+token=\S+/g)].map(([link]) => link);
      }),
    (found) => found.some((link) => link.includes(`/${page}?`)),
  );
  return links.findLast((link) => link.includes(`/${page}?`)) ?? '';
}

/** @returns the link that the dialog shows to the inviter. */
async function inviteAsAdmin(page: Page): Promise<string> {
  await page.goto(`${running.origin}/dashboard/settings/people`);
  await page.getByRole('button', { name: 'Invite a teammate' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByLabel('Admin').check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const link = await page.getByLabel('Invitation link', { exact: true }).inputValue();
  await picture(page, 'handed-over');
  return link;
}

describe('an account of somebody else’s address', () => {
  it('has no power while the owner has not shown up, and is the owner’s alone from then on', async () => {
    const ada = await running.visitor();
    await setUp(ada, running.server, 'ada@example.com');
    const handedOver = await inviteAsAdmin(ada);
    expect(handedOver).not.toBe(await mailedLink('invitation'));

    // Whoever holds the link that was shown accepts it, and plants a passkey.
    const planter = await running.visitor();
    await planter.goto(handedOver);
    await heading(planter, 'Join Example Shop');
    await planter.getByText('Role: Member').waitFor();
    await planter.getByLabel('Your name').fill('Grace Example');
    await planter.getByLabel('Password', { exact: true }).fill(password);
    await planter.getByRole('button', { name: 'Accept and sign in' }).click();
    await heading(planter, 'Emails');
    await planter.getByText('Confirm your email address').waitFor();
    await picture(planter, 'unproven');
    await withDevice(planter);
    await planter.goto(`${running.origin}/dashboard/settings/security`);
    await planter.getByText('Confirm your email address').waitFor();
    await addPasskey(planter, 'Planted');

    await ada.goto(`${running.origin}/dashboard/settings/people`);
    await ada.getByText('Email not confirmed').waitFor();
    await ada.getByLabel('Role of Grace Example').selectOption('admin');
    await ada.getByText('is not proven yet').first().waitFor();
    await picture(ada, 'not-promoted');

    // The link goes to the mailbox, where its owner finds it.
    await planter.getByRole('button', { name: 'Send link' }).click();
    await planter.getByText('Link sent to').waitFor();
    const grace = await running.visitor();
    await grace.goto(await mailedLink('reset'));
    await grace.getByLabel('New password').fill('some other plain words');
    await picture(grace, 'owner');
    await grace.getByRole('button', { name: 'Set the password' }).click();
    await heading(grace, 'Sign in');

    await planter.goto(`${running.origin}/dashboard/settings/security`);
    await heading(planter, 'Sign in');
    await planter.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await planter.getByText('This passkey was not accepted.').waitFor();

    await grace.getByLabel('Email address').fill(email);
    await grace.getByLabel('Password', { exact: true }).fill('some other plain words');
    await grace.getByRole('button', { name: 'Sign in', exact: true }).click();
    await heading(grace, 'Emails');
    expect(await grace.getByText('Confirm your email address').count()).toBe(0);
    await ada.reload();
    await ada.getByLabel('Role of Grace Example').selectOption('admin');
    await ada.getByText('Grace Example is now Admin').waitFor();
  });
});
