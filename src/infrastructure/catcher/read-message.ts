import PostalMime from 'postal-mime';
import type { ReadMessage } from '../../application/ports/captured-mail.js';

/** Of each text that is shown, and of all headers together, in characters. */
export const shownCharacters = 256 * 1024;
const subjectCharacters = 1_000;

/** Not linear in what it reads: for a thread of its own. */
export async function readMessage(raw: Uint8Array): Promise<{ readonly read: ReadMessage; readonly isCut: boolean }> {
  const mail = await PostalMime.parse(raw);
  const { headers, isCut } = shownHeaders(mail.headers);
  const texts = { html: mail.html ?? null, text: mail.text ?? null };
  return {
    read: {
      subject: (mail.subject ?? '').slice(0, subjectCharacters),
      html: texts.html?.slice(0, shownCharacters) ?? null,
      text: texts.text?.slice(0, shownCharacters) ?? null,
      headers,
    },
    isCut: isCut || Object.values(texts).some((text) => (text?.length ?? 0) > shownCharacters),
  };
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
