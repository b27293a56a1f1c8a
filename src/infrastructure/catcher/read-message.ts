import PostalMime from 'postal-mime';
import type { ReadMessage } from '../../application/ports/captured-mail.js';
import { asWindows1252 } from '../../domain/shared/windows-1252.js';

/** Limit for each text that is shown, and for all headers together, in characters. */
export const shownCharacters = 256 * 1024;
const subjectCharacters = 1_000;
/** Each line costs the parser ten microseconds and some hundred bytes, an empty one too. */
const readLines = 20_000;

/** Not linear in what it reads: for a thread of its own. Of many lines the first are read. */
export async function readMessage(raw: Uint8Array): Promise<{ readonly read: ReadMessage; readonly isCut: boolean }> {
  const beginning = firstLines(raw);
  const mail = await PostalMime.parse(beginning, { forceRfc822Attachments: true });
  const { headers, isCut } = shownHeaders(mail.headers);
  const texts = { html: shown(mail.html), text: shown(mail.text) };
  return {
    read: {
      subject: (shown(mail.subject) ?? '').slice(0, subjectCharacters),
      html: texts.html?.slice(0, shownCharacters) ?? null,
      text: texts.text?.slice(0, shownCharacters) ?? null,
      headers,
    },
    isCut:
      isCut ||
      beginning.length < raw.length ||
      Object.values(texts).some((text) => (text?.length ?? 0) > shownCharacters),
  };
}

const shown = (text: string | undefined): string | null => (text === undefined ? null : asWindows1252(text));

function firstLines(raw: Uint8Array): Uint8Array {
  let end = 0;
  for (let lines = 0; lines < readLines; lines += 1) {
    const feed = raw.indexOf(0x0a, end);
    if (feed === -1) return raw;
    end = feed + 1;
  }
  return raw.subarray(0, end);
}

function shownHeaders(written: readonly { readonly originalKey: string; readonly value: string }[]) {
  const headers: { name: string; value: string }[] = [];
  let characters = 0;
  for (const { originalKey: name, value } of written) {
    characters += name.length + value.length;
    if (characters > shownCharacters) return { headers, isCut: true };
    headers.push({ name, value });
  }
  return { headers, isCut: false };
}
