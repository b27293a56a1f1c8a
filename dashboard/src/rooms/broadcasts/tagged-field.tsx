import '@mantine/core/styles/Popover.css';
import { ActionIcon, Button, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { type ComponentProps, useRef, useState } from 'react';
import type { Field } from '../../kit/field-form';
import { editorWords as words } from '../../messages/broadcast-editor';
import { tagText, unsubscribeTag } from './editor/email/markup';
import { useTags } from './editor/use-tags';

type TextProps = Omit<ComponentProps<typeof TextInput>, 'label' | 'value' | 'onChange'>;

interface TaggedInputProps extends TextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field of a form for a line with merge tags. */
export const taggedField = <Name extends string>(
  name: Name,
  text: TextProps & Pick<TaggedInputProps, 'label'>,
): Field<Name> => ({
  name,
  render: ({ defaultValue: _, value, onChange, ...props }) => (
    <TaggedInput {...text} {...props} value={String(value)} onChange={onChange} />
  ),
});

/** A line in which a value of the contact can be put at the caret, with what stands for it where there is none. */
function TaggedInput({ label, value, onChange, ...text }: TaggedInputProps) {
  const input = useRef<HTMLInputElement>(null);
  /** Where the caret was when the line lost the focus; undefined before it had it. */
  const caret = useRef<number>(undefined);
  const [isOpen, setOpen] = useState(false);
  /** Closed by Escape or by inserting, and not by a click elsewhere, which has the focus then. */
  const goesOn = useRef(false);
  const insert = (tag: string): void => {
    const at = caret.current ?? value.length;
    caret.current = at + tag.length;
    onChange(`${value.slice(0, at)}${tag}${value.slice(at)}`);
    goesOn.current = true;
    setOpen(false);
  };
  const goOn = (): void => {
    if (!goesOn.current) return;
    goesOn.current = false;
    const at = caret.current ?? value.length;
    input.current?.focus();
    input.current?.setSelectionRange(at, at);
  };
  return (
    <TextInput
      {...text}
      ref={input}
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={({ currentTarget }) => void (caret.current = currentTarget.selectionStart ?? undefined)}
      rightSectionWidth={40}
      rightSection={
        <Popover
          opened={isOpen}
          onChange={setOpen}
          onExitTransitionEnd={goOn}
          trapFocus
          withinPortal
          position="bottom-end"
          width={260}
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={34}
              aria-label={words.insertTagInto(label)}
              title={words.insertTagInto(label)}
              onClick={() => setOpen(!isOpen)}
            >
              <IconBraces size={18} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown
            aria-label={words.insertTagInto(label)}
            onKeyDown={({ key }) => {
              if (key === 'Escape') goesOn.current = true;
            }}
          >
            <TagForm onInsert={insert} />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}

function TagForm({ onInsert }: { readonly onInsert: (tag: string) => void }) {
  // No one leaves by a subject.
  const tags = useTags().filter(({ key }) => !unsubscribeTag.includes(key));
  const [key, setKey] = useState(tags[0]?.key ?? '');
  const [fallback, setFallback] = useState('');
  const insert = (): void => onInsert(tagText(key, fallback));
  return (
    <Stack gap="sm">
      <NativeSelect
        label={words.tagKey}
        value={key}
        data={tags.map((tag) => ({ value: tag.key, label: tag.title }))}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
      />
      <TextInput
        label={words.fallback}
        description={words.fallbackHint}
        value={fallback}
        autoComplete="off"
        onChange={({ currentTarget }) => setFallback(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          insert();
        }}
      />
      <Button size="xs" onClick={insert}>
        {words.insertIt}
      </Button>
    </Stack>
  );
}
