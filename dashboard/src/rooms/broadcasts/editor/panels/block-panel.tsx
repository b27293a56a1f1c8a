import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { Editor, JSONContent } from '@tiptap/core';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef } from 'react';
import { Because, Callout } from '../../../../kit/callout';
import { editorWords as words } from '../../../../messages/broadcast-editor';
import { Dialog } from '../../../../ui/dialog';
import { footerIn } from '../blocks/footer-guard';
import { footerNode } from '../email/document.js';
import type { EmailStyles } from '../email/styles.js';
import type { TagChoice } from '../writing/insertions';
import {
  changeBlock,
  linkAround,
  removeBlock,
  type SelectedBlock,
  selectedBlock,
  type SettableType,
} from '../writing/selected';
import { selectedText } from '../writing/selected-text';
import { blockForms } from './block-forms';
import { BlockPlace } from './block-place';
import { AddressField, ChoiceField, TextField } from './fields';
import { ButtonLook, ColumnsLook, SectionLook, SpacerLook, TextLookForm } from './look-forms';
import { TableForm } from './table-form';

const ShownToField = lazy(() => import('./shown-to-field'));
const SaveBlock = lazy(() => import('./saved-block-panel'));
const SyncedSettings = lazy(async () => ({ default: (await import('./saved-block-panel')).SyncedSettings }));

const unmoved: readonly SettableType[] = ['footer', 'mergeTag'];

const looks: Partial<Record<SettableType, typeof ButtonLook>> = {
  button: ButtonLook,
  section: SectionLook,
  spacer: SpacerLook,
};

interface BlockPanelProps {
  readonly editor: Editor;
  readonly styles: EmailStyles;
  readonly tags: readonly TagChoice[];
  /** Counts up when the settings are to take the focus. */
  readonly focusCount: number;
  readonly isFooterOptional: boolean;
  /** It goes to contacts: some of it may be for some of them. */
  readonly isForAudience: boolean;
  /** It is a part of an email: it has no footer, and is saved as a whole. */
  readonly isPart: boolean;
  readonly onRemoveFooter: () => void;
  readonly onEditSaved: (id: string) => void;
}

/** The settings of what is selected. Escape leads back to the text. */
export function BlockPanel({
  editor,
  styles,
  tags,
  focusCount,
  isFooterOptional,
  isForAudience,
  isPart,
  onRemoveFooter,
  onEditSaved,
}: BlockPanelProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focusCount > 0) element.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [focusCount]);
  const block = selectedBlock(editor);
  const isText = selectedText(editor.state) !== undefined;
  const href = block?.type === 'mergeTag' ? undefined : linkAround(editor);
  const back = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') editor.view.focus();
  };
  return (
    <Stack ref={element} gap="md" onKeyDown={back}>
      {isText && <TextLookForm editor={editor} styles={styles} />}
      {href !== undefined && <LinkSettings editor={editor} href={href} />}
      {block !== undefined && (
        <BlockSettings
          key={`${block.type} ${block.pos}`}
          editor={editor}
          block={block}
          styles={styles}
          tags={tags}
          onRemoveFooter={onRemoveFooter}
          onEditSaved={onEditSaved}
        />
      )}
      {/* Beside the settings, which are others at another place: so its buttons keep the focus. */}
      {block !== undefined && !unmoved.includes(block.type) && <BlockPlace editor={editor} block={block} />}
      {block === undefined && href === undefined && !isText && (
        <Text size="sm" c="dimmed">
          {words.noBlock}
        </Text>
      )}
      {isForAudience && (
        <Suspense>
          <ShownToField editor={editor} />
        </Suspense>
      )}
      {!isPart && (
        <Suspense>
          <SaveBlock editor={editor} />
        </Suspense>
      )}
      {!isPart && footerIn(editor.state.doc) === undefined && (
        <NoFooter editor={editor} isOptional={isFooterOptional} />
      )}
    </Stack>
  );
}

function LinkSettings({ editor, href }: { readonly editor: Editor; readonly href: string }) {
  const change = (next: string): void =>
    void editor.chain().extendMarkRange('link').setMark('link', { href: next }).run();
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {words.blocks.link}
      </Title>
      <AddressField label={words.url} hint={words.urlHint} value={href} onChange={change} />
      <Group>
        <Button
          size="xs"
          variant="default"
          onClick={() => editor.chain().focus().extendMarkRange('link').unsetMark('link').run()}
        >
          {words.removeLink}
        </Button>
      </Group>
    </Stack>
  );
}

interface BlockSettingsProps
  extends Pick<BlockPanelProps, 'editor' | 'styles' | 'tags' | 'onRemoveFooter' | 'onEditSaved'> {
  readonly block: SelectedBlock;
}

function BlockSettings({ editor, block, styles, tags, onRemoveFooter, onEditSaved }: BlockSettingsProps) {
  const { type, attrs } = block;
  const Form = blockForms[type];
  const Look = looks[type];
  const change = (next: Readonly<Record<string, unknown>>): void => changeBlock(editor, block, next);
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {words.blocks[type]}
      </Title>
      {Form !== undefined && <Form attrs={attrs} change={change} />}
      {Look !== undefined && <Look attrs={attrs} change={change} styles={styles} />}
      {type === 'savedBlock' && (
        <Suspense>
          <SyncedSettings editor={editor} block={block} onEdit={onEditSaved} />
        </Suspense>
      )}
      {type === 'columns' && <ColumnsLook editor={editor} block={block} />}
      {type === 'table' && <TableForm editor={editor} />}
      {type === 'mergeTag' && (
        <>
          <ChoiceField
            label={words.tagKey}
            value={String(attrs['key'])}
            choices={tagChoices(tags, String(attrs['key']))}
            onChange={(key) => change({ key })}
          />
          <TextField
            label={words.fallback}
            hint={words.fallbackHint}
            value={String(attrs['fallback'])}
            onChange={(fallback) => change({ fallback: fallback.replace(/[{}<>]/g, '') })}
          />
        </>
      )}
      <Group>
        <Button
          size="xs"
          variant="default"
          onClick={type === 'footer' ? onRemoveFooter : () => removeBlock(editor, block)}
        >
          {type === 'footer' ? words.removeFooter : words.removeBlock}
        </Button>
      </Group>
    </Stack>
  );
}

/** A tag that was typed may be none of those that are offered. */
function tagChoices(tags: readonly TagChoice[], chosen: string) {
  const own = tags.some(({ key }) => key === chosen) ? [] : [{ key: chosen, title: chosen }];
  return [...own, ...tags].map(({ key, title }) => ({ value: key, label: title }));
}

function NoFooter({ editor, isOptional }: { readonly editor: Editor; readonly isOptional: boolean }) {
  const add = (): void =>
    void editor
      .chain()
      .insertContentAt(editor.state.doc.content.size, footerNode(words.footerReason, words.unsubscribe) as JSONContent)
      .run();
  return (
    <Callout
      tone={isOptional ? 'calm' : 'warn'}
      title={words.footerMissing}
      actions={
        <Button size="xs" variant="default" onClick={add}>
          {words.addFooter}
        </Button>
      }
    >
      <Because>{isOptional ? words.footerOptionalText : words.footerMissingText}</Because>
    </Callout>
  );
}

interface RemoveFooterProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

/** Without it people may have no way to leave, so it is asked for once more. */
export function RemoveFooter({ isOpen, onClose, onRemove }: RemoveFooterProps) {
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
