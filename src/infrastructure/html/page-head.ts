import { type DefaultTreeAdapterMap, html as names, Parser, type Token } from 'parse5';
import type { PageHead } from '../../application/ports/html-reader.js';

/** Reads html as a browser without scripts does, up to its body: what is behind it costs nothing. */
export function pageHeadOf(html: string): PageHead {
  // A byte order mark, which decoders drop.
  const mark = html.startsWith('\ufeff') ? 1 : 0;
  const { title, body } = headIn(html.slice(mark));
  return {
    ...(title && { title: { start: title.start + mark, end: title.end + mark } }),
    ...(body !== undefined && { bodyStart: behindConditional(html, body + mark) }),
  };
}

type Head = Pick<PageHead, 'title'> & { readonly body?: number };

function headIn(html: string): Head {
  const { body, ...head } = new HeadParser().read(html);
  // The html ends before its body: what is put behind an open comment, tag or style would be a part of it.
  if (body !== html.length || new HeadParser().read(`${html}<p>x`).body === html.length)
    return { ...head, ...(body === undefined ? {} : { body }) };
  return head;
}

/** Outlook skips what stands in `<!--[if !mso]><!-->`, even where it is no more than the tag of the body. */
const conditionEnd = /\s*<!--\s*<!\[endif\]\s*-->/iy;

function behindConditional(html: string, at: number): number {
  conditionEnd.lastIndex = at;
  return conditionEnd.test(html) ? conditionEnd.lastIndex : at;
}

type Adapted = Parser<DefaultTreeAdapterMap>;

class HeadParser extends Parser<DefaultTreeAdapterMap> {
  #token: Token.Token | undefined;
  #titleStart: number | undefined;
  #titleEnd: number | undefined;
  #body: number | undefined;

  constructor() {
    super({ sourceCodeLocationInfo: true, scriptingEnabled: false });
  }

  read(html: string): Head {
    this.tokenizer.write(html, true);
    const [start, end, body] = [this.#titleStart, this.#titleEnd, this.#body];
    return {
      ...(start === undefined || end === undefined ? {} : { title: { start, end } }),
      ...(body === undefined ? {} : { body }),
    };
  }

  override onStartTag(token: Token.TagToken): void {
    this.#token = token;
    super.onStartTag(token);
  }
  override onEndTag(token: Token.TagToken): void {
    this.#token = token;
    super.onEndTag(token);
  }
  override onCharacter(token: Token.CharacterToken): void {
    this.#token = token;
    super.onCharacter(token);
  }
  override onNullCharacter(token: Token.CharacterToken): void {
    this.#token = token;
    super.onNullCharacter(token);
  }
  override onEof(token: Token.EOFToken): void {
    this.#token = token;
    super.onEof(token);
  }

  override onItemPush(...[node, tagId, isTop]: Parameters<Adapted['onItemPush']>): void {
    super.onItemPush(node, tagId, isTop);
    const token = this.#token;
    if (token?.location == null) return;
    if (tagId === names.TAG_ID.TITLE) this.#titleStart ??= token.location.endOffset;
    if (tagId !== names.TAG_ID.BODY) return;
    // A body that is not written begins with what made it.
    const isWritten = 'tagID' in token && token.tagID === tagId;
    this.#body ??= isWritten ? token.location.endOffset : token.location.startOffset;
    this.tokenizer.pause();
  }

  override onItemPop(...[node, isTop]: Parameters<Adapted['onItemPop']>): void {
    super.onItemPop(node, isTop);
    const token = this.#token;
    const isTitle = token !== undefined && 'tagID' in token && token.tagID === names.TAG_ID.TITLE;
    if (isTitle && this.#titleStart !== undefined) this.#titleEnd ??= token.location?.startOffset;
  }
}
