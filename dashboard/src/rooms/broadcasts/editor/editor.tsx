import '@mantine/core/styles/Tabs.css';
import { Box, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { Editor, Extension, type EditorOptions, type JSONContent } from '@tiptap/core';
import { NodeSelection, Plugin } from '@tiptap/pm/state';
import { type CSSProperties, type RefObject, useEffect, useReducer, useRef, useState } from 'react';
import { Because, Callout } from '../../../kit/callout';
import { editorWords as words } from '../../../messages/broadcast-editor';
import { showToast } from '../../../ui/toast-layer';
import { emailExtensions } from './blocks/extensions';
import { FooterGuard, allowingFooterLoss, footerIn } from './blocks/footer-guard';
import { ShownTo } from './blocks/shown-to';
import type { BroadcastEditorProps } from './editor-props';
import classes from './editor.module.css';
import { blocksOf, documentOf, type DocumentNode } from './email/document.js';
import { readableOn } from './email/colors.js';
import { fonts, type EmailStyles } from './email/styles.js';
import { BlockPanel } from './panels/block-panel';
import { StylePanel } from './panels/style-panel';
import { SelectionMenu } from './selection-menu';
import { SuggestionList } from './suggestion-list';
import { Toolbar } from './toolbar';
import { cleanPaste } from './writing/clean-paste';
import { EditorKeys } from './writing/editor-keys';
import { ImageDrop, type ImageUploads, uploadImage } from './writing/image-drop';
import { imageTypes } from './writing/mail-image';
import { insertions, tagInsertions } from './writing/insertions';
import { Suggestions, suggestionStore } from './writing/suggestions';
import { Dialog } from '../../../ui/dialog';
import type { Node as DocNode } from '@tiptap/pm/model';

/** There is always a line above the footer to go on in, also below columns or an image. Empty, it is not sent. */
const LastLine = Extension.create({
  name: 'lastLine',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _before, { doc, schema, tr }) => {
        const { paragraph } = schema.nodes;
        const at = endOfBlocks(doc);
        const last = doc.resolve(at).nodeBefore;
        const isChanged = transactions.some(({ docChanged }) => docChanged);
        if (!isChanged || paragraph === undefined || last?.type === paragraph) return null;
        return tr.insert(at, paragraph.create());
      },
    }),
  ],
});

const endOfBlocks = (doc: DocNode): number =>
  doc.content.size - (doc.lastChild?.type.name === 'footer' ? doc.lastChild.nodeSize : 0);

type Aside = keyof typeof words.asides;

/**
 * The email as it is written, with its tools around it. What changes is said to `onChange`; it starts from `document`.
 */
export default function EmailEditor(props: BroadcastEditorProps) {
  const { document, onChange, tags, brand, upload, isFooterOptional = false, isForAudience = false } = props;
  const canvas = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [styles, setStyles] = useState(document.style);
  const [store] = useState(suggestionStore);
  const [aside, setAside] = useState<Aside>('block');
  const [focusCount, setFocusCount] = useState(0);
  const [isAsked, setIsAsked] = useState(false);
  const [uploads, setUploads] = useState(0);
  const [isUnknown, setIsUnknown] = useState(false);
  // The editor is made once, and reads these when it needs them.
  const now = useRef({ styles, tags, upload, onChange });
  now.current = { styles, tags, upload, onChange };
  const removal = useRef(() => {});
  const askToRemove = (): void => (isFooterOptional ? removal.current() : setIsAsked(true));
  const openSettings = (): void => {
    setAside('block');
    setFocusCount((count) => count + 1);
  };
  const change = (editor: Editor, next: EmailStyles): void =>
    now.current.onChange(documentOf(next, editor.getJSON().content as readonly DocumentNode[]));
  const imageUploads: ImageUploads = {
    upload: (file) => now.current.upload(file),
    onProblem: ({ message }) => showToast({ title: words.imageProblem, message, color: 'red', role: 'alert' }),
    onCount: setUploads,
  };
  const blocks = insertions(() => chooser.current?.click());
  const editor = useTiptap(canvas, () => ({
    extensions: [
      ...emailExtensions,
      ...(isForAudience ? [ShownTo] : []),
      FooterGuard.configure({ onAsk: askToRemove }),
      LastLine,
      EditorKeys.configure({ onLink: openSettings }),
      ImageDrop.configure(imageUploads),
      Suggestions.configure({ store, blocks: () => blocks, tags: () => tagInsertions(now.current.tags) }),
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
        'aria-describedby': 'editor-hint',
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
      <Text id="editor-hint" size="xs" c="dimmed">
        {words.canvasHint}
      </Text>
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
        </Box>
        <Box component="aside" aria-label={words.aside} className={classes['aside'] ?? ''}>
          <Tabs value={aside} onChange={(next) => setAside(next === 'style' ? 'style' : 'block')}>
            <Tabs.List aria-label={words.aside} grow>
              <Tabs.Tab value="block">{words.asides.block}</Tabs.Tab>
              <Tabs.Tab value="style">{words.asides.style}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="block" pt="md">
              {editor !== undefined && (
                <BlockPanel
                  editor={editor}
                  tags={tags}
                  focusCount={focusCount}
                  isFooterOptional={isFooterOptional}
                  isForAudience={isForAudience}
                  onRemoveFooter={askToRemove}
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

interface RemoveFooterProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

function RemoveFooter({ isOpen, onClose, onRemove }: RemoveFooterProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={words.removeFooterTitle}>
      <Stack gap="md">
        <Text size="sm">{words.removeFooterText}</Text>
        <Group justify="flex-end" gap="xs">
          <Button data-autofocus variant="default" onClick={onClose}>
            {words.keepFooter}
          </Button>
          <Button color="red" onClick={onRemove}>
            {words.removeFooter}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

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
