import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { sealMessage } from 'mailauth';
import DKIM from 'nodemailer/lib/dkim/index.js';
import { withFewSignatures } from '../../../src/infrastructure/mail-authentication/authentication.js';
import { verifyMessage } from '../../../src/infrastructure/mail-authentication/verify-message.js';
import type { PassedDomains } from '../../../src/domain/shared/verdicts.js';
import { lines } from '../../support/submitting.js';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const key = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
const bareKey = createPublicKey(privateKey).export({ type: 'pkcs1', format: 'der' }).toString('base64');
const records: Readonly<Record<string, string>> = {
  'example.net TXT': 'v=spf1 ip4:192.0.2.7 ip6:2001:db8::/32 include:_spf.example.org -all',
  '_spf.example.org TXT': 'v=spf1 a:out.example.org ~all',
  'out.example.org A': '198.51.100.9',
  'mail.example.net TXT': 'v=spf1 ip4:192.0.2.7 -all',
  'dots.example TXT': 'v=spf1 a:out.example.org. -all',
  'soft.example TXT': 'v=spf1 ~all',
  'loop.example TXT': 'v=spf1 include:loop.example -all',
  's1._domainkey.example.net TXT': key,
  's1._domainkey.list.example TXT': key,
  's2._domainkey.example.net TXT': `v=DKIM1; p=${bareKey}; t=s`,
  '_dmarc.example.net TXT': 'v=DMARC1; p=reject; adkim=s',
};

/** A name server that is slow to answer about one domain. */
const resolver = (name: string, type: string): Promise<string[] | string[][]> => {
  const found = records[`${name} ${type}`];
  const failed = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
  if (name.endsWith('silent.example')) return failed('ETIMEOUT');
  if (found === undefined) return failed('ENOTFOUND');
  return Promise.resolve(type === 'TXT' ? [found.match(/.{1,255}/g) ?? []] : [found]);
};

const plain = (from = 'Ann <ann@example.net>') =>
  lines(
    `From: ${from}`,
    'To: support@example.com',
    'Subject: Order',
    'Message-ID: <1@example.net>',
    '',
    'Where is it?',
  );

async function signed(message: string, domainName = 'example.net', keySelector = 's1'): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of new DKIM({ domainName, keySelector, privateKey }).sign(message) as AsyncIterable<Buffer>)
    chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const sealed = async (message: string): Promise<string> => {
  const by = { signingDomain: 'list.example', selector: 's1', privateKey, cv: 'none', i: 1 };
  const seal = { ...by, authResults: 'list.example; spf=pass' };
  const header = await sealMessage(message, seal);
  return header.toString() + message;
};

interface Way {
  readonly sender?: string | null;
  readonly address?: string;
}

const check = (message: string, { sender = 'ann@example.net', address = '192.0.2.7' }: Way = {}) =>
  verifyMessage(Readable.from([Buffer.from(message)]), { helo: 'mail.example.net', address, sender }, resolver);

