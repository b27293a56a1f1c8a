import { isColor } from './colors.js';
import { type EmailStyles, stylesIn } from './styles.js';

/*
 * What the editor writes, and all that an email is made from. Nothing here needs a page: the same document is the same
 * html and text everywhere.
 */

const documentSchema = 'posthorn.broadcast';
const documentVersion = 1;

interface Mark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
}

/** A block or a piece of text, as the library of the editor has it. */
export interface DocumentNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly DocumentNode[];
  readonly marks?: readonly Mark[];
  readonly text?: string;
}

/** An email as it is edited. */
export interface EmailDocument {
  readonly schema: typeof documentSchema;
  readonly version: typeof documentVersion;
  /** The whole: its `content` is the blocks. */
  readonly doc: DocumentNode;
  readonly style: EmailStyles;
}

/** What a document is sent as; saved together with it. */
export interface RenderedEmail {
  readonly document: EmailDocument;
  readonly html: string;
  readonly text: string;
}

export const footerNode = (reason: string, label: string): DocumentNode => ({
  type: 'footer',
  attrs: { reason, address: '', label },
});

export const documentOf = (style: EmailStyles, content: readonly DocumentNode[]): EmailDocument => ({
  schema: documentSchema,
  version: documentVersion,
  doc: { type: 'doc', content },
  style,
});

/** What is sent of the blocks: empty lines before the footer are there to be typed in. */
export function sentBlocks(document: Pick<EmailDocument, 'doc'>): readonly DocumentNode[] {
  const blocks = blocksOf(document);
  const footer = blocks.filter(({ type }) => type === 'footer');
  const others = blocks.filter(({ type }) => type !== 'footer');
  const last = others.findLastIndex(({ type, content = [] }) => type !== 'paragraph' || content.length > 0);
  return [...others.slice(0, last + 1), ...footer];
}

export const blocksOf = ({ doc }: Pick<EmailDocument, 'doc'>): readonly DocumentNode[] => doc.content ?? [];

/** The blocks that a synced block had when this email was last written. */
export const savedIn = ({ attrs }: Pick<DocumentNode, 'attrs'>): readonly DocumentNode[] =>
  Array.isArray(attrs?.['blocks']) ? (attrs['blocks'] as readonly DocumentNode[]) : [];

/** @returns undefined for what this editor did not write, or a newer one did. */
export function documentIn(saved: unknown): EmailDocument | undefined {
  if (typeof saved !== 'object' || saved === null) return undefined;
  const { schema, version, doc, style } = saved as Partial<Record<keyof EmailDocument, unknown>>;
  if (schema !== documentSchema || version !== documentVersion || typeof doc !== 'object' || doc === null)
    return undefined;
  return documentOf(stylesIn(style), (doc as DocumentNode).content ?? []);
}

/** Whether one may leave by a link of the footer, or of somewhere else in the email. */
export const hasWayOut = (nodes: readonly DocumentNode[]): boolean =>
  nodes.some(({ type }) => type === 'footer') || JSON.stringify(nodes).includes('UNSUBSCRIBE_URL');

export const textAttr = ({ attrs }: Pick<DocumentNode, 'attrs'>, name: string): string => {
  const value = attrs?.[name];
  return typeof value === 'string' ? value : '';
};

export const numberAttr = ({ attrs }: Pick<DocumentNode, 'attrs'>, name: string, otherwise: number): number => {
  const value = attrs?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
};

export const colorAttr = ({ attrs }: Pick<DocumentNode, 'attrs'>, name: string): string | undefined => {
  const value = attrs?.[name];
  return isColor(value) ? value : undefined;
};

export const alignOf = (node: Pick<DocumentNode, 'attrs'>): string | undefined =>
  textAttr(node, 'textAlign') || undefined;
