import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { createMailComposer } from '../../../src/infrastructure/mail-composer/mail-composer.js';
import { setupSigning, signingKeys, verify } from '../../unit/dkim/setup.js';
import { closeAll, closeLater, summary, transaction, transportTo } from './setup.js';

afterEach(closeAll);

/** A receiver that is not ours. */
async function receiver(): Promise<{ readonly port: number; readonly received: Buffer[] }> {
  const received: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks));
        callback(null);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closeLater(() => new Promise((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, received };
}

describe('a composed, signed mail', () => {
  it.each([
    ['plain', 'hello\n'],
    ['with dots', '.\n..\n.hidden\n'],
    ['with white space', 'a \t \n\t b  \n\n \n\n'],
    ['in UTF-8', 'Grüße 你好 🦉\n'],
    ['with long lines', `${'x'.repeat(5000)}\n${'ü'.repeat(3000)}`],
    ['empty', ''],
  ])('verifies after a hop: %s', async (_name, text) => {
    const signing = await setupSigning();
    const server = await receiver();
    const message = await createMailComposer(signing).compose({
      messageId: '<0198c0de-0000-7000-8000-000000000001@example.com>',
      date: '2026-01-02T03:04:05.678Z',
      content: {
        from: { name: 'Jürgen', address: 'shop@example.com' },
        replyTo: [],
        subject: 'Grüße '.repeat(30),
        headers: [['X-Long', 'word '.repeat(100)]],
        tags: [],
      },
      to: [{ name: 'B.', address: 'b@example.com' }],
      cc: [],
      body: { text, html: text === '' ? '' : `<p>${text}</p>` },
      attachments: [],
      signingKeys,
    });
    const result = await transportTo(server.port).send(transaction(['b@example.com'], { message }));
    expect(summary(result.replies)).toEqual(['0: dot 250 null']);
    expect(server.received[0]?.equals(message)).toBe(true);
    expect(await verify(server.received[0] ?? Buffer.alloc(0), signing)).toEqual(['pass', 'pass']);
  });
});
