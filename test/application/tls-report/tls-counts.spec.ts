import type { StsState } from '../../../src/application/delivery/mx/mx-directory.js';
import type { TlsSession } from '../../../src/application/ports/mail-transport.js';
import { TlsCounts } from '../../../src/application/tls-report/tls-counts.js';

const nowMs = Date.parse('2026-11-28T12:00:00Z');
const encrypted: TlsSession = {
  domain: 'one.test',
  host: 'mx.one.test',
  address: '192.0.2.1',
  localAddress: '198.51.100.1',
  tls: 'encrypted',
  reason: null,
  certificateProblem: null,
  dane: null,
};
const inClear = { tls: 'not-offered' } as const;
const stranger = { certificateProblem: 'DEPTH_ZERO_SELF_SIGNED_CERT' };
const policy = (mode: 'enforce' | 'testing' | 'none', mx = ['*.one.test']): StsState => ({
  policy: { mode, mx, maxAgeSeconds: 86_400 },
});

function counted(sessions: readonly (readonly [Partial<TlsSession>, (StsState | undefined)?])[]) {
  const counts = new TlsCounts([]);
  for (const [session, sts] of sessions) counts.note({ session: { ...encrypted, ...session }, sts }, nowMs, () => true);
  return counts.all();
}

/** `type succeeded/failed result reason`, of one connection. */
function judged(session: Partial<TlsSession>, sts?: StsState): string {
  const [one] = counted([[session, sts]]);
  const [found] = one?.policies ?? [];
  const [failure] = found?.failures ?? [];
  const words = [found?.type, `${found?.succeeded}/${found?.failed}`, failure?.result, failure?.reason];
  return words.filter((word) => word !== undefined).join(' ');
}

describe('connections that reports about TLS tell of', () => {
  const dane = { records: ['3 1 1 ab'], isProven: true };
  const unproven = { ...dane, isProven: false };
  it.each<[string, Partial<TlsSession>, StsState | undefined]>([
    ['no-policy-found 1/0', stranger, undefined],
    ['no-policy-found 0/1 starttls-not-supported', inClear, undefined],
    ['no-policy-found 0/1 validation-failure wrong version', { tls: 'failed', reason: 'wrong version' }, undefined],
    ['no-policy-found 1/0', stranger, policy('none')],
    ['sts 1/0', {}, policy('enforce')],
    ['sts 0/1 certificate-not-trusted DEPTH_ZERO_SELF_SIGNED_CERT', stranger, policy('testing')],
    ['sts 0/1 certificate-expired', { certificateProblem: 'CERT_HAS_EXPIRED' }, policy('enforce')],
    ['sts 0/1 certificate-host-mismatch', { certificateProblem: 'ERR_TLS_CERT_ALTNAME_INVALID' }, policy('enforce')],
    ['sts 0/1 starttls-not-supported', inClear, policy('enforce')],
    ['sts 0/1 validation-failure MX host not in policy', {}, policy('testing', ['mx.two.test'])],
    ['sts 0/1 validation-failure MX host not in policy', { tls: 'withheld', host: null }, policy('enforce')],
    ['sts 0/1 sts-webpki-invalid', {}, { failure: 'sts-webpki-invalid' }],
    ['tlsa 1/0', { ...stranger, dane }, policy('enforce')],
    ['tlsa 0/1 certificate-not-trusted no TLSA record matches', { dane: unproven }, undefined],
    ['tlsa 0/1 tlsa-invalid', { dane: { records: [], isProven: false } }, undefined],
    ['tlsa 0/1 starttls-not-supported', { ...inClear, dane: unproven }, undefined],
    ['tlsa 0/1 dnssec-invalid', { tls: 'withheld', dane: { records: [], isProven: false } }, undefined],
  ])('are %s', (expected, session, sts) => {
    expect(judged(session, sts)).toBe(expected);
  });

  it('are summed by policy, and failures by what is alike', () => {
    const other = { address: '192.0.2.2' };
    const [one] = counted([
      [{}, policy('testing')],
      [stranger, policy('testing')],
      [stranger, policy('testing')],
    ]);
    expect(one).toMatchObject({ day: '2026-11-28', domain: 'one.test' });
    expect(one?.policies).toEqual([
      {
        type: 'sts',
        domain: 'one.test',
        strings: ['version: STSv1', 'mode: testing', 'mx: *.one.test', 'max_age: 86400'],
        mx: ['*.one.test'],
        succeeded: 1,
        failed: 2,
        failures: [
          {
            result: 'certificate-not-trusted',
            host: 'mx.one.test',
            address: '192.0.2.1',
            localAddress: '198.51.100.1',
            reason: 'DEPTH_ZERO_SELF_SIGNED_CERT',
            sessions: 2,
          },
        ],
      },
    ]);
    const [two] = counted([[inClear], [{ ...inClear, ...other }], [{ dane }], [{ dane, host: 'mx2.one.test' }]]);
    expect(two?.policies.map(({ domain, failures }) => [domain, failures.length])).toEqual([
      ['one.test', 2],
      ['mx.one.test', 0],
      ['mx2.one.test', 0],
    ]);
  });

  it('keep the results alone of more failures than a report has room for', () => {
    const [one] = counted(Array.from({ length: 150 }, (_, number) => [{ ...inClear, address: `192.0.2.${number}` }]));
    const [found] = one?.policies ?? [];
    expect(found?.failed).toBe(150);
    expect(found?.failures).toHaveLength(101);
    expect(found?.failures.at(-1)).toEqual({ result: 'starttls-not-supported', sessions: 50 });
  });

  it('do not tell addresses of ours that say nothing outside', () => {
    const counts = new TlsCounts([]);
    counts.note({ session: { ...encrypted, ...inClear }, sts: undefined }, nowMs, () => false);
    expect(counts.all()[0]?.policies[0]?.failures[0]).not.toHaveProperty('localAddress');
  });
});
