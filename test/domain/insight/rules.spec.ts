import { describe, expect, it } from '@jest/globals';
import { known, type MailFacts, unknown } from '../../../src/domain/insight/facts.js';
import { findingsOf, type InsightCheck, insightChecks } from '../../../src/domain/insight/rules.js';
import { domain, goodMail, host, html, link } from '../../support/insight-facts.js';

type Change = Partial<MailFacts>;

const judged = (change: Change, check: InsightCheck) =>
  findingsOf({ ...goodMail, ...change }).find((finding) => finding.check === check);

const withHtml = (change: Partial<typeof html>): Change => ({ html: known({ ...html, ...change }) });
const withDomain = (change: Partial<typeof domain>): Change => ({ domain: known({ ...domain, ...change }) });
const withTracking = (change: Partial<typeof domain.tracking>): Change =>
  withDomain({ tracking: { ...domain.tracking, ...change } });
const attached = (filename: string, archive: MailFacts['attachments'][number]['archive'] = null): Change => ({
  attachments: [{ filename, contentType: 'application/octet-stream', bytes: 10, archive }],
});
const from = (localPart: string, name: string): Change => ({
  from: { localPart, domain: { name, registered: 'example.com' } },
});
const sentFrom = (change: Partial<(typeof host)['addresses'][number]>): Change => ({
  sendingHost: known({ ...host, addresses: host.addresses.map((address) => ({ ...address, ...change })) }),
});
const dmarc = (state: 'missing' | 'different', foundAt: string | null): Change =>
  withDomain({ dmarc: known({ state, foundAt, policy: null, strictSpf: false }) });
const signedBy = (record: (typeof domain.signatures)[number]['record']): Change =>
  withDomain({ signatures: domain.signatures.map((signature) => ({ ...signature, record })) });

