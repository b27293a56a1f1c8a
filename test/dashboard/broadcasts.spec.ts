import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/wait-for.js';
import { heading, picture, setUp, textOf, useMailingServer } from './mailing-server.js';

const running = useMailingServer();
let page: Page;

const post = async (path: string, body: object, method = 'POST'): Promise<string> => {
  const headers = { authorization: `Bearer ${running.server.key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${running.origin}${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer.status).toBeLessThan(300);
  return ((await answer.json()) as { id: string }).id;
};

beforeAll(async () => {
  page = await running.visitor();
  await setUp(page, running.server, 'ada@mail.example.com');
});
afterAll(() => page.context().close());

const dialog = () => page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const tab = (name: string) => page.getByRole('tab', { name }).click();
/** The smallest picture there is. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const html = '<p>Hello {{{FIRST_NAME|there}}}</p><p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Unsubscribe</a></p>';

/* Each step goes on from where the one before has left the page. */
describe('a person who sends a broadcast', () => {
  it('is taught what one is for, and creates a draft for a segment', async () => {
    const segment = await post('/segments', { name: 'Readers' });
    await post('/contacts', { email: 'ann@example.com', first_name: 'Ann', segments: [{ id: segment }] });
    await post('/contacts', {
      email: 'bo@example.com',
      first_name: 'Bo',
      unsubscribed: true,
      segments: [{ id: segment }],
    });
    await page.goto(`${running.origin}/dashboard/broadcasts`);
    await page.getByText('No broadcasts yet').waitFor();
    await picture(page, 'broadcasts-empty');
    await page.getByRole('link', { name: 'Create broadcast' }).click();
    await dialog().getByLabel('Name').fill('November news');
    await dialog().getByLabel('From').fill('News <news@mail.example.com>');
    await dialog().getByLabel('Subject', { exact: true }).fill('News');
    await dialog().getByRole('button', { name: 'Create broadcast' }).click();
    await heading(page, 'November news');
    await tab('Settings');
    await page.getByLabel('Preview text', { exact: true }).fill('What is new');
    await button('Save').click();
    await page.getByText('Settings saved').waitFor();
  });

  it('is kept from sending by what the review finds, and sees who is skipped', async () => {
    await button('Review and send').click();
    await dialog().getByText('This can’t be sent until the errors below are fixed').waitFor();
    // What was not written yet is one error, and not one of each rule.
    await dialog().getByText('The broadcast has no content.').waitFor();
    expect(await dialog().getByText('Error', { exact: true }).count()).toBe(1);
    await dialog().getByText('Goes to 1 person').waitFor();
    await dialog().getByText('1 of 2 in the segment are skipped: 1 unsubscribed.').waitFor();
    expect(await dialog().getByRole('button', { name: 'Send now' }).isDisabled()).toBe(true);
    await picture(page, 'broadcast-review');
    await page.keyboard.press('Escape');
  });

  it('writes it without code: a heading, a tag, columns and an image, and sees it as a reader', async () => {
    await tab('Content');
    const canvas = page.getByRole('textbox', { name: 'Email content' });
    const take = async (typed: string) => {
      await page.keyboard.type(typed);
      await page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
      await page.keyboard.press('Enter');
    };
    await canvas.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# All that is new');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Hello ');
    await take('{{first');
    await page.keyboard.press('Enter');
    await take('/2 col');
    await page.keyboard.type('Left');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('Right');
    await page.keyboard.press('ArrowDown');
    // What *Image* of the menu and of the toolbar opens.
    await page
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot });
    await canvas.locator('img[src*="/images/"]').click();
    await page.getByLabel('Description (alt text)').fill('A dot');
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await picture(page, 'broadcast-editor');
    await page.getByRole('radiogroup', { name: 'Content view' }).getByText('Preview').click();
    await page.getByRole('combobox', { name: 'Preview as' }).click();
    await page.getByRole('option', { name: 'ann@example.com' }).click();
    await page.frameLocator('iframe[title="Preview: Desktop"]').getByText('Hello Ann').waitFor();
    await picture(page, 'broadcast-preview');
  });

  it('sends a test with the values of a contact, and with others in their place', async () => {
    const received = (text: string) =>
      eventually(() => running.sink.messages.some(({ raw }) => textOf(raw).includes(text)));
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Send test' }).click();
    await dialog().getByRole('combobox', { name: 'Personalize as' }).click();
    await page.getByRole('option', { name: 'bo@example.com' }).click();
    await dialog().getByRole('button', { name: 'Send test' }).click();
    await received('Hello Bo');
    await received('[Test] News');
    await dialog().getByLabel('FIRST_NAME').fill('Zoe');
    await picture(page, 'broadcast-test');
    await dialog().getByRole('button', { name: 'Send test' }).click();
    await received('Hello Zoe');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('schedules it, pauses and resumes it, and cancels it to a draft again', async () => {
    await button('Review and send').click();
    await dialog().getByText('Goes to 1 person').waitFor();
    // What the editor itself writes is nothing to correct.
    expect(await dialog().getByText('Unsafe elements').count()).toBe(0);
    await dialog().getByText('Schedule', { exact: true }).click();
    await dialog().getByRole('button', { name: 'In 1 hour' }).click();
    await dialog().getByRole('button', { name: 'Schedule broadcast' }).click();
    await page.getByText('Scheduled for').waitFor();
    await button('Pause').click();
    await page.getByText('No further email goes out until you resume it.').waitFor();
    await button('Resume').click();
    await page.getByText('Scheduled for').waitFor();
    await button('Back to draft').click();
    await button('Review and send').waitFor();
  });

  it('schedules it for a time of each person’s time zone, and reads at its field what is missing', async () => {
    await post('/contact-properties', { key: 'timezone', type: 'string' });
    await page.reload();
    await button('Review and send').click();
    await dialog().getByText('By time zone', { exact: true }).click();
    // Tomorrow at nine it may be already, where the day begins first.
    await dialog().getByRole('button', { name: 'In 7 days' }).click();
    await dialog().getByRole('button', { name: 'Schedule broadcast' }).click();
    await dialog().getByText('Choose the property that holds the time zone.').waitFor();
    await dialog().getByLabel('Time zone property').selectOption('timezone');
    await dialog().getByLabel('Time zone of everyone else').fill('tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await picture(page, 'broadcast-local-time');
    await dialog().getByRole('button', { name: 'Schedule broadcast' }).click();
    await page.getByText('in each person’s time zone').waitFor();
    await picture(page, 'broadcast-scheduled-locally');
    const id = page.url().split('/').at(-1)?.split('?')[0] ?? '';
    await post(`/broadcasts/${id}/cancel`, {});
    await page.reload();
    await button('Review and send').waitFor();
  });

  it('sets a pace, and reads at its field what it may be', async () => {
    await tab('Sending');
    await page.getByLabel('Emails an hour').fill('many');
    await page.getByLabel('Spam complaint rate').selectOption('Pause above 0.3%');
    await button('Save').click();
    await page.getByText('It must be a whole number from 1').waitFor();
    await page.getByLabel('Emails an hour').fill('10,000');
    await button('Save').click();
    await page.getByText('Sending settings saved').waitFor();
    await picture(page, 'broadcast-sending');
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Emails an hour' }).inputValue()).toBe('10000');
  });

  it('sends it, and sees its results, each email, and the proof', async () => {
    await button('Review and send').click();
    await dialog().getByRole('button', { name: 'Send now' }).click();
    await dialog().waitFor({ state: 'detached' });
    await eventually(() => running.sink.messages.some(({ raw }) => textOf(raw).includes('Hello Ann')));
    await page.getByText('Sent', { exact: true }).first().waitFor();
    await tab('Results');
    await page.getByText('of 2 planned').waitFor();
    await page.reload();
    await page
      .getByRole('table', { name: 'Recipients' })
      .getByRole('link', { name: 'ann@example.com', exact: true })
      .waitFor();
    await page.getByLabel('Search by email address').fill('zoe');
    await page.getByText('No recipients').waitFor();
    await page.getByLabel('Search by email address').fill('ann@');
    await page.getByRole('link', { name: 'ann@example.com', exact: true }).waitFor();
    await picture(page, 'broadcast-results');
    await tab('Proof');
    await page.getByText('All 2 recipients accounted for').waitFor();
    await page.getByLabel('Email address').fill('bo@example.com');
    await button('Explain').click();
    await page.getByText('Skipped: Unsubscribed', { exact: true }).waitFor();
    await page.getByLabel('Email address').fill('ann@example.com');
    await button('Explain').click();
    await page.getByRole('link', { name: 'Open email' }).click();
    await heading(page, 'News');
  });

  it('publishes its web page, which shows no one’s values', async () => {
    await page.goto(`${running.origin}/dashboard/broadcasts?status=sent`);
    await page.getByRole('link', { name: 'November news' }).click();
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Publish web page' }).click();
    await page.getByText('The web page is public').waitFor();
    await tab('Settings');
    const url = await page.getByRole('link', { name: '/public/broadcasts/' }).textContent();
    const shown = await (await fetch(url ?? '')).text();
    expect(shown).toMatch(/All that is new[^]*Hello [^]*Left[^]*Right[^]*alt="A dot"/);
    expect(shown).not.toContain('Ann');
  });

  it('is sent again to those who did not open it, by a draft that says whom it skips', async () => {
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Send again' }).click();
    await dialog().getByLabel('Those who didn’t open it').check();
    await picture(page, 'broadcast-again');
    await dialog().getByRole('button', { name: 'Create draft' }).click();
    await heading(page, 'November news (again)');
    await page.getByText('Skips everyone who opened').waitFor();
    await button('Review and send').click();
    await dialog().getByText('Subject and content are those of the broadcast').waitFor();
    await dialog().getByText('Goes to 1 person').waitFor();
    await picture(page, 'broadcast-again-review');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await picture(page, 'broadcast-again-draft');
    await page.getByRole('link', { name: 'November news', exact: true }).click();
    await heading(page, 'November news');
  });

  it('finds it in the list', async () => {
    await page.goto(`${running.origin}/dashboard/broadcasts?status=sent`);
    await page.getByRole('link', { name: 'November news' }).waitFor();
    // Two are in its audience, and no one has opened it.
    await picture(page, 'broadcasts');
    for (const figure of ['2', '0%']) await page.getByRole('cell', { name: figure, exact: true }).first().waitFor();
  });

  it('learns how many emails are out before it cancels one that is being sent', async () => {
    const segment = await post('/segments', { name: 'Slowly' });
    for (const name of ['cy', 'di']) {
      await post('/contacts', { email: `${name}@example.com`, segments: [{ id: segment }] });
    }
    const from = 'News <news@mail.example.com>';
    const id = await post('/broadcasts', { name: 'Slow news', segment_id: segment, from, subject: 'Slow news', html });
    await post(`/dashboard-api/broadcasts/${id}/policy`, { pace_per_hour: 1 }, 'PATCH');
    await post(`/broadcasts/${id}/send`, {});
    await eventually(() => running.sink.messages.some(({ raw }) => textOf(raw).includes('Slow news')));
    await page.goto(`${running.origin}/dashboard/broadcasts/${id}`);
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Cancel broadcast' }).click();
    await dialog().getByText('1 of 2 emails were sent so far.').waitFor();
  });
});

describe('a person who tests two versions of a broadcast', () => {
  it('turns the test on, and reads at its fields what they mean and what is wrong', async () => {
    const segment = await post('/segments', { name: 'Tested' });
    for (const name of ['ed', 'flo', 'gus']) {
      await post('/contacts', { email: `${name}@example.com`, segments: [{ id: segment }] });
    }
    const from = 'News <news@mail.example.com>';
    const id = await post('/broadcasts', { name: 'Tested news', segment_id: segment, from, subject: 'Calm', html });
    await page.goto(`${running.origin}/dashboard/broadcasts/${id}`);
    await tab('A/B test');
    await page.getByLabel('Test a second version').check();
    await page.getByLabel('Subject of B', { exact: true }).fill('Loud');
    await page.getByLabel('Share of the audience').fill('5');
    await button('Save').click();
    await page.getByText('It must be a whole number from 10 to 100').waitFor();
    await page.getByLabel('Share of the audience').fill('60');
    await page.getByText('60% get A or B, half each. The other 40% get the winner.').waitFor();
    await page.getByRole('combobox', { name: 'Winner' }).selectOption('I choose');
    await button('Save').click();
    await page.getByText('A/B test saved').waitFor();
    await picture(page, 'broadcast-ab-test');
  });

  it('writes other content for B, and takes that of A again', async () => {
    await tab('Content');
    const show = (version: string) =>
      page.getByRole('radiogroup', { name: 'Version' }).getByText(`Version ${version}`).click();
    const written = page.getByRole('textbox', { name: 'HTML' });
    await show('B');
    await button('Write other content').click();
    await written.fill(html.replace('Hello', 'Good day'));
    // What is typed is saved also where one looks at the other version at once.
    await show('A');
    await eventually(async () => (await written.inputValue()).includes('Hello'));
    await show('B');
    await eventually(async () => (await written.inputValue()).includes('Good day'));
    await page.getByRole('radiogroup', { name: 'Content view' }).getByText('Preview').click();
    await page.frameLocator('iframe[title="Preview: Desktop"]').getByText('Good day there').waitFor();
    await page.getByRole('radiogroup', { name: 'Content view' }).getByText('Write').click();
    await picture(page, 'broadcast-ab-content');
    await button('Use content of A').click();
    await dialog().getByRole('button', { name: 'Use content of A' }).click();
    await page.getByText('B has the content of A', { exact: true }).first().waitFor();
  });

  it('sends B as a test email', async () => {
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Send test' }).click();
    await dialog().getByLabel('Version').selectOption('B');
    await dialog().getByRole('button', { name: 'Send test' }).click();
    await eventually(() => running.sink.messages.some(({ raw }) => textOf(raw).includes('Subject: [Test] Loud')));
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('sends it, chooses the winner, and sees both in the results', async () => {
    await button('Review and send').click();
    expect(await dialog().getByRole('radio', { name: 'By time zone' }).isDisabled()).toBe(true);
    await dialog().getByText('An A/B test can’t be sent in each time zone.').waitFor();
    await dialog().getByRole('button', { name: 'Send now' }).click();
    await page.getByText('A/B test: choose the winner').waitFor();
    await page.getByText('A: 0 of 1 opened, 0 clicked').waitFor();
    await page.getByText('B: 0 of 1 opened, 0 clicked').waitFor();
    await picture(page, 'broadcast-ab-waiting');
    await button('Choose B').click();
    await dialog().getByText('This can’t be undone.').waitFor();
    await dialog().getByRole('button', { name: 'Choose B' }).click();
    const ofB = () => running.sink.messages.filter(({ raw }) => textOf(raw).includes('Subject: Loud'));
    await eventually(() => ofB().length === 2);
    await tab('Results');
    await page.getByRole('row', { name: 'B Winner Loud' }).waitFor();
    await page.getByText('B won. Someone in your team chose it.').waitFor();
    const recipients = page.getByRole('table', { name: 'Recipients' });
    await eventually(async () => (await recipients.getByRole('cell', { name: 'B', exact: true }).count()) === 2);
    expect(await recipients.getByRole('cell', { name: 'A', exact: true }).count()).toBe(1);
    await picture(page, 'broadcast-ab-results');
  });

  it('reads when a rule chooses the winner, and that no one waits where all are in the test', async () => {
    const segment = await post('/segments', { name: 'Few' });
    for (const name of ['hal', 'ida', 'jo']) {
      await post('/contacts', { email: `${name}@example.com`, segments: [{ id: segment }] });
    }
    const send = async (name: string, test: object, policy: object) => {
      const from = 'News <news@mail.example.com>';
      const id = await post('/broadcasts', { name, segment_id: segment, from, subject: name, html });
      await post(`/dashboard-api/broadcasts/${id}/ab-test`, { subject: `${name} (B)`, ...test }, 'PATCH');
      await post(`/dashboard-api/broadcasts/${id}/policy`, policy, 'PATCH');
      await post(`/broadcasts/${id}/send`, {});
      await page.goto(`${running.origin}/dashboard/broadcasts/${id}`);
    };
    await send('Judged', { share: 50, winner_by: 'opens', hours: 2 }, { pace_per_hour: null });
    await page.getByText('A/B test: the winner is chosen').waitFor();
    await page.getByText('The version that most people opened wins.').waitFor();
    // One of them is sent, and the others wait.
    await send('Compared', { share: 100 }, { pace_per_hour: 1 });
    await page.getByText('Everyone gets A or B, half each.').waitFor();
  });
});
