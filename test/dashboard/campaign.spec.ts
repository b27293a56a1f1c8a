import { describe, expect, it } from '@jest/globals';
import { appendFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/wait-for.js';
import { type Effort, Hands } from './hands.js';
import { setUp, textOf, useMailingServer } from './mailing-server.js';

/*
 * A first campaign on a running server, from a file of people to the story of one of them, by nothing but what is on
 * the page. What it takes is counted, and may not become more. `CAMPAIGN_REPORT=<file>` writes the table of
 * `docs/dashboard-review.md`.
 */

/** As a spreadsheet in Germany writes it. */
const people = {
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'E-Mail;Vorname;Nachname;Stadt;Newsletter',
      'jurgen@example.com;Jürgen;Müller;Köln;ja',
      'ann@example.com;Ann;Smith;Berlin;ja',
      'bo@example.com;Bo;Jones;Köln;nein',
      'zoe@example.com;Zoë;Weiß;Köln;ja',
    ].join('\r\n'),
    'latin1',
  ),
};

interface Look {
  readonly name: string;
  readonly context: {
    readonly viewport: { readonly width: number; readonly height: number };
    readonly isMobile: boolean;
    readonly hasTouch: boolean;
  };
  /** Clicks, or taps, that all of it takes today. */
  readonly most: number;
}

const looks: readonly Look[] = [
  {
    name: 'on a desktop',
    context: { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false },
    most: 37,
  },
  { name: 'on a phone', context: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }, most: 40 },
];

type Step = readonly [name: string, take: (hands: Hands, isPhone: boolean) => Promise<void>];

function stepsOn(page: Page): readonly Step[] {
  const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog').last();
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const goTo = async (hands: Hands, name: string, isPhone: boolean): Promise<void> => {
    if (isPhone) await hands.click(button('Open menu'));
    await hands.click(page.getByRole('link', { name, exact: true }).last());
  };
  const goesTo = () => dialog().getByText('Goes to 3 people').waitFor();
  return [
    [
      'Brand',
      async (hands, isPhone) => {
        await goTo(hands, 'Settings', isPhone);
        await title('Profile');
        if (isPhone) await hands.choose(page.getByRole('combobox', { name: 'Settings' }), 'Brand');
        else await hands.click(page.getByRole('link', { name: 'Brand' }));
        await hands.fill(page.getByLabel('Links and buttons', { exact: true }), '#0b6e4f');
        const address = page.getByLabel('Postal address');
        await hands.fill(address, 'Example Street 1, 50667 Cologne');
        expect(await address.inputValue()).toBe('Example Street 1, 50667 Cologne');
        await hands.click(button('Save'));
        await page.getByText('Brand saved').waitFor();
      },
    ],
    [
      'Import, with a topic',
      async (hands, isPhone) => {
        await goTo(hands, 'Contacts', isPhone);
        await hands.click(page.locator('main').getByRole('link', { name: 'Import contacts' }));
        await hands.chooseFile(dialog().locator('input[type=file]'), people);
        await hands.choose(dialog().getByLabel('Stadt: Import as'), 'New property…');
        await hands.choose(dialog().getByLabel('Newsletter: Import as'), 'New topic…');
        expect(await dialog().getByLabel('Newsletter: Topic name').inputValue()).toBe('Newsletter');
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width);
        await hands.click(button('Continue', dialog()));
        await dialog().getByText('Contacts that exist already').waitFor();
        await hands.click(button('Continue', dialog()));
        await dialog().getByText('The first 4 rows can be imported').waitFor();
        await hands.click(button('Import contacts', dialog()));
        await page.getByText('Completed', { exact: true }).waitFor();
      },
    ],
    [
      'Segment',
      async (hands) => {
        await hands.click(page.getByRole('link', { name: 'Create segment' }));
        await hands.fill(dialog().getByLabel('Name'), 'Readers');
        await hands.click(dialog().getByText('Dynamic', { exact: true }));
        await hands.choose(dialog().getByLabel('Condition 1: Field'), 'Topic: Newsletter');
        await dialog().getByText('3 contacts now').waitFor();
        await hands.click(button('Save', dialog()));
        await title('Readers');
      },
    ],
    [
      'Broadcast from a layout, with a condition',
      async (hands) => {
        await hands.click(button('Create broadcast'));
        await hands.fill(dialog().getByLabel('Name'), 'November news');
        expect(await dialog().getByLabel('From').inputValue()).toBe('Example Shop <news@mail.example.com>');
        const segment = dialog().getByLabel('Segment').locator('option:checked');
        expect(await segment.textContent()).toContain('Readers');
        await hands.choose(dialog().getByLabel('Topic'), 'Newsletter (3)');
        await hands.fill(dialog().getByLabel('Subject', { exact: true }), 'News for you');
        await hands.click(button('Create broadcast', dialog()));
        await title('November news');
        await hands.choose(page.getByLabel('Start from a layout'), 'Plain letter');
        const canvas = page.getByRole('textbox', { name: 'Email content' });
        await hands.click(canvas.getByText('End with one question'));
        await hands.choose(page.getByLabel('Shown to'), 'People whose property is');
        await hands.fill(page.getByLabel('Is exactly'), 'Köln');
        await page.getByText('Saved', { exact: true }).first().waitFor();
      },
    ],
    [
      'Review',
      async (hands) => {
        await hands.click(button('Review and send'));
        await goesTo();
        await dialog().getByText('2 people see what is for: people whose stadt is Köln').waitFor();
      },
    ],
    [
      'Test',
      async (hands) => {
        await hands.click(button('Send test', dialog()));
        await dialog().getByText('Sends the draft').waitFor();
        // A condition is nothing to be typed.
        expect(await dialog().getByLabel(/if/).count()).toBe(0);
        await hands.click(button('Send test', dialog()));
        await page.getByText('Test email sent').waitFor();
        await goesTo();
      },
    ],
    [
      'Schedule',
      async (hands) => {
        await hands.click(dialog().getByText('Schedule', { exact: true }));
        await hands.click(button('In 1 hour', dialog()));
        await hands.click(button('Schedule broadcast', dialog()));
        await page.getByText('Scheduled for').waitFor();
      },
    ],
    [
      'Back to draft',
      async (hands) => {
        await hands.click(button('Back to draft'));
        await button('Review and send').waitFor();
      },
    ],
    [
      'Send',
      async (hands) => {
        await hands.click(button('Review and send'));
        await goesTo();
        await hands.click(button('Send now', dialog()));
      },
    ],
    [
      'Results',
      async () => {
        await page.getByText('of 3 planned').waitFor();
        await page.getByText('100.0%').first().waitFor();
      },
    ],
    [
      'Timeline of a person',
      async (hands) => {
        await hands.click(page.getByRole('link', { name: 'Open contact: jurgen@example.com' }));
        await title('jurgen@example.com');
        const activity = page.getByRole('region', { name: 'Activity' });
        await activity.getByText('Sent News for you').waitFor();
        await activity.getByText('Subscribed to Newsletter').waitFor();
      },
    ],
  ];
}

