import { jest } from '@jest/globals';
import type { TroubleChange } from '../../../../src/application/delivery/trouble/trouble.js';
import { TroubleNotices } from '../../../../src/application/delivery/trouble/trouble-notices.js';
import { Troubles } from '../../../../src/application/delivery/trouble/troubles.js';

const login: TroubleChange = {
  state: 'begun',
  place: 'relay',
  kind: 'relay-login',
  fields: { step: 'auth', code: 535 },
};
const gone: TroubleChange = { state: 'begun', place: 'relay', kind: 'relay-unreachable', fields: { step: 'connect' } };
const over: TroubleChange = { state: 'ended', place: 'relay' };
const shut: TroubleChange = { state: 'begun', place: 'port-25', kind: 'port-25', fields: {} };

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-03-02T12:00:00.000Z') }));
afterEach(() => void jest.useRealTimers());

describe('what keeps email from leaving', () => {
  it('is open from its beginning to its end, and said once each', () => {
    const said: string[] = [];
    const troubles = new Troubles(
      { now: () => Date.now() },
      { onBegun: ({ kind }) => said.push(kind), onEnded: ({ kind }, lastedMs) => said.push(`${kind} ${lastedMs}`) },
    );
    for (const change of [over, login, login, shut]) troubles.note(change);
    jest.advanceTimersByTime(60_000);
    troubles.note(gone);
    expect(troubles.open().map(({ kind, since }) => [kind, since])).toEqual([
      ['relay-unreachable', '2026-03-02T12:00:00.000Z'],
      ['port-25', '2026-03-02T12:00:00.000Z'],
    ]);
    troubles.note(over);
    troubles.note(over);
    expect(said).toEqual(['relay-login', 'port-25', 'relay-unreachable', 'relay-unreachable 60000']);
    expect(troubles.open().map(({ kind }) => kind)).toEqual(['port-25']);
  });
});

describe('the operators get a notice', () => {
  const trouble = { place: 'port-25', kind: 'port-25', since: '2026-03-02T12:00:00.000Z', fields: {} } as const;
  const make = () => {
    const sent: string[] = [];
    const notices = new TroubleNotices({
      notify: async ({ subject }) => sent.push(subject),
      onFailure: (error) => sent.push(String(error)),
    });
    return { sent, notices };
  };

  it('when a trouble lasts, and when it is over', () => {
    const { sent, notices } = make();
    notices.begun(trouble);
    jest.advanceTimersByTime(299_000);
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(1_000);
    expect(sent).toEqual(['Email is not delivered: No mail server of any receiver can be reached on port 25']);
    notices.begun(trouble);
    jest.advanceTimersByTime(600_000);
    notices.ended(trouble);
    expect(sent.slice(1)).toEqual(['Mail servers can be reached on port 25 again']);
  });

  it('neither of one that passed meanwhile nor after the stop', () => {
    const { sent, notices } = make();
    notices.begun(trouble);
    notices.ended(trouble);
    notices.begun(trouble);
    notices.stop();
    jest.advanceTimersByTime(600_000);
    expect(sent).toEqual([]);
  });

  it('and one that cannot be accepted is reported', async () => {
    const failed: unknown[] = [];
    const notices = new TroubleNotices({
      notify: () => Promise.reject(new Error('the log is away')),
      onFailure: (error) => failed.push(error),
    });
    notices.begun(trouble);
    await jest.advanceTimersByTimeAsync(300_000);
    expect(failed).toEqual([new Error('the log is away')]);
  });
});
