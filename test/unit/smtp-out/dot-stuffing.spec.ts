import fc from 'fast-check';
import { dotStuffed } from '../../../src/infrastructure/smtp-out/dot-stuffing.js';

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
      { seed: 9 },
    );
  });
});
