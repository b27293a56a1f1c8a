import { domainToUnicode } from 'node:url';
import { unicodeDomain } from '../../src/domain/shared/unicode-label.js';
import type { EmailEvent } from '../../src/domain/email/events.js';
import type { AcceptedEmail } from '../../src/domain/shared/accepted-email.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { emailTokens, filterToken, searchedWords } from '../../src/projections/emails/email-tokens.js';
import { foldEmail } from '../../src/projections/emails/emails.projection.js';
import { acceptedEmail, apiKeyId, idAt, RecordedLog } from '../support/recorded-events.js';

const row = idAt(50);
const content = { from: { name: 'Shop', address: 'hello@example.com' }, replyTo: [], headers: [], tags: [] };
const sent = (subject: string, more: Partial<AcceptedEmail> = {}) =>
  acceptedEmail(row, { content: plain(kidOf(row, 0), { ...content, subject }), ...more });

function tokensOf(data: AcceptedEmail): readonly string[] {
  const log = new RecordedLog();
  const event: EmailEvent = { type: 'EmailAccepted', data };
  return foldEmail([log.add(streamName('email', idAt(1)), event)])?.tokens ?? [];
}

const isFound = (data: AcceptedEmail, search: string): boolean =>
  searchedWords(search).every((word) => tokensOf(data).some((token) => token.startsWith(word)));

describe('the tokens of a mail', () => {
  it('are its ids, addresses, words and tags, and what its filters ask for', () => {
    expect(tokensOf(acceptedEmail(row))).toEqual(
      [
        idAt(1),
        `${row}@example.com`,
        'hello@example.com',
        'reply@example.com',
        'ann@a.posthorn.test',
        'bob@b.posthorn.test',
        'cid@a.posthorn.test',
        'example.com',
        'a.posthorn.test',
        'b.posthorn.test',
        'posthorn.test',
        'kind',
        'welcome',
        'a',
        'secret',
        'subject',
        filterToken('domain', 'example.com'),
        filterToken('key', apiKeyId),
        filterToken('tag', 'kind', 'welcome'),
      ].sort(),
    );
  });

  it('are found in linear time: subjects of strangers have words as long as they please', () => {
    const before = process.cpuUsage();
    expect(tokensOf(sent(`x${'.'.repeat(100_000)}x ${'@'.repeat(100_000)} (order-42)`))).toEqual(
      expect.arrayContaining(['order-42', '42']),
    );
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
    expect(searchedWords('"a.b@example.com", (order)')).toEqual(['a.b@example.com', 'order']);
  });

  it('are those of the template that it is composed from, and of its version', () => {
    const { body } = acceptedEmail(row);
    const tokens = tokensOf(acceptedEmail(row, { template: { id: idAt(70), version: 12, content: body } }));
    expect(tokens).toContain(filterToken('template', idAt(70), '12'));
    const isUnder = (...asked: readonly string[]) =>
      tokens.some((token) => token.startsWith(filterToken('template', idAt(70), ...asked)));
    expect([isUnder(), isUnder('12'), isUnder('1')]).toEqual([true, true, false]);
  });

  it.each([
    ['an address', 'ANN@A.Posthorn.Test'],
    ['how an address begins', 'an'],
    ['a domain', 'b.posthorn'],
    ['a domain with its sign', '@b.posthorn.test'],
    ['an address in brackets', 'Re: <ann@a.posthorn.test>,'],
    ['a part of a word', 'Order 42'],
    ['the word in quotes', '"order-42"'],
    ['a decomposed letter', 'cafe\u0301'],
    ['nothing', '  — '],
  ])('find it by %s', (_, search) => {
    expect(isFound(sent('Re: your Order-42 at Café Müller'), search)).toBe(true);
  });

  it.each(['smith', 'smith_jones+news@mail', 'jones', 'news@mail.a', 'a.posthorn.test', 'posthorn'])(
    'find a part of an address from any of its signs on: %s',
    (search) => {
      const [ann, ...others] = acceptedEmail(row).recipients;
      const mailbox = plain(kidOf(row, 1), { name: null, address: 'first.smith_jones+news@mail.a.posthorn.test' });
      const mail = sent('Hello', { recipients: [{ ...ann!, mailbox }, ...others] });
      expect(isFound(mail, search)).toBe(true);
      expect(isFound(mail, `x${search}`)).toBe(false);
    },
  );

  it('do not find it by what is not there, nor by half of what was asked for', () => {
    const mail = sent('Your order');
    expect(
      ['nn@a.posthorn.test', 'order ann2', '=domain:example.com:', 'rder'].filter((text) => isFound(mail, text)),
    ).toEqual([]);
  });

  it('find a name of another script as it is sent and as it is read', () => {
    const recipient = { ...acceptedEmail(row).recipients[0]!, role: 'to' as const };
    const mailbox = plain(kidOf(row, 1), { name: null, address: 'info@xn--mnchen-3ya.example' });
    const mail = sent('Hello', { recipients: [{ ...recipient, mailbox }] });
    for (const text of ['info@münchen.example', 'MÜNCHEN', 'xn--mnchen', 'info@xn--m'])
      expect(isFound(mail, text)).toBe(true);
  });

  it('say nothing of what is erased', () => {
    const [ann, ...others] = acceptedEmail(row).recipients;
    const erased = { ...ann!, mailbox: { kid: kidOf(row, 1), erased: true } as const };
    const withoutAnn = tokensOf(sent('Hello', { recipients: [erased, ...others] }));
    expect(withoutAnn.join(' ')).not.toContain('ann');
    expect(withoutAnn).toContain('hello');
    const whole = tokensOf(sent('', { content: { kid: kidOf(row, 0), erased: true }, recipients: [erased] }));
    expect(whole).toEqual([filterToken('key', apiKeyId), idAt(1), `${row}@example.com`].sort());
  });

  it('are few and short, but for the addresses', () => {
    const recipients = Array.from({ length: 50 }, (_, number) => `r${number}@d${number}.test`);
    const mail = {
      id: idAt(1),
      messageId: `<${idAt(1)}@example.com>`,
      apiKeyId: null,
      sender: 'hello@example.com',
      addresses: recipients,
      subject: Array.from({ length: 500 }, (_, number) => `w${number}${'😀'.repeat(200)}`).join(' '),
      tags: [],
      topicId: null,
      template: null,
    };
    const tokens = emailTokens(mail);
    expect(tokens).toEqual(expect.arrayContaining(recipients));
    expect(tokens.length).toBeLessThan(60);
    const few = emailTokens({ ...mail, addresses: [] });
    expect(few.length).toBeLessThan(45);
    expect(Math.max(...few.map((token) => Array.from(token).length))).toBeLessThanOrEqual(64);
  });
});

describe('a domain as a reader knows it', () => {
  it.each([
    'xn--mnchen-3ya.de',
    'xn--fsqu00a.xn--0zwm56d',
    'xn--e1afmkfd.xn--p1ai',
    'www.xn--bcher-kva.example',
    'plain.test',
  ])('is %s as the URL standard decodes it', (domain) => expect(unicodeDomain(domain)).toBe(domainToUnicode(domain)));

  it.each(['xn--99999999', 'xn--a-\u00e9', 'xn--', 'xn--a-9999b'])('stays %s where it is none', (domain) => {
    expect(() => unicodeDomain(domain)).not.toThrow();
    expect(unicodeDomain(domain).length).toBeGreaterThan(0);
  });
});
