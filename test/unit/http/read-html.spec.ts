import { describe, expect, it } from '@jest/globals';
import { readHtml } from '../../../src/infrastructure/html/read-html.js';

describe('what an email’s html links to and shows', () => {
  it('is read as a browser parses it', () => {
    const read = readHtml(`<html><head><title>No text</title><style>p { color: red }</style></head><body>
      <p>Hello   <b>you</b></p><a href="https://Shop.Example.com./a?b=1&amp;c=2">Shop</a><a href=" http://münchen.example/ ">M</a>
      <a href="mailto:a@example.com">Write</a><a href="#top">Up</a><a href="//example.org/x">No scheme</a>
      <map><area href="https://map.example.com/"></map>
      <img src="a.png" alt="Logo" width="600" height="200px"><img src="b.png"><img alt="" width="1" height="1">
      <div style="display: none">Preheader <a href="https://hidden.example.com">h</a></div><!-- <a href="https://c.example"> -->
      <table><tr><td>Cell</td></tr></table></body></html>`);
    expect(read.linkHosts).toEqual(['shop.example.com', 'xn--mnchen-3ya.example', 'map.example.com']);
    expect(read.images).toEqual([
      { alt: 'Logo', width: 600, height: 200 },
      { alt: null, width: null, height: null },
      { alt: '', width: 1, height: 1 },
    ]);
    expect(read.textCharacters).toBe('Hello you Shop M Write Up No scheme Cell'.length);
  });

  it('is read of a document that nests too deep for a stack', () => {
    const html = `${'<div>'.repeat(20_000)}<a href="https://example.com">x</a>`;
    expect(readHtml(html).linkHosts).toEqual(['example.com']);
  });
});
