import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/wait-for.js';
import { heading, picture, setUp, textOf, useMailingServer } from './mailing-server.js';

const running = useMailingServer();
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  page = await running.visitor();
  page.on('pageerror', (error) => complaints.push(String(error)));
  await setUp(page, running.server, 'ada@mail.example.com');
});
afterAll(() => page.context().close());

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const frame = (view: string) => page.frameLocator(`iframe[title="Preview: ${view}"]`);
const show = (view: string) =>
  page.getByRole('radiogroup', { name: 'Preview as' }).getByText(view, { exact: true }).click();
const save = async () => {
  await button('Save').click();
  await page.getByText('All changes saved').waitFor();
};
const publish = async (version: number) => {
  await button('Publish').click();
  await dialog()
    .getByText(/Emails sent from now on/)
    .waitFor();
  await dialog().getByRole('button', { name: 'Publish now' }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText(`Version ${version}`, { exact: true }).first().waitFor();
};
const more = async (name: string) => {
  await button('More').click();
  await page.getByRole('menuitem', { name }).click();
};

/* Each step goes on from where the one before has left the page. */
describe('a person who writes a template', () => {
  it('is taught what one is for, and creates the first', async () => {
    await page.goto(`${running.origin}/dashboard/templates`);
    await page.getByText('No templates yet').waitFor();
    await picture(page, 'templates-empty');
    await page.getByRole('link', { name: 'Create template' }).click();
    await dialog().getByLabel('Name').fill('Receipt');
    await dialog().getByLabel('Alias').fill('receipt');
    await dialog().getByLabel('Start with').selectOption('HTML');
    await dialog().getByRole('button', { name: 'Create template' }).click();
    await heading(page, 'Receipt');
  });

  it('sees what is typed filled in with values that stay', async () => {
    await field('HTML').fill(
      '<h1>Hello {{{NAME|friend}}}</h1>\n<p>Order {{{ORDER}}}</p>\n<img src="https://example.com/a.png">',
    );
    await field('Subject').fill('Order {{{ORDER}}}');
    await field('From').fill('Shop <shop@mail.example.com>');
    await frame('Desktop').getByText('Hello friend').waitFor();
    await page.getByText('Missing value. There is no fallback.').waitFor();
    await field('ORDER').fill('42');
    await frame('Desktop').getByText('Order 42').waitFor();
    for (const view of ['Phone', 'Dark']) {
      await show(view);
      await frame(view).getByText('Order 42').waitFor();
      await picture(page, `template-${view.toLowerCase()}`);
    }
    await show('Text');
    await page.getByLabel('Preview: Text').getByText('Order 42').waitFor();
    await save();
    await page.reload();
    await frame('Desktop').getByText('Order 42').waitFor();
    await picture(page, 'template');
  });

  it('is asked before changes are lost, also by another tab of the same page', async () => {
    await field('Subject').fill('Lost');
    await page.getByRole('tab', { name: 'Versions' }).click();
    await dialog().getByText('Leave without saving?').waitFor();
    await button('Keep editing').click();
    expect(await field('Subject').inputValue()).toBe('Lost');
    await button('Discard').click();
    expect(await field('Subject').inputValue()).toBe('Order {{{ORDER}}}');
  });

  it('sends a test to two, each in an email of its own', async () => {
    await more('Send test');
    await dialog().getByLabel('To', { exact: true }).fill('ann@example.com, bo@example.com');
    await picture(page, 'template-test');
    await dialog().getByRole('button', { name: 'Send test' }).click();
    await dialog().getByText('2 test emails sent').waitFor();
    await eventually(() => running.sink.messages.filter(({ raw }) => textOf(raw).includes('Order 42')).length === 2);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('is shown what a check found, publishes, changes, compares and restores', async () => {
    await button('Publish').click();
    await dialog().getByRole('list', { name: 'What the check found' }).waitFor();
    await dialog()
      .getByText(/no `?alt`?/)
      .first()
      .waitFor();
    await picture(page, 'template-publish');
    await dialog().getByRole('button', { name: 'Publish now' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Version 1', { exact: true }).first().waitFor();
    await field('HTML').fill('<h1>Hello {{{NAME|friend}}}</h1>\n<p>Your order {{{ORDER}}} is here</p>');
    await page.getByLabel('Tracking', { exact: true }).selectOption('Opens only');
    await save();
    await publish(2);
    await page.getByRole('tab', { name: 'Versions' }).click();
    await button('Compare version 1 with the draft').click();
    const changes = page.getByRole('table', { name: 'HTML' });
    await changes.getByText('<p>Your order {{{ORDER}}} is here</p>').waitFor();
    await page
      .getByRole('table', { name: /^Subject, sender, tracking/ })
      .getByText('Tracking: Opens only')
      .waitFor();
    await picture(page, 'template-versions');
    await button('Restore version 1').click();
    await dialog().getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Unpublished changes').waitFor();
    await page.getByRole('tab', { name: 'Content' }).click();
    expect(await field('HTML').inputValue()).toContain('<p>Order {{{ORDER}}}</p>');
    await page.getByRole('tab', { name: 'Usage' }).click();
    await page.getByRole('link', { name: 'Emails with this template' }).waitFor();
  });

  it('duplicates it, finds it by its alias, and deletes it once its name is typed', async () => {
    await more('Duplicate');
    await heading(page, 'Receipt (copy)');
    await more('Delete');
    await dialog().getByRole('textbox').fill('Receipt (copy)');
    await dialog().getByRole('button', { name: 'Delete template' }).click();
    await heading(page, 'Templates');
    await page.getByLabel('Search by name or alias').fill('receipt');
    await page.getByRole('link', { name: 'Receipt', exact: true }).waitFor();
    await page.getByText('Receipt (copy)').waitFor({ state: 'detached' });
    await picture(page, 'templates');
    expect(complaints).toEqual([]);
  });
});
