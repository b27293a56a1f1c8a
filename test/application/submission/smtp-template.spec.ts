import type { PublishedTemplate } from '../../../src/application/template/published-templates.js';
import { createByteBudget } from '../../../src/application/shared/byte-budget.js';
import type { EmailAccepted } from '../../../src/domain/email/events.js';
import { reveal } from '../../../src/domain/shared/personal.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { kidOf } from '../../../src/domain/shared/personal.js';
import { idAt } from '../../support/recorded-events.js';
import { acceptedId, lines, submitting } from '../../support/submitting.js';
import { useWorld, world } from '../../support/world.js';

const used = {
  id: idAt(70),
  version: 3,
  content: { blobId: idAt(71), kid: kidOf(idAt(72), 0), sizeBytes: 9, digest: 'd' },
};
const html = '<p>{{{NAME}}} {{{ORDER}}}</p>';
const places = [
  { start: 3, end: 13, name: 'NAME', fallback: null, kind: 'text' },
  { start: 14, end: 25, name: 'ORDER', fallback: null, kind: 'text' },
] as const;
const content = {
  from: { name: 'Template', address: 'template@example.com' },
  replyTo: [{ name: null, address: 'answers@example.com' }],
  subject: 'Order {{{ORDER}}}',
  html,
  text: '{{{NAME}}}',
  isTextDerived: true,
  variables: [{ key: 'ORDER', type: 'number', fallback: null }],
  places,
  forbidden: [],
} as const;
const receipt: PublishedTemplate = { used, content };
const templates = {
  receipt,
  [used.id]: receipt,
  nameless: { used, content: { ...content, subject: null } },
  draft: null,
};
const header = ['From: News <news@example.com>', 'To: Ada <ada@one.test>'];
const named = (...more: readonly string[]) => [...header, 'X-Posthorn-Template: receipt', ...more];
const values = 'X-Posthorn-Variables: {"NAME": "Ada", "ORDER": 7}';

