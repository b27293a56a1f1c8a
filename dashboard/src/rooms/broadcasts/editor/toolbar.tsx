import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useState } from 'react';
import { editorWords as words } from '../../../messages/broadcast-editor';
import classes from './editor.module.css';
import { InsertMenu } from './insert-menu';
import { toolNames, tools } from './text-tools';
import type { Insertion } from './writing/insertions';

interface ToolbarProps {
  readonly editor: Editor;
  readonly blocks: readonly Insertion[];
  readonly tags: readonly Insertion[];
  /** A link was made, and wants an address. */
  readonly onLink: () => void;
}

/** One stop of the Tab key; arrows go from tool to tool, and Escape back to the text. */
export function Toolbar({ editor, blocks, tags, onLink }: ToolbarProps) {
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') editor.view.focus();
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || !(event.target instanceof HTMLButtonElement)) return;
    const buttons = Array.from(event.currentTarget.querySelectorAll('button'));
    const next = (buttons.indexOf(event.target) + step + buttons.length) % buttons.length;
    setCurrent(next);
    buttons[next]?.focus();
  };
  return (
    <Group gap="xs" className={classes['toolbar'] ?? ''} data-editor-toolbar>
      <TextKind editor={editor} />
      <div role="toolbar" aria-label={words.toolbar} className={classes['tools']} onKeyDown={move}>
        {toolNames.map((name, index) => {
          const { Icon, isOn, run } = tools[name];
          const on = isOn?.(editor);
          return (
            <ActionIcon
              key={name}
              variant={on === true ? 'filled' : 'subtle'}
              color={on === true ? 'post' : 'gray'}
              size={34}
              aria-label={words.tools[name]}
              title={words.tools[name]}
              {...(on === undefined ? {} : { 'aria-pressed': on })}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setCurrent(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                run(editor);
                if (name === 'link') onLink();
              }}
            >
              <Icon size={18} aria-hidden />
            </ActionIcon>
          );
        })}
      </div>
      <Group gap="xs" wrap="nowrap">
        <InsertMenu editor={editor} label={words.insert} items={blocks} />
        <InsertMenu editor={editor} label={words.insertTag} items={tags} />
      </Group>
    </Group>
  );
}

type Kind = keyof typeof words.textKinds;
const kinds: readonly Kind[] = ['text', '1', '2', '3'];

function TextKind({ editor }: { readonly editor: Editor }) {
  const level = editor.isActive('heading') ? String(editor.getAttributes('heading')['level']) : 'text';
  const pick = (kind: string): void => {
    const chain = editor.chain();
    if (kind === 'text') chain.setParagraph().run();
    else chain.setNode('heading', { level: Number(kind) }).run();
  };
  return (
    <NativeSelect
      aria-label={words.textKind}
      value={kinds.find((kind) => kind === level) ?? 'text'}
      data={kinds.map((kind) => ({ value: kind, label: words.textKinds[kind] }))}
      onChange={({ currentTarget }) => pick(currentTarget.value)}
      className={classes['text-kind'] ?? ''}
    />
  );
}
