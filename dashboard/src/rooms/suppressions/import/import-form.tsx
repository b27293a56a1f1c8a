import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Wizard } from '../../../kit/wizard';
import { suppressions as words } from '../../../messages/suppressions';
import type { Scope } from '../documents';
import { ChooseFile } from './choose-file';
import { Preview } from './preview';
import type { ReadFile } from './read-lines';
import { Sending } from './sending';

/** A file, what was read of it, and then what became of each line. */
export default function ImportForm({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<ReadFile | null>(null);
  const [scope, setScope] = useState<Scope | null>(null);
  const step = file === null ? 0 : scope === null ? 1 : 2;
  const choose = (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {words.importIntro}
      </Text>
      <ChooseFile onRead={setFile} />
    </Stack>
  );
  const [first, second, third] = words.importSteps;
  return (
    <Wizard
      step={step}
      // What is sent stays sent.
      onBack={scope === null ? () => setFile(null) : undefined}
      steps={[
        { title: first, content: choose },
        { title: second, content: file !== null && <Preview file={file} onStart={setScope} /> },
        {
          title: third,
          content: file !== null && scope !== null && <Sending file={file} scope={scope} onClose={onClose} />,
        },
      ]}
    />
  );
}
