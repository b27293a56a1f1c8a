import { call } from '../../../api/client';
import type { Answer } from '../../../api/operations';
import { ApiProblem } from '../../../api/problem';
import { editorWords } from '../../../messages/broadcast-editor';
import type { Broadcast, Variant } from './broadcast';
import { type Brand, brandedDocument, followingBrand } from './email/branded.js';
import { documentIn, type DocumentNode, type EmailDocument } from './email/document.js';
import { toEmail } from './email/to-email.js';

/** The parts that are saved together, as one version. `document` is null where html is written by hand. */
export type Content = Pick<Broadcast, 'document' | 'html' | 'text'>;

/** What a document is saved as. */
export function contentOf(document: EmailDocument): Content {
  const email = toEmail(document);
  return { ...email, document: { ...email.document } };
}

/** What the editor begins with: the brand of the team, and the icons of its profiles. */
export interface Beginning {
  readonly brand: Brand;
  readonly iconAt: (url: string, name: string) => string;
}

export const usualFooter = { reason: editorWords.footerReason, label: editorWords.unsubscribe };

export const emptyContent = (beginning: Beginning): Content => contentWith(beginning, [{ type: 'paragraph' }]);

/** The blocks with what a new email has of the brand. */
export const contentWith = ({ brand, iconAt }: Beginning, blocks: readonly DocumentNode[]): Content =>
  contentOf(brandedDocument(brand, blocks, usualFooter, iconAt));

/** What is edited: a draft without content begins in the editor; one that follows the brand has its present look. */
export function editedContent({ document, html, text }: Broadcast, beginning: Beginning): Content {
  if (document === null && (html ?? '') === '') return emptyContent(beginning);
  const saved = documentIn(document);
  const now = saved && followingBrand(saved, beginning.brand);
  return now === saved || now === undefined ? { document, html, text } : contentOf(now);
}

const textByServer = null;

/** Html by hand has the text that the server makes of it. */
export const contentByHand = (html: string): Content => ({ document: null, html, text: textByServer });

type AbTest = Answer<'GET /dashboard-api/broadcasts/{id}/ab-test'>;

/** A broadcast as those get it who are in part B of its test. */
export const asVariantB = (
  broadcast: Broadcast,
  { subject, preview_text: preview, html, text, document, revision }: AbTest,
): Broadcast => ({
  ...broadcast,
  ...(subject === null ? {} : { subject }),
  ...(preview === null ? {} : { preview_text: preview }),
  ...(html === null ? {} : { html, text, document }),
  revision,
});

/** One of the contents, as the server has it now. */
export async function readContent(id: string, variant: Variant): Promise<Broadcast> {
  const path = { id };
  const broadcast = await call('GET /dashboard-api/broadcasts/{id}', { path });
  if (variant === 'a') return broadcast;
  return asVariantB(broadcast, await call('GET /dashboard-api/broadcasts/{id}/ab-test', { path }));
}

/** Whether two broadcasts say the same: what else changes of them is no matter of the editor. */
export const saysTheSame = (one: Broadcast, other: Broadcast): boolean =>
  one.html === other.html && JSON.stringify(one.document) === JSON.stringify(other.document);

/**
 * Saves a content that is based on `base`. Where only settings were saved meanwhile, it is saved on top of them.
 * @returns what the broadcast is now.
 */
export async function saveContent(
  base: Broadcast,
  content: Content,
  revision: number | undefined,
  variant: Variant,
): Promise<Broadcast> {
  const path = { id: base.id };
  const write = async (on: number | undefined): Promise<Broadcast> => {
    const body = { ...content, ...(on === undefined ? {} : { revision: on }) };
    if (variant === 'a') await call('PATCH /broadcasts/{id}', { path, body });
    else await call('PATCH /dashboard-api/broadcasts/{id}/ab-test', { path, body });
    return readContent(base.id, variant);
  };
  try {
    return await write(revision);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.kind !== 'conflict') throw error;
    const present = await readContent(base.id, variant);
    if (!saysTheSame(present, base)) throw error;
    return write(present.revision);
  }
}
