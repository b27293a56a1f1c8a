import { highlight, type Language } from '../../../dashboard/src/kit/highlight.js';

describe('the colors of code', () => {
  it.each<readonly [Language, string, object]>([
    [
      'json',
      '{"a": "b", "n": -1.5, "t": true}',
      { key: ['"a"', '"n"', '"t"'], string: ['"b"'], number: ['-1.5'], literal: ['true'] },
    ],
    ['json', '{"a\\"": "x: \\"1\\""}', { key: ['"a\\""'], string: ['"x: \\"1\\""'] }],
    [
      'html',
      '<a href="x">&amp;</a><!-- 1 -->',
      { tag: ['<a', '>', '</a', '>'], key: ['href'], comment: ['<!-- 1 -->'] },
    ],
    ['shell', "curl -X POST 'https://example.com' # sends", { tag: ['curl'], key: [' -X'], comment: [' # sends'] }],
    ['message', 'Subject: a: b\nTo: x\n\n--part\n<p>', { key: ['Subject:', '\nTo:'], comment: ['\n--part'] }],
  ])('%s: %s', (language, text, expected) => {
    const tokens = highlight(language, text);
    expect(tokens.map(([, part]) => part).join('')).toBe(text);
    for (const [kind, parts] of Object.entries(expected)) {
      expect([kind, tokens.filter(([each]) => each === kind).map(([, part]) => part)]).toEqual([kind, parts]);
    }
  });

  it('keeps every character of what is not code, and is done soon with what is long', () => {
    for (const text of ['"'.repeat(60_000), '<!--'.repeat(15_000), '\\"'.repeat(30_000), 'a='.repeat(30_000)]) {
      for (const language of ['json', 'html', 'shell', 'message'] as const) {
        const tokens = highlight(language, text);
        expect(tokens.map(([, part]) => part).join('') === text).toBe(true);
      }
    }
    expect(highlight('json', '1'.repeat(70_000))).toHaveLength(1);
  });
});
