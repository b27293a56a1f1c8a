import { reportRecords } from '../../../src/application/domain-report/report-records.js';
import type { Dns } from '../../../src/application/ports/dns.js';
import { sampleDomain, sampleSettings } from '../../support/published-domain.js';

const settings = { ...sampleSettings, takesReports: true };
/** A name server that has these TXT records; null: it does not answer. */
const dnsOf = (records: Readonly<Record<string, string | null>>): Dns => ({
  resolve: async (name) => {
    const text = records[name];
    if (text === null) return { kind: 'unanswered', reason: 'timeout' };
    // Only TXT is asked for.
    return text === undefined
      ? { kind: 'missing', reason: 'no-such-name', aliases: [] }
      : ({ kind: 'found', values: [[text]], aliases: [] } as never);
  },
});
const found = async (records: Readonly<Record<string, string | null>>, domain = sampleDomain) =>
  (await reportRecords(domain, settings, dnsOf(records))).map(({ name, value, finding }) => [name, value, finding]);

const ours = 'mailto:dmarc@send.example.com';
const tls = 'mailto:tls@send.example.com';

describe('the records that ask for reports', () => {
  it('are shown for the domain, its return path and its own mail host', async () => {
    expect(await found({})).toEqual([
      ['_dmarc.example.com', `v=DMARC1; p=none; rua=${ours}`, 'missing'],
      ['_smtp._tls.send.example.com', `v=TLSRPTv1; rua=${tls}`, 'missing'],
      ['_smtp._tls.example.com', `v=TLSRPTv1; rua=${tls}`, 'missing'],
    ]);
    const receiving = { ...sampleDomain, capabilities: { sending: false, receiving: true } };
    expect(await found({}, receiving)).toEqual([
      ['_dmarc.example.com', 'v=DMARC1; p=none; rua=mailto:dmarc@example.com', 'missing'],
      ['_smtp._tls.example.com', 'v=TLSRPTv1; rua=mailto:tls@example.com', 'missing'],
    ]);
    expect(await reportRecords(sampleDomain, sampleSettings, dnsOf({}))).toEqual([]);
  });

  it.each<readonly [text: string | null, value: string, finding: string]>([
    [`v=DMARC1; p=reject; rua=${ours}`, `v=DMARC1; p=reject; rua=${ours}`, 'verified'],
    [`v=DMARC1;p=reject;rua=mailto:a@b.test , MAILTO:DMARC@send.example.com!5m ;`, '=', 'verified'],
    ['v=DMARC1; p=reject;', `v=DMARC1; p=reject; rua=${ours}`, 'different'],
    [
      'v=DMARC1; p=none; rua=mailto:a@b.test; pct=5',
      `v=DMARC1; p=none; rua=mailto:a@b.test,${ours}; pct=5`,
      'different',
    ],
    ['v=DMARC1; p=none; rua=', `v=DMARC1; p=none; rua=${ours}`, 'different'],
    ['v=DMARC1; p=none; ruf=mailto:dmarc@send.example.com', `= rua=${ours}`, 'different'],
    ['unrelated', `v=DMARC1; p=none; rua=${ours}`, 'missing'],
    [null, `v=DMARC1; p=none; rua=${ours}`, 'unanswered'],
  ])('%s becomes %s: %s', async (text, value, finding) => {
    const [[, shown, is] = []] = await found({ '_dmarc.example.com': text });
    expect([shown, is]).toEqual([
      value.startsWith('=') ? `${text}${value.slice(1).replace(' ', '; ')}` : value,
      finding,
    ]);
  });

  it.each<readonly [text: string | null, value: string, finding: string]>([
    [`v=TLSRPTv1;rua=${tls}`, `v=TLSRPTv1;rua=${tls}`, 'verified'],
    ['v=TLSRPTv1; rua=https://b.test/', `v=TLSRPTv1; rua=https://b.test/,${tls}`, 'different'],
    ['v=TLSRPTv2; rua=', `v=TLSRPTv1; rua=${tls}`, 'missing'],
    [null, `v=TLSRPTv1; rua=${tls}`, 'unanswered'],
  ])('%s becomes %s: %s', async (text, value, finding) => {
    const [, row] = await found({ '_smtp._tls.send.example.com': text });
    expect(row?.slice(1)).toEqual([value, finding]);
  });
});
