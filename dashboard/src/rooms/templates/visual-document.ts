import { type Brand, brandedDocument, brandStyles } from '../broadcasts/editor/email/branded.js';
import { type DocumentNode, documentOf, type EmailDocument } from '../broadcasts/editor/email/document.js';
import type { EmailStyles } from '../broadcasts/editor/email/styles.js';
import type { Beginning } from '../broadcasts/editor/content';

/** The look of the brand as it is now: programs send a template as it was published, so it follows no later one. */
export function presentLook(brand: Brand): EmailStyles {
  const { brandVersion: _followed, ...look } = brandStyles(brand);
  return look;
}

/** The blocks below the logo of the brand. Not every email that is sent with a template has a link to unsubscribe. */
export function visualDocument({ brand, iconAt }: Beginning, blocks: readonly DocumentNode[]): EmailDocument {
  const { doc } = brandedDocument(brand, blocks, undefined, iconAt);
  return documentOf(presentLook(brand), doc.content ?? []);
}
