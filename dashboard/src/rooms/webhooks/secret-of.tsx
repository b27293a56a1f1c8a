import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { webhooks as words } from '../../messages/webhooks';
import { CodeBlock } from '../../kit/code-block';
import { Copyable } from '../../ui/copy';
import { type Language, languages, verifySnippet } from './verify-snippets';

interface SecretOfProps {
  readonly secret: string;
  /** Beside the usual. */
  readonly note?: string;
  readonly onDone?: () => void;
}

/** A signing secret, and what checks a request with it. */
export default function SecretOf({ secret, note, onDone }: SecretOfProps) {
  const [language, setLanguage] = useState<Language>('node');
  const choose = (value: string): void => setLanguage(languages.find((each) => each.value === value)?.value ?? 'node');
  return (
    <Stack gap="md">
      {note !== undefined && <Text size="sm">{note}</Text>}
      <Copyable label={words.secret} value={secret} />
      <Text size="xs" c="dimmed" mt={-8}>
        {words.secretHint}
      </Text>
      <NativeSelect
        label={words.snippet}
        description={words.snippetNote}
        data={[...languages]}
        value={language}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <CodeBlock key={language} label={words.snippet} text={verifySnippet(language)} />
      {onDone !== undefined && <Button onClick={onDone}>{words.done}</Button>}
    </Stack>
  );
}
