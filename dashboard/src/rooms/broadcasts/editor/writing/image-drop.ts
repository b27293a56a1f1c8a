import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { blockPlace, imageTypes, mailImage } from './mail-image';

export interface ImageUploads {
  /** @returns the address that the image is served at. */
  readonly upload: (file: File) => Promise<string>;
  readonly onProblem: (error: Error) => void;
  /** How many are under way. */
  readonly onCount: (count: number) => void;
}

const key = new PluginKey<DecorationSet>('image-drop');
interface Place {
  readonly id: object;
  /** Where it is to go; null: it is there, or it failed. */
  readonly at: number | null;
}

/** Images that are pasted or dropped are uploaded, and stand where they were dropped, whatever is typed meanwhile. */
export const ImageDrop = Extension.create<ImageUploads>({
  name: 'imageDrop',
  addProseMirrorPlugins() {
    const take = (files: readonly File[], at: number): boolean => {
      const images = files.filter(({ type }) => imageTypes.includes(type));
      images.forEach((file) => void uploadImage(this.editor, this.options, file, at));
      // A browser leaves the page for a file that nothing takes.
      const isOther = images.length === 0 && files.length > 0;
      const isImage = files.some(({ type }) => type.startsWith('image/'));
      if (isOther) this.options.onProblem(new Error(isImage ? words.imageTypes : words.imagesOnly));
      return images.length > 0 || isOther;
    };
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply: (tr, places) => placesAfter(places.map(tr.mapping, tr.doc), tr),
        },
        props: {
          decorations: (state) => key.getState(state),
          handlePaste: (view, { clipboardData }) =>
            // Word adds a picture of the text to the text.
            clipboardData?.types.includes('text/html') === true
              ? false
              : take(Array.from(clipboardData?.files ?? []), view.state.selection.to),
          handleDrop: (view, event, _slice, moved) => {
            if (moved) return false;
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.to;
            const taken = take(Array.from(event.dataTransfer?.files ?? []), at);
            if (taken) event.preventDefault();
            return taken;
          },
        },
      }),
    ];
  },
});

function placesAfter(
  places: DecorationSet,
  tr: Parameters<NonNullable<Plugin['spec']['appendTransaction']>>[0][number],
) {
  const place = tr.getMeta(key) as Place | undefined;
  if (place === undefined) return places;
  if (place.at === null) return places.remove(places.find(undefined, undefined, ({ id }) => id === place.id));
  const element = document.createElement('span');
  element.className = 'image-coming';
  return places.add(tr.doc, [Decoration.widget(place.at, element, { id: place.id })]);
}

/** Beside the text that stands at the place. */
export function insertImage(editor: Editor, at: number, attrs: Readonly<Record<string, unknown>>): void {
  editor
    .chain()
    .insertContentAt(blockPlace(editor.state.doc, at), { type: 'image', attrs: { ...attrs } })
    .run();
}

let underWay = 0;

/** Puts an image into the email once it is uploaded. */
export async function uploadImage(editor: Editor, uploads: ImageUploads, file: File, at: number): Promise<void> {
  const id = {};
  const note = (place: Place): void => editor.view.dispatch(editor.state.tr.setMeta(key, place));
  note({ id, at });
  uploads.onCount((underWay += 1));
  try {
    const { file: sent, size } = await mailImage(file);
    const src = await uploads.upload(sent);
    if (editor.isDestroyed) return;
    const [place] = key.getState(editor.state)?.find(undefined, undefined, (spec) => spec['id'] === id) ?? [];
    note({ id, at: null });
    insertImage(editor, place?.from ?? at, { src, ...size });
  } catch (error) {
    if (!editor.isDestroyed) note({ id, at: null });
    uploads.onProblem(error instanceof Error ? error : new Error(String(error)));
  } finally {
    uploads.onCount((underWay -= 1));
  }
}
