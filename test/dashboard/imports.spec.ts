import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse, unparse } from 'papaparse';
import type { Browser, Locator, Page } from 'playwright-core';
import { type Posthorn, posthornAt } from '../e2e/delivery/setup.js';
import { type RunningServer, startServer } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';
import { contentOf } from './downloaded.js';
import { startChromium } from './chromium.js';

/*
 * One walk through the audience of a running server, from a file of people to the story of one who left. Each step goes
 * on from where the one before has left the page.
 */

const people = 1_000;
const person = 'person-7@example.com';

let server: RunningServer;
let posthorn: Posthorn;
let browser: Browser;
let page: Page;
let failedRows = '';
const complaints: string[] = [];

beforeAll(async () => {
  server = await startServer();
  posthorn = posthornAt(server);
  browser = await startChromium();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterAll(async () => {
  await page.context().close();
  await browser.close();
  await server.stop();
});

const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const goTo = (room: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: room, exact: true }).click();

/** Every hundredth has no address: ten that fail. */
const addressOf = (number: number): string =>
  number % 100 === 50 ? `person ${number}` : `person-${number}@example.com`;
const firstFile = (): string =>
  unparse(
    Array.from({ length: people }, (_, index) => ({
      'E-Mail': addressOf(index + 1),
      Vorname: `Person ${index + 1}`,
      Plan: index % 4 === 0 ? 'large' : 'small',
    })),
    { delimiter: ';' },
  );

async function chooseFile(name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await dialog().locator('input[type=file]').setInputFiles(file, { noWaitAfter: true });
  await dialog().getByRole('group').first().waitFor();
}

/** From the columns to the page of the import that was started, once it is over. */
async function importThem(preview: string, name: string): Promise<void> {
  await button('Continue', dialog()).click();
  await button('Continue', dialog()).click();
  await dialog().getByText(preview).waitFor();
  const start = button('Import contacts', dialog());
  // In sight below twenty rows, without a scroll.
  const { y = 0, height = 0 } = (await start.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  await start.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText('Completed', { exact: true }).waitFor();
}

/** One of the counts on the page of an import. */
async function counted(): Promise<Readonly<Record<string, string | undefined>>> {
  const text = await page.locator('main').innerText();
  const names = ['Created', 'Updated', 'Skipped', 'Failed'];
  return Object.fromEntries(names.map((name) => [name, new RegExp(`${name}\\s+([\\d,]+)`).exec(text)?.[1]]));
}

describe('the audience of a running server', () => {
  it('is imported from a file, in which ten rows fail', async () => {
    await page.goto(/\S+\/dashboard\/set-up\S+/.exec(server.output())?.[0] ?? '');
    await page.getByLabel('Your name').fill('Ada Example');
    await page.getByLabel('Email address').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('four plain words here');
    await page.getByLabel('Team name').fill('Example Shop');
    await button('Create and sign in').click();
    await goTo('Imports');
    await page.getByText('No imports yet').waitFor();
    await page.getByRole('link', { name: 'Import contacts' }).click();
    await chooseFile('people.csv', firstFile());
    await dialog().getByText('3 columns, separated by semicolons.').waitFor();
    expect(await dialog().getByLabel('E-Mail: Import as').inputValue()).toBe('email');
    await dialog().getByLabel('Plan: Import as').selectOption('New property…');
    await importThem('The first 20 rows can be imported', 'people.csv');
    expect(await counted()).toEqual({ Created: '990', Updated: '0', Skipped: '0', Failed: '10' });
    await page.getByText('Ada Example').first().waitFor();
  });

  it('has the failed rows as a file with the reason of each', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download failed rows' }).click(),
    ]);
    failedRows = await contentOf(file);
    const { data } = parse<Readonly<Record<string, string>>>(failedRows, { header: true, skipEmptyLines: true });
    expect(data).toHaveLength(10);
    expect(data[0]).toEqual({
      'E-Mail': 'person 50',
      Vorname: 'Person 50',
      Plan: 'small',
      line: '51',
      reason: 'not an email address: An address needs an @ with a domain after it',
    });
  });

  it('takes them once they are corrected, and has everybody', async () => {
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Import another file' }).click();
    await chooseFile('failed-rows.csv', failedRows.replaceAll(/^person (\d+)/gm, 'person-$1@example.com'));
    expect(await dialog().getByLabel('Plan: Import as').inputValue()).toBe('properties.plan');
    await importThem('The first 10 rows can be imported', 'failed-rows.csv');
    expect(await counted()).toEqual({ Created: '10', Updated: '0', Skipped: '0', Failed: '0' });
    await goTo('Contacts');
    await page.getByText('1,000 total').waitFor();
  });

  it('is a segment by a rule, with a count as it is built', async () => {
    await goTo('Segments');
    await button('Create segment').first().click();
    await dialog().getByLabel('Name').fill('Large plans');
    await dialog().getByText('Dynamic', { exact: true }).click();
    await dialog().getByLabel('Condition 1: Field').selectOption('plan');
    await dialog().getByLabel('Condition 1: Value').fill('large');
    await dialog().getByText('250 contacts now').waitFor();
    await button('Save', dialog()).click();
    await page.getByRole('heading', { level: 1, name: 'Large plans' }).waitFor();
    await page.getByText('250 contacts now').waitFor();
  });

  it('leaves by the link of an email, on the page that the team has set up', async () => {
    await goTo('Topics');
    await button('Create topic').first().click();
    await dialog().getByLabel('Name').fill('Product news');
    await dialog().getByLabel('Default').selectOption('Subscribed');
    await button('Save', dialog()).click();
    await page.getByText('Topic saved').waitFor();
    await goTo('Unsubscribe page');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Emails from Example Shop');
    await button('Save').click();
    await page.getByText('Unsubscribe page saved').waitFor();

    const { body } = await posthorn.call('GET', '/topics');
    const topicId = (body as { readonly data: readonly { readonly id: string }[] }).data[0]?.id;
    const id = await posthorn.send({
      from: 'Shop <news@posthorn.test>',
      to: person,
      subject: 'News',
      text: 'Hello',
      topic_id: topicId,
    });
    const [message] = await waitFor(
      () => posthorn.captured(id),
      ({ length }) => length === 1,
    );
    const link = /^List-Unsubscribe: *<([^>]+)>/m.exec(message?.raw.replace(/\r?\n[ \t]+/g, ' ') ?? '')?.[1] ?? '';
    const visitor = await browser.newPage();
    await visitor.goto(server.url + new URL(link).pathname);
    await visitor.getByText('Emails from Example Shop').waitFor();
    await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
    await visitor.getByText('unsubscribed from “Product news”').waitFor();
    await visitor.context().close();
  });

  it('has the story of the person on the page of the contact', async () => {
    await goTo('Contacts');
    await page.getByRole('searchbox').fill(person);
    await page.getByRole('link', { name: person }).click();
    const history = page.getByRole('list', { name: 'Consent history' });
    await history.getByText('Unsubscribed from Product news').waitFor();
    await history.getByRole('link', { name: 'View email' }).click();
    await page.getByRole('heading', { level: 1, name: 'News' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
