import { checkLinks } from '../../../src/application/broadcast/check-links.js';
import { ofInsight, ofLink, ofRule, ofSpam, ofUnsendable } from '../../../src/application/broadcast/review-finding.js';
import type { LinkAnswer } from '../../../src/application/ports/link-checker.js';
import type { InsightFix } from '../../../src/domain/insight/finding.js';
import { inHtml } from '../../../src/domain/template/check/finding.js';

const spot = { line: 3, column: 5 };

describe('a finding of a review', () => {
  it.each<readonly [LinkAnswer, boolean | undefined]>([
    [{ status: 200 }, undefined],
    [{ status: 403 }, undefined],
    [{ status: 429 }, undefined],
    [{ status: 404 }, true],
    [{ status: 410 }, true],
    [{ status: 500 }, false],
    [{ problem: 'address-not-allowed' }, true],
    [{ problem: 'too-many-redirects' }, true],
    [{ problem: 'unreachable' }, false],
    [{ problem: 'timeout' }, false],
  ])('about a link that answers %j blocks: %s', (answer, blocks) => {
    expect(ofLink('https://a.example/', answer, inHtml(spot))?.blocks).toBe(blocks);
  });

  it('about spam blocks where the filter would reject, and warns where it would mark', () => {
    const verdict = { score: 7, requiredScore: 15, isRejected: false, isMarked: false, reasons: ['B'] };
    expect(ofSpam(verdict)).toBeUndefined();
    expect(ofSpam({ ...verdict, isMarked: true })).toMatchObject({
      blocks: false,
      seen: expect.stringContaining('7.0 of 15.0') as string,
    });
    expect(ofSpam({ ...verdict, isRejected: true })?.blocks).toBe(true);
    expect(ofSpam(undefined)?.blocks).toBe(false);
  });

  it.each<readonly [InsightFix | null, boolean]>([
    [{ kind: 'domain-records', domainId: 'd' }, true],
    [{ kind: 'domain-settings', domainId: 'd' }, true],
    [{ kind: 'domains' }, true],
    [{ kind: 'setting', name: 'PUBLIC_URL' }, true],
    [{ kind: 'topics' }, false],
    [null, false],
  ])('of the insights that is fixed in %j is for an admin: %s', (fix, isForAdmin) => {
    const about = { title: 'DMARC', why: 'Gmail requires it.', source: { name: 'Gmail', url: 'https://example.com' } };
    const finding = ofInsight({ check: 'dmarc', group: 'attention', seen: 'None.', remedy: null, fix, ...about });
    expect(finding.isForAdmin === true).toBe(isForAdmin);
  });

  it('about what sending refuses always blocks', () => {
    expect(ofUnsendable({ refused: 'incomplete', field: 'segment_id' })).toMatchObject({
      blocks: true,
      seen: 'The broadcast has no segment.',
      place: { part: 'segment_id' },
    });
    expect(ofUnsendable({ refused: 'unknown-tag', tag: 'ORDER' }).seen).toBe('Unknown merge tag `ORDER`.');
  });

  it('blocks an A/B test that is judged by what is not tracked', () => {
    const opensAlone = { opens: true, clicks: false };
    expect(ofRule('clicks', 'example.com', opensAlone)).toMatchObject({
      ...{ name: 'test-rule', blocks: true },
      seen: 'The A/B test is judged by clicks, and click tracking of example.com is off.',
    });
    expect([ofRule('opens', 'example.com', opensAlone), ofRule('manual', 'example.com', opensAlone)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('the links of a broadcast', () => {
  it('are asked once each, but for personal ones and those of this server, a hundred at most', async () => {
    const asked: string[] = [];
    const linkChecker = {
      check: async (url: string) => {
        asked.push(url);
        return { status: url.endsWith('/gone') ? 404 : 200 };
      },
    };
    const use = (url: string) => ({ url, spot });
    const links = [
      ...['https://a.example/', 'https://a.example/#top', 'https://a.example/gone', 'mailto:a@a.example'].map(use),
      ...['https://a.example/{{{EMAIL}}}', 'https://own.example/unsubscribe/x', '#top', 'https://['].map(use),
    ];
    const findings = await checkLinks({ linkChecker }, 'team', links, 'https://own.example');
    expect(asked).toEqual(['https://a.example/', 'https://a.example/gone']);
    expect(findings).toMatchObject([{ name: 'broken-links', blocks: true, place: { part: 'html', ...spot } }]);
    const many = Array.from({ length: 150 }, (_, at) => use(`https://b.example/${at}`));
    asked.length = 0;
    await checkLinks({ linkChecker }, 'team', many, 'https://own.example');
    expect(asked).toHaveLength(100);
    expect(await checkLinks({ linkChecker: null }, 'team', links, 'https://own.example')).toEqual([]);
  });
});
