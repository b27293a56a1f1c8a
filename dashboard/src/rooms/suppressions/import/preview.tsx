import { Alert, Box, Button, List, NativeSelect, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/List.css';
import { useState } from 'react';
import { suppressions as words } from '../../../messages/suppressions';
import type { Scope } from '../documents';
import type { ReadFile } from './read-lines';

/** How many lines are named; a result with all of them can be downloaded. */
const shown = 8;

interface PreviewProps {
  readonly file: ReadFile;
  readonly onStart: (scope: Scope) => void;
}

/** What was read, before anything is sent: the first addresses, and each line that is left out with the reason. */
export function Preview({ file: { lines, faulty }, onStart }: PreviewProps) {
  const [scope, setScope] = useState<Scope>('all');
  return (
    <Stack gap="md">
      {faulty.length > 0 && (
        <Alert color="yellow" title={words.faulty(faulty.length)}>
          <Lines
            texts={faulty.map(({ line, text, why }) => {
              const quoted = text === '' ? '' : ` “${text}”`;
              return `${words.lineNumber(line)}${quoted}: ${words.problems[why]}`;
            })}
          />
        </Alert>
      )}
      {lines.length === 0 ? (
        <Text size="sm">{words.noneRead}</Text>
      ) : (
        <>
          <Box>
            <Text fw={600}>{words.read(lines.length)}</Text>
            <Lines
              texts={lines.map(({ email, scope: own }) => (own === null ? email : `${email} (${words.scopes[own]})`))}
            />
          </Box>
          <NativeSelect
            label={words.importScope}
            value={scope}
            data={(['all', 'bulk'] as const).map((value) => ({ value, label: words.scopes[value] }))}
            onChange={({ currentTarget }) => setScope(currentTarget.value === 'bulk' ? 'bulk' : 'all')}
          />
          <Button onClick={() => onStart(scope)}>{words.start(lines.length)}</Button>
        </>
      )}
    </Stack>
  );
}

export function Lines({ texts }: { readonly texts: readonly string[] }) {
  return (
    <List size="sm" listStyleType="none">
      {texts.slice(0, shown).map((text, place) => (
        // Two lines may say the same.
        <List.Item key={place} style={{ overflowWrap: 'anywhere' }}>
          {text}
        </List.Item>
      ))}
      {texts.length > shown && <List.Item>{words.andMore(texts.length - shown)}</List.Item>}
    </List>
  );
}
