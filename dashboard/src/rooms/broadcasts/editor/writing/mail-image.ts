import type { Node as DocNode } from '@tiptap/pm/model';
import { editorWords as words } from '../../../../messages/broadcast-editor';

/** What images email clients show everywhere. */
const shownEverywhere = ['image/png', 'image/jpeg', 'image/gif'];
/** What a browser may read and write again as one of these. */
const converted = ['image/webp', 'image/avif', 'image/bmp'];
export const imageTypes = [...shownEverywhere, ...converted];

/** An image as it is sent, with its own size in px; undefined where it cannot be measured. */
export interface MailImage {
  readonly file: File;
  readonly size: { readonly ownWidth: number; readonly ownHeight: number } | undefined;
}

/** The image in a format that all email clients show. Rejects, with a reason to show, where it cannot be read. */
export async function mailImage(file: File): Promise<MailImage> {
  const isShown = shownEverywhere.includes(file.type);
  const pixels = await createImageBitmap(file).catch(() => undefined);
  if (pixels === undefined) {
    // The server judges by the bytes, and says what is wrong with them.
    if (isShown) return { file, size: undefined };
    throw new Error(words.imageTypes);
  }
  const size = { ownWidth: pixels.width, ownHeight: pixels.height };
  return { file: isShown ? file : await asPng(pixels, file.name), size };
}

async function asPng(pixels: ImageBitmap, name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = pixels.width;
  canvas.height = pixels.height;
  canvas.getContext('2d')?.drawImage(pixels, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error(words.imageTypes);
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.png`, { type: 'image/png' });
}

/**
 * Where a block goes that is put in at a place: beside the text that is there, on the nearer side, and not into the
 * middle of a word. The place stays where blocks stand anyway.
 */
export function blockPlace(doc: DocNode, at: number): number {
  const place = doc.resolve(Math.min(at, doc.content.size));
  for (let depth = place.depth; depth > 0; depth -= 1) {
    const node = place.node(depth);
    if (!node.isTextblock) continue;
    // An empty line stays below it, to go on in.
    const isFirstHalf = place.pos - place.start(depth) <= node.content.size / 2;
    const outer = outermostText(place.depth, (each) => place.node(each).type.name);
    return isFirstHalf ? place.before(outer) : place.after(outer);
  }
  return place.pos;
}

/** Images stand in no list, no quote and no table. */
function outermostText(deepest: number, nameAt: (depth: number) => string): number {
  const within = ['bulletList', 'orderedList', 'blockquote', 'table'];
  for (let depth = 1; depth <= deepest; depth += 1) if (within.includes(nameAt(depth))) return depth;
  return deepest;
}
