import { Stack, TextInput } from '@mantine/core';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { mergeTags } from '../../messages/merge-tags';
import type { Broadcast } from './queries';

const tag = /\{\{\{([^{}|]+)(?:\|[^{}]*)?\}\}\}/g;
/** Begins and ends what is for some people alone: it has no value to be typed. */
const mark = /^(?:#if\s|\/if$)/;
/** The names of the merge tags that differ by person, in the order of their first use. */
export function usedTags(says: Pick<Broadcast, 'subject' | 'preview_text' | 'html' | 'text'>): readonly string[] {
  const texts = [says.subject, says.preview_text, says.html, says.text].map((text) => text ?? '');
  const names = texts.flatMap((text) => [...text.matchAll(tag)].map(([, name = '']) => name.trim()));
  return [...new Set(names)].filter((name) => !mark.test(name) && !mergeTags.ownLinks.includes(name));
}

interface TagValuesProps {
  readonly tags: readonly string[];
  readonly value: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** A value for each tag; what is empty is what is known of the contact, or the fallback. */
export function TagValues({ tags, value, onChange }: TagValuesProps) {
  return (
    <Stack gap="sm">
      {tags.map((name) => (
        <TextInput
          key={name}
          label={name}
          placeholder={words.ownValue}
          autoComplete="off"
          spellCheck={false}
          value={value[name] ?? ''}
          onChange={({ currentTarget }) => onChange({ ...value, [name]: currentTarget.value })}
          styles={{ label: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      ))}
    </Stack>
  );
}
