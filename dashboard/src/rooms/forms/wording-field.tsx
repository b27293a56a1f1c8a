import { NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { joinFormMessages as words } from '../../messages/join-forms';
import { type FormLanguage, formLanguages, isWritten, type Wording, type Wordings } from './form-values';

interface WordingFieldProps {
  readonly value: Wordings;
  readonly onChange: (value: Wordings) => void;
  readonly error?: ReactNode;
  readonly language: FormLanguage;
  readonly onLanguage: (language: FormLanguage) => void;
}

/** A form's own words in one language at a time. */
export function WordingField({ value, onChange, error, language, onLanguage }: WordingFieldProps) {
  const wording = value[language];
  const inputOf = (name: keyof Wording, maxLength: number) => ({
    label: words[name],
    maxLength,
    value: wording[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...value, [language]: { ...wording, [name]: currentTarget.value } }),
  });
  return (
    <Stack gap="md">
      <NativeSelect
        label={words.language}
        data={formLanguages.map((each) => ({
          value: each,
          label: isWritten(value[each]) ? words.written(words.languages[each]) : words.languages[each],
        }))}
        value={language}
        onChange={({ currentTarget }) => onLanguage(formLanguages.find((each) => each === currentTarget.value) ?? 'en')}
      />
      <TextInput {...inputOf('title', 100)} />
      <Textarea autosize minRows={3} description={words.textHint} {...inputOf('text', 2_000)} />
      <TextInput {...inputOf('button', 50)} />
      <Textarea autosize minRows={2} description={words.thanksHint} {...inputOf('thanks', 500)} />
      {error != null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}
