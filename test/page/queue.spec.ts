import { describe, expect, it } from '@jest/globals';
import { fireEvent } from '@testing-library/dom';
import { figuresAnswers } from '../dashboard/samples/figures.js';
import { sampleAnswers, type SampleRole } from '../dashboard/samples/people.js';
import { textOf } from './flow.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...figuresAnswers }));
const ok = (body: object) => ({ status: 200, body });
const moved = { object: 'queue_move', emails: 2, recipients: 3, failed: 0, complete: true };
const bodyOf = (name: string) => JSON.parse(page.asked(name)[0]?.body ?? 'null') as object;
const row = (domain: string) => page.screen.findByRole('row', { name: new RegExp(domain) });
const reason = () => page.screen.findByRole('textbox', { name: 'Reason' });

/** From the menu of the row. */
async function act(domain: string, name: string): Promise<void> {
  await page.press(`Actions: ${domain}`);
  await page.user.click(await page.screen.findByRole('menuitem', { name }));
}

function as(role: SampleRole, speaksForServer: boolean): void {
  const { 'GET /dashboard-api/session': session, 'GET /dashboard-api/installation': installation } =
    sampleAnswers(role);
  const features = { authenticator: true, passkeys: true, activity: true, server: speaksForServer };
  page.mock.answers['GET /dashboard-api/session'] = ok(session ?? {});
  page.mock.answers['GET /dashboard-api/installation'] = ok({ ...installation, features });
}

describe('the queue', () => {
  it('says why mail waits, and shows what it does not know by its own word', async () => {
    page.open('/queue');
    const late = textOf(await row('late.example.net'));
    expect(late).toContain('Mailbox is full');
    expect(late).toMatch(/Delayed.*1,204 waiting.*5 hours ago.*in 3 hours/);
    expect(late).toContain('451 4.2.2 The mailbox of the recipient is over quota');
    const links = page.screen.getAllByRole('link', { name: 'late.example.net' });
    expect(links[0]?.getAttribute('href')).toBe(
      '/dashboard/emails?search=late.example.net&status=delivery_delayed&kind=all',
    );
    expect(textOf(await row('busy.example.com'))).toMatch(/Sending.*1 being sent, 3 due, 2 waiting.*due now/);
    expect(textOf(await row('Erased domain'))).toContain('a-kind-of-later');
    await page.screen.findAllByText(/Paused: They asked for a break/);
  });

  it('retries at once, and gives up with a reason unless that is undone', async () => {
    page.mock.answers['POST /dashboard-api/queue/retry'] = ok(moved);
    page.mock.answers['POST /dashboard-api/queue/drop'] = ok(moved);
    page.open('/queue', { now: new Date() });
    await act('late.example.net', 'Retry now: email to late.example.net');
    await page.screen.findByText('Retrying 2 emails now.');
    const drop = async (): Promise<void> => {
      await act('late.example.net', 'Drop email to late.example.net');
      await page.fill(await reason(), 'Sent by mistake');
      const word = page.screen.getByRole('textbox', { name: 'Type late.example.net to confirm' });
      await page.fill(word, 'late.example.net');
      await page.press('Drop');
      await page.until(() => expect(page.screen.queryByRole('row', { name: /late\.example\.net/ })).toBeNull());
    };
    await drop();
    await page.press('Undo');
    await row('late.example.net');
    expect(page.asked('POST /dashboard-api/queue/drop')).toEqual([]);
    await drop();
    await page.clock.pass(10_000);
    await page.screen.findByText('Dropped 3 recipients of 2 emails.');
    expect(bodyOf('POST /dashboard-api/queue/drop')).toEqual({ domain: 'late.example.net', reason: 'Sent by mistake' });
  });

  it('is paused and resumed by who speaks for the server', async () => {
    const changed = ok({ object: 'queue_change', changed: true });
    page.mock.answers['POST /dashboard-api/queue/pause'] = changed;
    page.mock.answers['POST /dashboard-api/queue/resume'] = changed;
    page.open('/queue');
    await act('late.example.net', 'Pause email to late.example.net');
    await page.fill(await reason(), 'They move');
    fireEvent.change(page.screen.getByLabelText(/^Until/), { target: { value: '2099-01-31T09:30' } });
    await page.press('Pause');
    await page.screen.findByText('Email to late.example.net paused');
    expect(bodyOf('POST /dashboard-api/queue/pause')).toEqual({
      domain: 'late.example.net',
      reason: 'They move',
      until: '2099-01-31T09:30:00.000Z',
    });
    await page.press(/^Resume email to A domain/);
    await page.untilAsked('POST /dashboard-api/queue/resume');
    expect(page.asked('POST /dashboard-api/queue/resume')).toHaveLength(1);
    expect(bodyOf('POST /dashboard-api/queue/resume')).toEqual({ pause_id: 'mx-set:mx' });
  });

  it('offers to each what they may do', async () => {
    as('member', false);
    page.open('/queue');
    await page.press('Actions: late.example.net');
    await page.screen.findByRole('menuitem', { name: 'Retry now: email to late.example.net' });
    expect(page.screen.queryAllByRole('menuitem', { name: /Pause|Resume/ })).toEqual([]);
    as('read-only', false);
    page.open('/queue');
    await row('late.example.net');
    expect(page.screen.queryAllByRole('button', { name: /Actions|Pause a/ })).toEqual([]);
    expect(page.screen.queryByRole('link', { name: 'Health' })).toBeNull();
  });
});
