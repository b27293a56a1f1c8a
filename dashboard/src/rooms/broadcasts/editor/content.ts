import { call } from '../../../api/client';
import { ApiProblem } from '../../../api/problem';
import { editorWords } from '../../../messages/broadcast-editor';
import type { Broadcast } from './broadcast';
import { type EmailDocument, newDocument } from './email/document.js';
import { toEmail } from './email/to-email.js';

/** The parts that are saved together, as one version. `document` is null where html is written by hand. */
export type Content = Pick<Broadcast, 'document' | 'html' | 'text'>;

/** What a document is saved as. */
export function contentOf(document: EmailDocument): Content {
  const email = toEmail(document);
  return { ...email, document: { ...email.document } };
}

export const emptyContent = (): Content => contentOf(newDocument(editorWords.footerReason, editorWords.unsubscribe));

/** What is edited: a draft without content begins in the editor. */
export const editedContent = ({ document, html, text }: Broadcast): Content =>
  document === null && (html ?? '') === '' ? emptyContent() : { document, html, text };

const textByServer = null;

/** Html by hand has the text that the server makes of it. */
export const contentByHand = (html: string): Content => ({ document: null, html, text: textByServer });

/** Whether two broadcasts say the same: what else changes of them is no matter of the editor. */
export const saysTheSame = (one: Broadcast, other: Broadcast): boolean =>
  one.html === other.html && JSON.stringify(one.document) === JSON.stringify(other.document);

/**
 * Saves a content that is based on `base`. Where only settings were saved meanwhile, it is saved on top of them.
 * @returns what the broadcast is now.
 */
export async function saveContent(base: Broadcast, content: Content, revision: number | undefined): Promise<Broadcast> {
  const path = { id: base.id };
  const write = async (on: number | undefined): Promise<Broadcast> => {
    const body = { ...content, ...(on === undefined ? {} : { revision: on }) };
    await call('PATCH /broadcasts/{id}', { path, body });
    return call('GET /dashboard-api/broadcasts/{id}', { path });
  };
  try {
    return await write(revision);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.kind !== 'conflict') throw error;
    const present = await call('GET /dashboard-api/broadcasts/{id}', { path });
    if (!saysTheSame(present, base)) throw error;
    return write(present.revision);
  }
}
