import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { suppressions as words } from '../../../messages/suppressions';
import type { Scope } from '../documents';
import { ChooseFile } from './choose-file';
import { Preview } from './preview';
import type { ReadFile } from './read-lines';
import { Sending } from './sending';

interface Chosen {
  readonly file: ReadFile;
  readonly scope: Scope;
}

/** A file, what was read of it, and then what became of each line. */
export default function ImportForm({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<ReadFile | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  if (chosen !== null) return <Sending file={chosen.file} scope={chosen.scope} onClose={onClose} />;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {words.importIntro}
      </Text>
      <ChooseFile onRead={setFile} />
      {file !== null && <Preview file={file} onStart={(scope) => setChosen({ file, scope })} />}
    </Stack>
  );
}
