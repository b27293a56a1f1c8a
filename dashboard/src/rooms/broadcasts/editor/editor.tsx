import '@mantine/core/styles/Tabs.css';
import { Box, Tabs, Text } from '@mantine/core';
import { Editor, type EditorOptions, type JSONContent } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { useQuery } from '@tanstack/react-query';
import {
  type CSSProperties,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useReducer,
  useRef,
  useState,
} from 'react';
import { Because, Callout } from '../../../kit/callout';
import { editorWords as words } from '../../../messages/broadcast-editor';
import { sayProblem } from '../../../ui/toast';
import { showToast } from '../../../ui/toast-layer';
import { emailExtensions } from './blocks/extensions';
import { FooterGuard, LastLine, allowingFooterLoss, footerIn } from './blocks/footer-guard';
import { ShownTo } from './blocks/shown-to';
import { TableLimit } from './blocks/table';
import { BlockHandles } from './block-handle';
import type { BroadcastEditorProps } from './editor-props';
import classes from './editor.module.css';
import { blocksOf, documentOf, type DocumentNode } from './email/document.js';
import { readableOn } from './email/colors.js';
import { fonts, type EmailStyles } from './email/styles.js';
import { BlockPanel, RemoveFooter } from './panels/block-panel';
import { StylePanel } from './panels/style-panel';
import { followAll, insertSaved, savedBlocksQuery } from './saved-blocks';
import { SelectionMenu } from './selection-menu';
import { SuggestionList } from './suggestion-list';
import { Toolbar } from './toolbar';
import { cleanPaste } from './writing/clean-paste';
import { EditorKeys } from './writing/editor-keys';
import { ImageDrop, type ImageUploads, insertImage, uploadImage } from './writing/image-drop';
import { imageTypes } from './writing/mail-image';
import { insertions, savedInsertions, tagInsertions } from './writing/insertions';
import { showPlace } from './writing/selected';
import { Suggestions, suggestionStore } from './writing/suggestions';

type Aside = keyof typeof words.asides;

const ImageLibrary = lazy(() => import('./image-library'));
const SavedBlocksDialog = lazy(() => import('./saved-blocks-dialog'));

/**
 * The email as it is written, with its tools around it. What changes is said to `onChange`; it starts from `document`.
 */
