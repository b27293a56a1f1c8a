import { type Token, type Tokenizer, TokenizerMode } from 'parse5';

/**
 * HTML §13.2.6.2 and following: elements whose content is no markup, and how it is read. A map: any word may be the
 * name of an element, `constructor` too.
 */
const contentModes: ReadonlyMap<string, number> = new Map([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['plaintext', TokenizerMode.PLAINTEXT],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
]);

/**
 * What a tree builder does for its tokenizer: from here to the element's end tag there is no markup.
 *
 * @returns `raw` where not even references are read, undefined where the content is markup.
 */
export function enterContent(tokenizer: Tokenizer, { tagName }: Token.TagToken): 'raw' | 'text' | undefined {
  const mode = contentModes.get(tagName);
  if (mode === undefined) return undefined;
  tokenizer.state = mode;
  tokenizer.lastStartTagName = tagName;
  return mode === TokenizerMode.RCDATA ? 'text' : 'raw';
}
