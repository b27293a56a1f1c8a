import { describe, expect, it } from '@jest/globals';
import { sampleEmails } from '../dashboard/samples/emails.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { textOf } from './flow.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...sampleEmails() }));
const isSaid = (title: string) => page.screen.queryAllByRole('status').some((status) => textOf(status).includes(title));
const untilSaid = (title: string, said = true) => page.until(() => expect(isSaid(title)).toBe(said));

describe('a session that ends', () => {
  const signedOut = { status: 401, body: { statusCode: 401, name: 'missing_session', message: 'Sign in.' } };
  const expired = 'Your session expired';

  it('while something is typed leaves it there, until the person has signed in again beside it', async () => {
    page.open('/emails?test=true');
    const subject = await page.screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' });
    await page.fill(subject, 'What I typed');
    const session = page.mock.answers['GET /dashboard-api/session'];
    page.mock.answers['GET /dashboard-api/session'] = signedOut;
    page.mock.answers['POST /emails'] = signedOut;
    await page.fill(page.screen.getByRole('textbox', { name: 'To' }), 'delivered@resend.dev');
    const dialog = screenOf(page.screen.getByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'Send' }));
    await untilSaid(expired);
    const signIn = await page.screen.findByRole('link', { name: 'Sign in' });
    expect(signIn.getAttribute('target')).toBe('_blank');
    expect(subject.value).toBe('What I typed');
    if (session !== undefined) page.mock.answers['GET /dashboard-api/session'] = session;
    page.window.dispatchEvent(new page.window.Event('focus'));
    await untilSaid(expired, false);
    expect(page.screen.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('What I typed');
  });
});

describe('an answer that is none', () => {
  const list = 'GET /dashboard-api/emails';
  const fault = 'Something went wrong on the server';
  const answers = (status: number, body: object, headers = {}) => {
    for (const name of Object.keys(page.mock.answers)) {
      if (name.startsWith(`${list}?`)) delete page.mock.answers[name];
    }
    page.mock.answers[list] = { status, headers, body };
  };
  const failing = (status: number, message: string, headers = {}) =>
    answers(status, { statusCode: status, name: 'x', message }, headers);
  /** As long as the page tries again before it gives up. */
  const triesMs = 30_000;
  const none = { object: 'list', has_more: false, data: [] };

  it('of a fault shows what the log of the server calls it', async () => {
    failing(500, 'Internal server error', { 'x-request-id': 'req-of-this-answer' });
    page.open('/emails', { now: new Date() });
    await page.untilAsked(list);
    await page.clock.pass(triesMs);
    await page.screen.findByText(fault);
    await page.screen.findByText(/req-of-this-answer/);
    answers(200, none);
    await page.press('Try again');
    await page.until(() => expect(page.screen.queryByText(fault)).toBeNull());
  });

  it('says that there is no access, and offers no repeat', async () => {
    failing(403, 'This needs the role of an admin.');
    page.open('/emails');
    await page.screen.findByText('You don’t have access to this');
    expect(page.screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('of a limit is asked again after the time that it names', async () => {
    failing(429, 'Too many requests.', { 'retry-after': '7' });
    page.open('/emails', { now: new Date() });
    await page.untilAsked(list);
    answers(200, none);
    await page.clock.pass(6_000);
    expect(page.asked(list)).toHaveLength(1);
    await page.clock.pass(1_500);
    await page.screen.findAllByText(/No emails found|No emails yet/);
    expect(page.screen.queryByRole('alert')).toBeNull();
  });
});
