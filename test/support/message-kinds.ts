import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attachment, MessageToCompose } from '../../src/application/ports/mail-composer.js';
import { createMailComposer } from '../../src/infrastructure/mail-composer/mail-composer.js';
import { setupSigning, signingKeys } from '../unit/dkim/setup.js';

type Content = MessageToCompose['content'];
interface Kind {
  readonly subject?: string;
  readonly name?: string;
  readonly text?: string;
  readonly html?: string;
  readonly headers?: Content['headers'];
  readonly files?: readonly string[];
}

const line = 'A line of a text that is as long as a line may be, and then some more, so that it is encoded. ';

/** Kinds of messages that some reader or verifier did not take. */
const kinds: readonly Kind[] = [
  {},
  { text: '' },
  { text: '\n\n\n' },
  { text: '   ' },
  { text: 'Hello\n \n\t\n' },
  { text: 'Hello  \n\n\n' },
  { text: '.\n..\nFrom me\n' },
  { text: line.repeat(20) },
  { text: 'Grüße aus Köln, ß' },
  { text: '你好，世界'.repeat(50) },
  { text: 'Hello', html: '<p>Hello</p>' },
  { html: '<p>Grüße</p>', text: 'Grüße' },
  { subject: 'Grüße' },
  { subject: 'Добрый день, ваш заказ принят и скоро будет доставлен по адресу' },
  { subject: 'Ваш заказ №1234 (a) принят' },
  { subject: '你好，这是一个很长的主题'.repeat(6) },
  { subject: `a${'你'.repeat(40)}` },
  { subject: '🦉'.repeat(40) },
  { subject: 'x'.repeat(2_000) },
  { subject: `words ${'and more '.repeat(100)}end` },
  { subject: '=?utf-8?Q?not_encoded?=' },
  { subject: 'a=?b in the middle' },
  { name: 'Jürgen "Jo" Öz, Köln' },
  { name: 'Foo, Bar (Inc.) <x>' },
  { name: 'Ж'.repeat(120) },
  {
    headers: [
      ['List-Unsubscribe', '<https://example.com/u?sig=abc=?x>'],
      ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
      ['List-Id', 'Bücher <b.example.com>'],
    ],
  },
  {
    headers: [
      ['In-Reply-To', '<=?utf-8?q?abc?=@example.com>'],
      ['References', Array.from({ length: 60 }, (_, n) => `<${n}@example.com>`).join(' ')],
    ],
  },
  {
    headers: [
      ['List-Help', '<https://exämple.com/?n=Müller>'],
      ['X-Long', 'ü'.repeat(600)],
    ],
  },
  { files: ['report.pdf'] },
  { files: ['Größe 1.pdf', 'レポート.pdf'] },
  { files: [`${'レポート'.repeat(40)}.pdf`] },
  { files: ['a "b" c.pdf', `${'long name '.repeat(15)}.pdf`] },
  { text: '', files: ['x.pdf'] },
];

/** What a reader must find. */
export interface Expected {
  readonly subject: string;
  readonly from: string;
  /** Without white space around it. */
  readonly text: string;
  readonly files: readonly string[];
}

/** Writes each kind, signed by both algorithms, and the records of the keys, for programs that read a folder. */
export async function writeMessageKinds(folder: string): Promise<readonly Expected[]> {
  const signing = await setupSigning();
  const composer = createMailComposer(signing);
  mkdirSync(folder, { recursive: true });
  const records = {
    's1._domainkey.example.com': `v=DKIM1; k=rsa; p=${signing.rsa.publicKey}`,
    's2._domainkey.example.com': `v=DKIM1; k=ed25519; p=${signing.ed25519.publicKey}`,
  };
  writeFileSync(join(folder, 'records.json'), JSON.stringify(records));
  const expected: Expected[] = [];
  for (const [
    number,
    { subject = 'Hi', name = 'Shop', text = 'Hello', html, headers = [], files = [] },
  ] of kinds.entries()) {
    const attachments = files.map(
      (filename): Attachment => ({
        filename,
        contentType: 'application/pdf',
        contentId: null,
        content: Buffer.from(filename),
      }),
    );
    const message = await composer.compose({
      messageId: `<kind-${number}@example.com>`,
      date: '2026-01-02T03:04:05.678Z',
      content: { from: { name, address: 'shop@example.com' }, replyTo: [], subject, headers, tags: [] },
      to: [{ name: null, address: 'b@example.org' }],
      cc: [],
      body: html === undefined ? { text } : { text, html },
      attachments,
      signingKeys,
    });
    writeFileSync(join(folder, `${String(number).padStart(2, '0')}.eml`), message);
    expected.push({ subject, from: name, text: text.trim(), files });
  }
  return expected;
}

/** What was read without its line ends, as readers differ in line ends and in blanks at the end. */
export const read = <Seen extends Expected>({ subject, from, text, files }: Seen): Expected => ({
  subject,
  from,
  text: text.replace(/\r\n/g, '\n').trim(),
  files,
});