describe('the checks of an email', () => {
  it('all pass for a good one', () => {
    const findings = findingsOf(goodMail);
    expect(findings.map(({ check, group }) => [check, group])).toEqual(insightChecks.map((check) => [check, 'passed']));
    for (const { seen, title, why, remedy, fix } of findings) {
      expect([seen, title, why].every((text) => text.length > 0)).toBe(true);
      expect([remedy, fix]).toEqual([null, null]);
    }
  });

  it.each<[InsightCheck, string, Change, RegExp]>([
    ['dmarc', 'no record', dmarc('missing', null), /no DMARC record for mail\.example\.com/],
    ['dmarc', 'a record that cannot be read', dmarc('different', '_dmarc.example.com'), /no valid DMARC/],
    ['spf-alignment', 'no return path', withDomain({ hasReturnPath: false }), /sender’s own address/],
    ['spf-alignment', 'a missing record', withDomain({ spf: known('missing') }), /SPF record is missing/],
    ['spf-alignment', 'another record', withDomain({ spf: known('different') }), /not the expected one/],
    [
      'spf-alignment',
      'a strict DMARC record',
      withDomain({
        dmarc: known({ state: 'published', foundAt: '_dmarc.example.com', policy: 'none', strictSpf: true }),
      }),
      /not aligned with mail\.example\.com/,
    ],
    ['dkim-alignment', 'no signature', withDomain({ signatures: [] }), /No signature is of the From domain/],
    ['dkim-alignment', 'a key that is not in DNS', signedBy(known('missing')), /DNS does not show its key/],
    ['one-click-unsubscribe', 'no way to leave', { hasOwnUnsubscribeLinks: false }, /no List-Unsubscribe\./],
    [
      'one-click-unsubscribe',
      'an address only',
      { hasOwnUnsubscribeLinks: false, headers: [['list-unsubscribe', '<mailto:leave@example.com>']] },
      /no https link/,
    ],
    [
      'one-click-unsubscribe',
      'more than one click',
      { hasOwnUnsubscribeLinks: false, headers: [['list-unsubscribe', '<https://example.com/leave>']] },
      /no List-Unsubscribe-Post/,
    ],
    ['plain-text', 'html alone', { textCharacters: 0 }, /no plain-text part/],
    ['clipping', 'a long html', withHtml({ bytes: 102 * 1024 }), /102 KB: Gmail shows the first 102 KB/],
    [
      'link-hosts',
      'a foreign host',
      withHtml({ links: [...html.links, link('example.net')] }),
      /1 of 2 links.*example\.net/,
    ],
    ['link-shorteners', 'a shortened link', withHtml({ links: [link('bit.ly')] }), /bit\.ly/],
    ['youtube-links', 'a short link', withHtml({ links: [link('youtu.be')] }), /1 link uses youtu\.be/],
    ['no-reply', 'no-reply', from('no-reply', 'mail.example.com'), /no-reply@mail\.example\.com/],
    ['no-reply', 'do_not_reply+7', from('do_not_reply+7', 'mail.example.com'), /do_not_reply/],
    ['attachment-kinds', 'a program', attached('setup.EXE '), /setup\.EXE is a program/],
    ['attachment-kinds', 'macros', attached('report.xlsm'), /with macros/],
    ['attachment-kinds', 'a password', attached('a.zip', known({ files: ['a.txt'], encrypted: true })), /password/],
    [
      'attachment-kinds',
      'a program in an archive',
      attached('a.zip', known({ files: ['a.txt', 'b.js'], encrypted: false })),
      /a\.zip holds b\.js/,
    ],
    [
      'attachment-kinds',
      'a program in an archive, with a long name',
      attached(`${'n'.repeat(60_000)}.zip`, known({ files: [`${'b'.repeat(60_000)}.js`], encrypted: false })),
      /^n{200}… holds b{200}…, a program.{0,30}$/,
    ],
    ['message-size', 'more than Gmail takes', { bytes: 26 * 1024 * 1024 }, /Gmail refuses it/],
    [
      'reverse-dns',
      'no address of the name',
      { sendingHost: known({ ...host, heloAddresses: known([]), addresses: [] }) },
      /no address/,
    ],
    ['reverse-dns', 'no PTR record', sentFrom({ names: known([]) }), /192\.0\.2\.25 has no PTR/],
    ['reverse-dns', 'another name', sentFrom({ names: known(['host.example.org']) }), /host\.example\.org and not mx/],
    ['reverse-dns', 'another address', sentFrom({ address: '192.0.2.26' }), /does not lead to 192\.0\.2\.26/],
    ['delivery-tls', 'no TLS', { attempts: [...goodMail.attempts, { tls: null }] }, /1 of 2 delivery attempts/],
    [
      'block-lists',
      'a listed address',
      sentFrom({ lists: [{ zone: 'list.example.org', isListed: known(true) }] }),
      /192\.0\.2\.25 is on list\.example\.org/,
    ],
  ])('%s needs attention: %s', (check, _what, change, seen) => {
    expect(judged(change, check)).toMatchObject({ group: 'attention', seen: expect.stringMatching(seen) });
    expect(judged(change, check)?.remedy).toEqual(expect.any(String));
  });

  it.each<[InsightCheck, string, Change, RegExp]>([
    ['message-size', 'more than many take', { bytes: 11 * 1024 * 1024 }, /11 MB: more than many/],
    ['image-share', 'little text', withHtml({ textCharacters: 399 }), /1 image beside 399 characters/],
    [
      'alt-texts',
      'an image without',
      withHtml({ images: [...html.images, { alt: null, width: null, height: null }] }),
      /1 of 2 images has no/,
    ],
    ['sending-subdomain', 'the registered domain', from('shop', 'example.com'), /example\.com is the domain/],
    [
      'one-from-domain',
      'several domains',
      { topicDomains: known(['a.example.com', 'b.example.com']) },
      /2 domains: a\.ex/,
    ],
    ['click-tracking-host', 'no host', withTracking({ host: null }), /no tracking subdomain/],
    ['click-tracking-host', 'no record', withTracking({ record: known('missing') }), /links\.mail\.example\.com/],
    ['open-tracking-host', 'no host', withTracking({ host: null }), /no tracking subdomain/],
  ])('%s can be improved: %s', (check, _what, change, seen) => {
    expect(judged(change, check)).toMatchObject({ group: 'improvement', seen: expect.stringMatching(seen) });
    expect(judged(change, check)?.remedy).toEqual(expect.any(String));
  });

  const silent = unknown('no name server answered');
  it.each<[InsightCheck, Change]>([
    ['dmarc', withDomain({ dmarc: silent })],
    ['dmarc', { domain: silent }],
    ['spf-alignment', withDomain({ spf: silent })],
    ['dkim-alignment', signedBy(silent)],
    ['clipping', { html: silent }],
    ['link-hosts', { html: silent }],
    ['attachment-kinds', attached('a.zip', silent)],
    ['attachment-kinds', attached('a.rar')],
    ['one-from-domain', { topicDomains: silent }],
    ['click-tracking-host', withTracking({ record: silent })],
    ['reverse-dns', { sendingHost: silent }],
    ['reverse-dns', sentFrom({ names: silent })],
    ['block-lists', sentFrom({ lists: [{ zone: 'list.example.org', isListed: silent }] })],
  ])('%s is neither passed nor failed where nothing was found out', (check, change) => {
    const { group, seen, remedy } = judged(change, check) ?? {};
    expect({ group, remedy }).toEqual({ group: 'unchecked', remedy: null });
    expect(seen).toMatch(/^Could not be checked: .*\.$/);
  });

  it.each<[InsightCheck, string, Change]>([
    ['one-click-unsubscribe', 'is not bulk', { isBulk: false }],
    ['clipping', 'has no html', { html: null }],
    ['one-from-domain', 'has no topic', { topicDomains: null }],
    ['delivery-tls', 'was never sent', { attempts: [] }],
    ['block-lists', 'is judged without lists', sentFrom({ lists: [] })],
  ])('%s says nothing of an email that %s', (check, _what, change) => {
    expect(judged(change, check)).toBeUndefined();
  });

  it.each<[InsightCheck, string, Change]>([
    [
      'one-click-unsubscribe',
      'fields of the sender',
      {
        hasOwnUnsubscribeLinks: false,
        headers: [
          ['list-unsubscribe', '<mailto:leave@example.com>, <https://example.com/leave>'],
          ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'],
        ],
      },
    ],
    [
      'dkim-alignment',
      'one of two keys',
      withDomain({ signatures: [...domain.signatures, { ...domain.signatures[0]!, record: known('missing') }] }),
    ],
    ['no-reply', 'a name that begins so', from('noreplyteam', 'mail.example.com')],
    ['link-hosts', 'the domain above', withHtml({ links: [link('example.com')] })],
    [
      'alt-texts',
      'decoration and a pixel',
      withHtml({
        images: [
          { alt: '', width: 600, height: 20 },
          { alt: null, width: 1, height: 1 },
        ],
      }),
    ],
    ['image-share', 'an icon', withHtml({ textCharacters: 10, images: [{ alt: '', width: 32, height: 32 }] })],
    ['click-tracking-host', 'nothing is tracked', withTracking({ clicks: false, host: null })],
    ['attachment-kinds', 'a harmless archive', attached('a.zip', known({ files: ['a.txt'], encrypted: false }))],
  ])('%s passes for %s', (check, _what, change) => {
    expect(judged(change, check)?.group).toBe('passed');
  });

  it('are listed by what they need, attention first', () => {
    const mail = { ...goodMail, ...withHtml({ textCharacters: 1, bytes: 200_000 }), sendingHost: silent };
    const groups = findingsOf(mail).map(({ group }) => group);
    expect([...new Set(groups)]).toEqual(['attention', 'improvement', 'unchecked', 'passed']);
  });
});