describe('a message that names a template', () => {
  useWorld('example.com');
  const acceptedFrom = async (...text: readonly string[]): Promise<EmailAccepted['data']> => {
    const id = acceptedId(await submitting(world, { templates }).submit({ text: lines(...text) }));
    const [opened] = await world.events(streamName('email', id));
    return (opened?.event as EmailAccepted).data;
  };

  it('is accepted with the version and its values, not as it came', async () => {
    const accepted = await acceptedFrom(
      ...named(
        values,
        'Posthorn-Tag: kind=receipt',
        'X-Order: =?utf-8?Q?=E2=84=967?=',
        'Sender: x@example.com',
        '',
        'Left out',
      ),
    );
    expect(accepted).toMatchObject({ template: used, raw: null, attachments: [] });
    expect(reveal(accepted.content)).toEqual({
      from: { name: 'News', address: 'news@example.com' },
      replyTo: [{ name: null, address: 'answers@example.com' }],
      subject: 'Order 7',
      headers: [['X-Order', '№7']],
      tags: [{ name: 'kind', value: 'receipt' }],
    });
    expect(accepted.recipients.map(({ role, mailbox }) => [role, reveal(mailbox)])).toEqual([
      ['to', { name: 'Ada', address: 'ada@one.test' }],
    ]);
  });

  it('keeps its own subject and addresses for replies, and what it attaches', async () => {
    const accepted = await acceptedFrom(
      ...named(values.replace('{', '\r\n {\r\n\t'), 'Subject: Mine', 'Reply-To: desk@example.com'),
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'Left out',
      '--b',
      'Content-Type: application/pdf; name=r.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('a report').toString('base64'),
      '--b--',
    );
    expect(reveal(accepted.content)).toMatchObject({
      subject: 'Mine',
      replyTo: [{ address: 'desk@example.com' }],
      headers: [],
    });
    expect(accepted.attachments).toMatchObject([{ contentBytes: 8, part: null }]);
    expect(accepted.attachments.map(({ detail }) => reveal(detail))).toEqual([
      { filename: 'r.pdf', contentType: 'application/pdf', contentId: null },
    ]);
  });

  it('is found by its id too, and is sent once under its key although the template was deleted since', async () => {
    const text = lines(
      ...header,
      `X-Posthorn-Template: ${used.id.toUpperCase()}`,
      values,
      'Posthorn-Idempotency-Key: k',
      '',
      'Hi',
    );
    const first = acceptedId(await submitting(world, { templates }).submit({ text }));
    expect(acceptedId(await submitting(world).submit({ text }))).toBe(first);
    const other = text.replace('"ORDER": 7', '"ORDER": 8');
    expect(await submitting(world, { templates }).submit({ text: other })).toMatchObject({
      refusal: 'idempotency-conflict',
    });
  });

  it.each([
    ['an unknown template', ['X-Posthorn-Template: other'], 'unknown-template', /X-Posthorn-Template/],
    ['one that was never published', ['X-Posthorn-Template: draft'], 'unpublished-template', /never published/],
    ['no subject anywhere', ['X-Posthorn-Template: nameless', values], 'template-without', /no subject/],
    [
      'a value that is missing',
      ['X-Posthorn-Template: receipt', 'X-Posthorn-Variables: {"ORDER":7}'],
      'missing-variable',
      /lacks NAME/,
    ],
    ['no values', ['X-Posthorn-Template: receipt'], 'missing-variable', /lacks ORDER/],
    [
      'a value of another type',
      ['X-Posthorn-Template: receipt', 'X-Posthorn-Variables: {"NAME":"A","ORDER":"7"}'],
      'wrong-variable',
      /ORDER .*a number/,
    ],
    [
      'values that are no JSON',
      ['X-Posthorn-Template: receipt', 'X-Posthorn-Variables: NAME=Ada'],
      'header-not-valid',
      /JSON object/,
    ],
    [
      'values that are a list',
      ['X-Posthorn-Template: receipt', 'X-Posthorn-Variables: [1]'],
      'header-not-valid',
      /JSON object/,
    ],
    ['values without a template', [values], 'header-not-valid', /X-Posthorn-Template/],
    [
      'two templates',
      ['X-Posthorn-Template: receipt', 'X-Posthorn-Template: receipt'],
      'header-not-valid',
      /more than one/,
    ],
    ['no name', ['X-Posthorn-Template:'], 'header-not-valid', /id or the alias/],
  ])('is refused by name with %s', async (_what, fields, refusal, message) => {
    const budget = createByteBudget(1_000_000);
    const text = lines(...header, ...fields, '', 'Hi');
    const result = await submitting(world, { templates, budget }).submit({ text });
    expect(result).toEqual({ kind: 'refused', refusal, message: expect.stringMatching(message) });
    expect(await world.streamsWith('EmailAccepted')).toEqual([]);
    expect(world.blobs.blobs.size).toBe(0);
    expect(budget.take(1_000_000)).toBe(true);
  });

  it('waits its turn where memory is short, and gives back what it held', async () => {
    const budget = createByteBudget(100_000);
    const submit = (bytes: number) =>
      submitting(world, { templates, budget }).submit({
        text: lines(...named(values), '', ...Array.from({ length: bytes / 100 }, () => 'x'.repeat(98))),
      });
    expect(await submit(90_000)).toMatchObject({ refusal: 'too-much-at-once' });
    acceptedId(await submit(10_000));
    expect(budget.take(100_000)).toBe(true);
  });

  it('passes on what its sender asked of each recipient', async () => {
    const text = lines(...named(values), '', 'Hi');
    const recipients = [{ address: 'ada@one.test', notify: ['SUCCESS'] }];
    const id = acceptedId(await submitting(world, { templates }).submit({ text, envelope: { recipients } }));
    const [opened] = await world.events(streamName('email', id));
    const [ada] = (opened?.event as EmailAccepted).data.recipients;
    expect(ada?.dsn === null || ada === undefined ? null : reveal(ada.dsn)).toEqual({
      notify: ['SUCCESS'],
      orcpt: null,
    });
  });
});
