import { MalformedReply, ReplyParser, type SmtpReply } from '../../../src/infrastructure/smtp-out/reply-parser.js';
import fc from '../../support/properties.js';

function parse(...chunks: readonly (string | Buffer)[]): SmtpReply[] {
  const parser = new ReplyParser();
  const replies: SmtpReply[] = [];
  for (const chunk of chunks) parser.feed(Buffer.from(chunk), (reply) => replies.push(reply));
  return replies;
}

describe('the reply parser', () => {
  it('reads one line', () => {
    expect(parse('250 2.1.5 ok\r\n')).toEqual([{ code: 250, enhancedCode: '2.1.5', lines: ['2.1.5 ok'] }]);
  });

  it('reads several lines, and several replies at once', () => {
    expect(parse('250-one\r\n250-two\r\n250 three\r\n354 go\r\n')).toEqual([
      { code: 250, enhancedCode: null, lines: ['one', 'two', 'three'] },
      { code: 354, enhancedCode: null, lines: ['go'] },
    ]);
  });

  it.each([
    ['a code alone', '250\r\n', ['']],
    ['a code and a space', '250 \r\n', ['']],
    ['a bare line feed', '250 ok\n', ['ok']],
    ['UTF-8', '250 grün\r\n', ['grün']],
  ])('reads %s', (_name, text, lines) => {
    expect(parse(text)).toEqual([{ code: 250, enhancedCode: null, lines }]);
  });

  it.each([
    ['550 5.1.1 no such user\r\n', '5.1.1'],
    ['550-5.7.26 first\r\n550 second\r\n', '5.7.26'],
    ['550 5.1.1\r\n', '5.1.1'],
    ['550 4.1.1 the classes disagree\r\n', null],
    ['550 5.1.1x\r\n', null],
    ['550 127.0.0.1 is listed\r\n', null],
    ['550 5.1.1234 too long\r\n', null],
  ])('finds the enhanced code of %j', (text, enhancedCode) => {
    expect(parse(text)[0]?.enhancedCode).toBe(enhancedCode);
  });

  it('reads the same however the bytes are cut', () => {
    const bytes = Buffer.from('220 grüß\r\n250-a\r\n250-b 🦉\r\n250 c\r\n354 go\r\n550 5.1.1 no\r\n');
    const whole = parse(bytes);
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 12 }), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        expect(parse(...edges.slice(1).map((end, index) => bytes.subarray(edges[index], end)))).toEqual(whole);
      }),
    );
  });

  it.each([
    ['no reply', 'hello\r\n'],
    ['a code out of range', '650 x\r\n'],
    ['a code of two digits', '25 x\r\n'],
    ['no separator', '250x\r\n'],
    ['an empty line', '\r\n'],
    ['one reply with two codes', '250-a\r\n251 b\r\n'],
    ['a line without an end', `250 ${'x'.repeat(5000)}`],
    ['a line that is too long', `250 ${'x'.repeat(5000)}\r\n`],
    ['lines without an end', '250-x\r\n'.repeat(201)],
  ])('refuses %s', (_name, text) => {
    expect(() => parse(text)).toThrow(MalformedReply);
  });

  it('never fails in another way, whatever is received', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (chunks) => {
        try {
          parse(...chunks.map((chunk) => Buffer.from(chunk)));
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedReply);
        }
      }),
    );
  });

  it('knows when something is left', () => {
    const parser = new ReplyParser();
    const ignore = (): void => undefined;
    parser.feed(Buffer.from('220 go\r\n'), ignore);
    expect(parser.isEmpty).toBe(true);
    parser.feed(Buffer.from('2'), ignore);
    expect(parser.isEmpty).toBe(false);
    parser.feed(Buffer.from('50-x\r\n'), ignore);
    expect(parser.isEmpty).toBe(false);
  });
});