describe('what an email proves', () => {
  it.each<readonly [what: string, message: () => string | Promise<string>, way: Way, right: readonly string[]]>([
    ['signed, from its own server', () => signed(plain()), {}, ['pass', 'pass', 'pass', 'none']],
    ['unsigned, from its own server', () => plain(), {}, ['pass', 'none', 'pass', 'none']],
    ['over IPv6', () => plain(), { address: '2001:db8::7' }, ['pass', 'none', 'pass', 'none']],
    ['by a server that is included', () => plain(), { address: '198.51.100.9' }, ['pass', 'none', 'pass', 'none']],
    [
      'by a server whose name ends in a dot',
      () => plain(),
      { sender: 'a@dots.example', address: '198.51.100.9' },
      ['pass', 'none', 'fail', 'none'],
    ],
    ['by anyone', () => plain(), { address: '203.0.113.5' }, ['fail', 'none', 'fail', 'none']],
    [
      'altered',
      async () => `${await signed(plain())}PS\r\n`,
      { address: '203.0.113.5' },
      ['fail', 'fail', 'fail', 'none'],
    ],
    [
      'signed with a key that is gone',
      () => signed(plain(), 'example.net', 's9'),
      {},
      ['pass', 'permerror', 'pass', 'none'],
    ],
    [
      'signed with a key that is spelled as RFC 6376 asks',
      () => signed(plain(), 'example.net', 's2'),
      {},
      ['pass', 'pass', 'pass', 'none'],
    ],
    [
      'signed by someone else',
      () => signed(plain(), 'list.example'),
      { sender: 'a@soft.example' },
      ['softfail', 'pass', 'fail', 'none'],
    ],
    [
      'forwarded by a list',
      async () => sealed(await signed(plain())),
      { sender: 'l@list.example' },
      ['none', 'pass', 'pass', 'pass'],
    ],
    ['sealed, then altered', async () => `${await sealed(plain())}PS\r\n`, {}, ['pass', 'none', 'pass', 'fail']],
    ['a bounce, by the name of its server', () => plain(), { sender: null }, ['pass', 'none', 'pass', 'none']],
    ['of two authors', () => plain('ann@example.net, bob@example.org'), {}, ['pass', 'none', 'none', 'none']],
    ['of no author', () => lines('Subject: x', '', 'y'), {}, ['pass', 'none', 'none', 'none']],
    ['empty', () => '', {}, ['pass', 'none', 'none', 'none']],
    [
      'a policy that includes itself',
      () => plain(),
      { sender: 'a@loop.example' },
      ['permerror', 'none', 'fail', 'none'],
    ],
    [
      'whose name servers are silent',
      () => signed(plain('a@silent.example'), 'silent.example'),
      {
        sender: 'a@silent.example',
      },
      ['temperror', 'temperror', 'temperror', 'none'],
    ],
  ])('is told: %s', async (_what, message, way, [spf, dkim, dmarc, arc]) => {
    expect((await check(await message(), way)).verdicts).toEqual({ spf, dkim, dmarc, arc });
  });

  it.each<readonly [what: string, message: () => Promise<string>, way: Way, passed: PassedDomains]>([
    [
      'by its author',
      async () => signed(await signed(plain('ann@Example.NET'))),
      {},
      { spf: 'example.net', dkim: ['example.net'], dmarc: 'example.net' },
    ],
    [
      'by someone else too',
      async () => signed(await signed(plain()), 'list.example'),
      { sender: null, address: '203.0.113.5' },
      { spf: null, dkim: ['list.example', 'example.net'], dmarc: 'example.net' },
    ],
    ['by no one', async () => plain(), { address: '203.0.113.5' }, { spf: null, dkim: [], dmarc: null }],
    [
      'by the server of a domain above',
      async () => plain('a@sub.example.net'),
      { sender: null },
      { spf: 'mail.example.net', dkim: [], dmarc: 'sub.example.net' },
    ],
  ])('names the domains that passed: %s', async (_what, message, way, passed) => {
    expect((await check(await message(), way)).passed).toEqual(passed);
  });

  it('is found among signatures that are wrong, of which ten are looked at', async () => {
    const [section = '', body = ''] = (await signed(plain())).split('\r\n\r\n');
    const wrong = 'DKIM-Signature: v=1; a=rsa-sha256; d=a.example;\r\n s=s; h=from; bh=eA==; b=eA==\r\n';
    const beside = (count: number) => withFewSignatures(Buffer.from(`${wrong.repeat(count)}${section}\r\n\r\n`));
    expect((await check(`${beside(9).toString()}${body}`)).verdicts.dkim).toBe('pass');
    const cut = beside(1_000).toString();
    expect(cut.match(/DKIM-Signature/gi)).toHaveLength(10);
    expect(cut).toContain('\r\nSubject: Order\r\n');
    expect((await check(`${cut}${body}`)).verdicts.dkim).toBe('fail');
  });
});