const report = (name: string, efforts: readonly (readonly [string, Effort])[]): string =>
  [
    `| ${name} | Clicks | Fields |`,
    ...efforts.map(([step, { clicks, fields }]) => `| ${step} | ${clicks} | ${fields} |`),
  ]
    .map((line) => `${line}\n`)
    .join('');

describe.each(looks)('a first campaign $name', ({ name, context, most }) => {
  const running = useMailingServer();

  it('leads from one step to the next', async () => {
    const page = await (await running.browser.newContext({ ...context, locale: 'en-GB' })).newPage();
    await setUp(page, running.server, 'ada@mail.example.com');
    const hands = new Hands(page, context.hasTouch);
    const efforts: (readonly [string, Effort])[] = [];
    for (const [step, take] of stepsOn(page)) {
      const before = hands.effort();
      await take(hands, context.isMobile);
      const { clicks, fields, ...now } = hands.effort();
      efforts.push([step, { ...now, clicks: clicks - before.clicks, fields: fields - before.fields }]);
    }
    const file = process.env['CAMPAIGN_REPORT'];
    if (file !== undefined) appendFileSync(file, report(name, efforts));
    const sentTo = (address: string) =>
      running.sink.messages.find(
        ({ recipients, raw }) => recipients.includes(address) && !textOf(raw).includes('[Test]'),
      );
    await eventually(() => ['jurgen', 'ann', 'zoe'].every((each) => sentTo(`${each}@example.com`) !== undefined));
    const ofKoln = textOf(sentTo('jurgen@example.com')?.raw ?? Buffer.from(''));
    expect(ofKoln).toContain('Example Street 1');
    expect(ofKoln).toContain('End with one question');
    expect(textOf(sentTo('ann@example.com')?.raw ?? Buffer.from(''))).not.toContain('End with one question');
    expect(hands.effort().clicks).toBeLessThanOrEqual(most);
    expect(hands.effort().keys).toBe(0);
    await page.context().close();
  });
});
