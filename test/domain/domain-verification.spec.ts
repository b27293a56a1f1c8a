import type { CapabilityStatus, SendingDomainEvent } from '../../src/domain/sending-domain/events.js';
import { sendingDomain } from '../../src/domain/sending-domain/sending-domain.js';
import { domainStatus, type Finding, maySend } from '../../src/domain/sending-domain/verification.js';
import { checked, domainOpens, finding } from '../support/domain-facts.js';

const hourMs = 3_600_000;
const start = Date.parse('2026-03-01T10:00:00.000Z');
const at = (hours: number): string => new Date(start + hours * hourMs).toISOString();
const complete: readonly Finding[] = [finding('spf', 'verified'), finding('spare', 'missing', null)];
const broken: readonly Finding[] = [finding('spf', 'missing')];
const silent: readonly Finding[] = [finding('spf', 'unanswered')];

/** A domain over time: each step is a command at an hour, decided and applied. */
function history(opens = domainOpens()) {
  let state = sendingDomain.evolve(sendingDomain.initial, { type: 'DomainCreated', data: opens }, at(0));
  const apply = (hours: number, command: Parameters<typeof sendingDomain.decide>[0]): readonly SendingDomainEvent[] => {
    const decision = sendingDomain.decide(command, state);
    if ('refused' in decision) throw new Error(decision.refused);
    for (const event of decision) state = sendingDomain.evolve(state, event, at(hours));
    return decision;
  };
  return {
    ask: (hours: number) => apply(hours, { type: 'RequestCheck' }),
    check: (hours: number, findings: readonly Finding[]) =>
      apply(hours, { type: 'RecordCheck', findings, at: at(hours), patienceMs: 72 * hourMs }),
    apply,
    get status() {
      return state.status === 'active' ? domainStatus(state.verification, state.domain.capabilities) : state.status;
    },
    get sends() {
      return state.status === 'active' && maySend(state.verification, state.domain.capabilities);
    },
  };
}

describe('the proof of a domain', () => {
  it('is not looked for before somebody asks', () => {
    const domain = history();
    expect(domain.status).toBe('not_started');
    domain.check(1, complete);
    expect([domain.status, domain.sends]).toEqual(['not_started', false]);
  });

  it('is pending until every needed record is there, and recommended ones hold nothing back', () => {
    const domain = history();
    domain.ask(1);
    expect([domain.status, domain.sends]).toEqual(['pending', false]);
    domain.check(2, broken);
    expect(domain.status).toBe('pending');
    domain.check(3, complete);
    expect([domain.status, domain.sends]).toEqual(['verified', true]);
  });

  it.each(['different', 'missing', 'unanswered'] as const)('waits for all of them: one of two is %s', (status) => {
    const domain = history();
    domain.ask(1);
    domain.check(2, [finding('spf', 'verified'), finding('dkim', status)]);
    expect([domain.status, domain.sends]).toEqual(['pending', false]);
  });

  it('fails after 72 hours from the last time that somebody asked, and can be asked for again', () => {
    const domain = history();
    domain.ask(0);
    domain.ask(10);
    domain.check(81.9, broken);
    expect(domain.status).toBe('pending');
    domain.check(82, broken);
    expect([domain.status, domain.sends]).toEqual(['failed', false]);
    domain.check(83, complete);
    expect(domain.status).toBe('failed');
    domain.ask(84);
    expect(domain.status).toBe('pending');
    domain.check(85, complete);
    expect(domain.status).toBe('verified');
  });

  it('sends on while a record is gone or differs, comes back, and fails when it stays away', () => {
    const domain = history();
    domain.ask(0);
    domain.check(1, complete);
    domain.check(24, broken);
    expect([domain.status, domain.sends]).toEqual(['temporary_failure', true]);
    domain.check(48, complete);
    expect(domain.status).toBe('verified');
    domain.check(72, [finding('spf', 'different')]);
    expect(domain.status).toBe('temporary_failure');
    domain.ask(100);
    domain.check(143, broken);
    expect(domain.status).toBe('temporary_failure');
    domain.check(144, broken);
    expect([domain.status, domain.sends]).toEqual(['failed', false]);
  });

  it('does not take silence for absence', () => {
    const domain = history();
    domain.ask(0);
    domain.check(1, complete);
    domain.check(200, silent);
    expect(domain.status).toBe('verified');
    const pending = history();
    pending.ask(0);
    pending.check(1, silent);
    expect(pending.status).toBe('pending');
  });

  it('is written where it differs, where somebody waits for it, and once a day', () => {
    const domain = history();
    domain.ask(0);
    expect(domain.check(0.1, broken)).toEqual([
      {
        type: 'DomainChecked',
        data: { sending: 'pending', receiving: 'not_started', records: [checked('spf', 'missing')] },
      },
    ]);
    expect(domain.check(0.25, broken)).toEqual([]);
    expect(domain.check(0.5, [finding('spf', 'different')])).toHaveLength(1);
    domain.ask(0.6);
    expect(domain.check(0.7, [finding('spf', 'different')])).toHaveLength(1);
    expect(domain.check(24.6, [finding('spf', 'different')])).toHaveLength(0);
    expect(domain.check(24.7, [finding('spf', 'different')])).toHaveLength(1);
  });

  it.each<readonly [CapabilityStatus, CapabilityStatus, string]>([
    ['verified', 'verified', 'verified'],
    ['verified', 'pending', 'partially_verified'],
    ['pending', 'verified', 'partially_verified'],
    ['verified', 'temporary_failure', 'partially_failed'],
    ['failed', 'verified', 'partially_failed'],
    ['temporary_failure', 'failed', 'temporary_failure'],
    ['failed', 'pending', 'pending'],
    ['failed', 'failed', 'failed'],
  ])('with sending %s and receiving %s is %s', (sending, receiving, status) => {
    const of = (state: CapabilityStatus) => ({ status: state, since: at(0) });
    const both = { sending: true, receiving: true };
    expect(domainStatus({ vouched: false, sending: of(sending), receiving: of(receiving) }, both)).toBe(status);
  });

  it('looks for what is switched on later, and keeps what it has', () => {
    const domain = history();
    domain.ask(0);
    domain.check(1, complete);
    domain.apply(2, { type: 'UpdateDomain', changes: { capabilities: { sending: true, receiving: true } } });
    expect([domain.status, domain.sends]).toEqual(['partially_verified', true]);
    domain.check(3, [...complete, finding('inbound', 'verified', 'receiving')]);
    expect(domain.status).toBe('verified');
    domain.apply(4, { type: 'UpdateDomain', changes: { capabilities: { sending: false, receiving: true } } });
    expect([domain.status, domain.sends]).toEqual(['verified', false]);
  });
});