export default function EmailEditor(props: BroadcastEditorProps) {
  const { document, onChange, tags, brand, upload, broadcastId } = props;
  const { isFooterOptional = false, isForAudience = false, isPart = false, place, onPlaceShown } = props;
  const hintId = useId();
  const canvas = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [styles, setStyles] = useState(document.style);
  const [store] = useState(suggestionStore);
  const [aside, setAside] = useState<Aside>('block');
  const [focusCount, setFocusCount] = useState(0);
  const [isAsked, setIsAsked] = useState(false);
  const [uploads, setUploads] = useState(0);
  const [isUnknown, setIsUnknown] = useState(false);
  /** A saved block that is edited, or `true`: all of them are listed. */
  const [saved, setSaved] = useState<string | boolean>(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const savedRows = useQuery({ ...savedBlocksQuery, enabled: !isPart }).data?.data ?? [];
  const putIn = (into: Editor, id: string): void => void insertSaved(into, id).catch(sayProblem);
  const openLibrary = (): void => setIsChoosing(true);
  const blocks = [
    ...insertions(() => chooser.current?.click(), openLibrary),
    ...(isPart ? [] : savedInsertions(savedRows, putIn, () => setSaved(true))),
  ];
  // The editor is made once, and reads these when it needs them.
  const now = useRef({ styles, tags, upload, onChange, blocks });
  now.current = { styles, tags, upload, onChange, blocks };
  const removal = useRef(() => {});
  const askToRemove = (): void => (isFooterOptional ? removal.current() : setIsAsked(true));
  const openSettings = (): void => {
    setAside('block');
    setFocusCount((count) => count + 1);
  };
  const change = (editor: Editor, next: EmailStyles): void =>
    now.current.onChange(documentOf(next, editor.getJSON().content as readonly DocumentNode[]));
  const say = (title: string, { message }: Error): void => {
    showToast({ title, message, color: 'red', role: 'alert' });
  };
  const imageUploads: ImageUploads = {
    upload: (file) => now.current.upload(file),
    onProblem: (error) => say(words.imageProblem, error),
    onCount: setUploads,
  };
  const editor = useTiptap(canvas, () => ({
    extensions: [
      ...emailExtensions,
      ...(isForAudience || isPart ? [ShownTo] : []),
      FooterGuard.configure({ onAsk: askToRemove }),
      LastLine,
      TableLimit.configure({ onProblem: (error) => say(words.tableProblem, error) }),
      EditorKeys.configure({ onLink: openSettings }),
      ImageDrop.configure(imageUploads),
      Suggestions.configure({ store, blocks: () => now.current.blocks, tags: () => tagInsertions(now.current.tags) }),
    ],
    content: { type: 'doc', content: blocksOf(document) as JSONContent[] },
    enableContentCheck: true,
    onContentError: ({ editor: failed }) => {
      failed.setEditable(false, false);
      setIsUnknown(true);
    },
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': words.canvas,
        'aria-describedby': `${hintId} ${hintId}-keys`,
      },
      transformPastedHTML: cleanPaste,
      handleKeyDown: (view, event) => {
        if (event.altKey && event.key === 'F10') {
          toolbarOf(view.dom)?.focus();
          return true;
        }
        const isBlock = view.state.selection instanceof NodeSelection;
        if (event.key !== 'Enter' || !isBlock || event.shiftKey) return false;
        openSettings();
        return true;
      },
    },
    onUpdate: ({ editor: changed }) => change(changed, now.current.styles),
  }));
  useEffect(() => {
    if (editor !== undefined && !isPart) void followAll(editor);
  }, [editor, isPart]);
  useEffect(() => {
    if (editor === undefined || place === undefined) return;
    setAside('block');
    showPlace(editor, documentOf(now.current.styles, editor.getJSON().content as readonly DocumentNode[]), place);
    onPlaceShown?.();
  }, [editor, place, onPlaceShown]);
  const removeFooter = (): void => {
    setIsAsked(false);
    editor?.commands.command(({ tr }) => {
      const footer = footerIn(tr.doc);
      if (footer === undefined) return false;
      allowingFooterLoss(tr).delete(tr.doc.content.size - footer.nodeSize, tr.doc.content.size);
      return true;
    });
    editor?.commands.focus();
  };
  removal.current = removeFooter;
  const take = (files: FileList | null): void => {
    const [file] = Array.from(files ?? []);
    if (editor !== undefined && file !== undefined) {
      void uploadImage(editor, imageUploads, file, editor.state.selection.to);
    }
  };
  return (
    <Box className={classes['editor'] ?? ''}>
      <Text id={hintId} size="xs" c="dimmed">
        {words.canvasHint}
      </Text>
      <span id={`${hintId}-keys`} hidden>
        {words.keys.map(([what, ...keys]) => `${what}: ${keys.join('+')}`).join('. ')}
      </span>
      {isUnknown && (
        <Callout tone="bad" title={words.notOpened}>
          <Because>{words.notOpenedText}</Because>
        </Callout>
      )}
      {editor !== undefined && (
        <Toolbar editor={editor} blocks={blocks} tags={tagInsertions(tags)} onLink={openSettings} />
      )}
      <Box className={classes['beside'] ?? ''}>
        <Box className={classes['ground'] ?? ''} style={variablesOf(styles)}>
          <div ref={canvas} className={classes['sheet']} />
          {editor !== undefined && <SelectionMenu editor={editor} onLink={openSettings} />}
          {editor !== undefined && <BlockHandles editor={editor} isPart={isPart} />}
        </Box>
        <Box component="aside" aria-label={isPart ? words.partAside : words.aside} className={classes['aside'] ?? ''}>
          <Tabs value={aside} onChange={(next) => setAside(next === 'style' ? 'style' : 'block')}>
            <Tabs.List aria-label={words.aside} grow>
              <Tabs.Tab value="block">{words.asides.block}</Tabs.Tab>
              {!isPart && <Tabs.Tab value="style">{words.asides.style}</Tabs.Tab>}
            </Tabs.List>
            <Tabs.Panel value="block" pt="md">
              {editor !== undefined && (
                <BlockPanel
                  editor={editor}
                  styles={styles}
                  tags={tags}
                  focusCount={focusCount}
                  isFooterOptional={isFooterOptional}
                  isForAudience={isForAudience}
                  isPart={isPart}
                  onRemoveFooter={askToRemove}
                  onEditSaved={setSaved}
                />
              )}
            </Tabs.Panel>
            <Tabs.Panel value="style" pt="md">
              <StylePanel
                styles={styles}
                brand={brand}
                onChange={(next) => {
                  setStyles(next);
                  if (editor !== undefined) change(editor, next);
                }}
              />
            </Tabs.Panel>
          </Tabs>
        </Box>
      </Box>
      <Text size="sm" role="status">
        {uploads > 0 && words.uploading(uploads)}
      </Text>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={imageTypes.join(',')}
        aria-label={words.insertions.image[0]}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          currentTarget.value = '';
        }}
      />
      {editor !== undefined && <SuggestionList store={store} editor={editor} />}
      {isChoosing && editor !== undefined && (
        <Suspense>
          <ImageLibrary
            onChoose={(image) => {
              setIsChoosing(false);
              insertImage(editor, editor.state.selection.to, { ...image });
            }}
            onClose={() => setIsChoosing(false)}
          />
        </Suspense>
      )}
      {saved !== false && editor !== undefined && (
        <Suspense>
          <SavedBlocksDialog
            edited={saved === true ? undefined : saved}
            onEdit={(id) => setSaved(id ?? true)}
            onInsert={(id) => {
              setSaved(false);
              putIn(editor, id);
            }}
            onChanged={() => void followAll(editor)}
            onClose={() => setSaved(false)}
            styles={styles}
            editorProps={{ tags, upload, ...(broadcastId === undefined ? {} : { broadcastId }) }}
            Editor={EmailEditor}
          />
        </Suspense>
      )}
      <RemoveFooter isOpen={isAsked} onClose={() => setIsAsked(false)} onRemove={removeFooter} />
    </Box>
  );
}

const toolbarOf = (element: HTMLElement) =>
  element.closest(`.${classes['editor'] ?? ''}`)?.querySelector<HTMLElement>('[role="toolbar"] button[tabindex="0"]');

/** What the styles of the sheet are made from. */
const variablesOf = ({ font, width, ground, surface, text, brand, radius }: EmailStyles): CSSProperties =>
  Object.fromEntries(
    Object.entries({
      font: fonts[font],
      width: `${width}px`,
      radius: `${radius}px`,
      'on-brand': readableOn(brand),
      ...{ ground, surface, text, brand },
    }).map(([name, value]) => [`--email-${name}`, value]),
  );

/**
 * An editor in an element of the page, made once: what changes later is read when it is needed. The component draws
 * again with every change of text and selection.
 */
function useTiptap(element: RefObject<HTMLElement | null>, options: () => Partial<EditorOptions>): Editor | undefined {
  const [editor, setEditor] = useState<Editor>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const first = useRef(options);
  useEffect(() => {
    if (element.current === null) return;
    // Its styles are a file of ours.
    const made = new Editor({ element: element.current, injectCSS: false, ...first.current() });
    made.on('transaction', redraw);
    setEditor(made);
    return () => made.destroy();
  }, [element]);
  return editor;
}
