import { dotStuffed, dotStuffedChunks } from '../../../src/infrastructure/smtp-out/dot-stuffing.js';
import fc from '../../support/properties.js';

describe('dot stuffing', () => {
  it('leaves a message without such lines as it is', () => {
    const message = Buffer.from('a.b\r\n c.\r\n');
    expect(dotStuffed(message)).toBe(message);
  });

  it.each([
    ['.', '..\r\n'],
    ['.\r\n', '..\r\n'],
    ['..\r\n.\r\n', '...\r\n..\r\n'],
    ['a\r\n.b\r\nc.\r\n', 'a\r\n..b\r\nc.\r\n'],
    ['', ''],
    ['a', 'a\r\n'],
  ])('turns %j into %j', (message, stuffed) => {
    expect(dotStuffed(Buffer.from(message)).toString()).toBe(stuffed);
  });

  it('never lets a message end itself, and is undone by the receiver', () => {
    const line = fc.constantFrom('', '.', '..', 'a', '.a', 'a.', ' .');
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const message = lines.map((text) => `${text}\r\n`).join('');
        const stuffed = dotStuffed(Buffer.from(message)).toString();
        expect(`\r\n${stuffed}`).not.toContain('\r\n.\r\n');
        expect(`\r\n${stuffed}`.replaceAll('\r\n.', '\r\n')).toBe(`\r\n${message}`);
      }),
    );
  });

  it('is the same for a message that comes in chunks', async () => {
    const text = fc.string({ unit: fc.constantFrom('.', 'a', '\r\n', '\r\n.'), maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 5 }), async (written, chunkBytes) => {
        const message = Buffer.from(written);
        async function* chunks(): AsyncGenerator<Buffer> {
          for (let at = 0; at < message.length; at += chunkBytes) yield message.subarray(at, at + chunkBytes);
        }
        const stuffed: Buffer[] = [];
        for await (const chunk of dotStuffedChunks(chunks())) stuffed.push(chunk);
        expect(Buffer.concat(stuffed).toString()).toBe(dotStuffed(message).toString());
      }),
    );
  });
});
