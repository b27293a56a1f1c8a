import { blocksOf, documentIn, type DocumentNode, documentOf, type EmailDocument } from './document.js';
import { defaultStyles } from './styles.js';

/** A saved block as the server answers it. */
interface SavedContent {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly document: unknown;
}

/** What is saved of blocks: without a look, which each email has of its own. */
export function partOf(blocks: readonly DocumentNode[]) {
  const { schema, version, doc } = documentOf(defaultStyles, blocks);
  return { schema, version, doc: { ...doc }, style: {} };
}

/** @returns none of what a newer page has written. */
export const blocksIn = (document: unknown): readonly DocumentNode[] => {
  const found = documentIn(document);
  return found === undefined ? [] : blocksOf(found);
};

/** What an email has of one that it follows. */
export const attrsOf = ({ id, name, version, document }: SavedContent) => {
  return { blockId: id, name, version, blocks: blocksIn(document) };
};

/** @returns undefined where it follows this block nowhere, or has it as it is. */
export function following(document: EmailDocument, saved: SavedContent): EmailDocument | undefined {
  let isChanged = false;
  const next = (node: DocumentNode): DocumentNode => {
    const { type, attrs = {}, content } = node;
    if (type === 'savedBlock' && attrs['blockId'] === saved.id && Number(attrs['version']) < saved.version) {
      isChanged = true;
      return { ...node, attrs: { ...attrs, ...attrsOf(saved) } };
    }
    return content === undefined ? node : { ...node, content: content.map(next) };
  };
  const doc = next(document.doc);
  return isChanged ? { ...document, doc } : undefined;
}
