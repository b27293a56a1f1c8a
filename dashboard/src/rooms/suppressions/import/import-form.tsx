import { Stack, Text, FileInput } from '@mantine/core';
import { useState } from 'react';
import { IconFileText } from '@tabler/icons-react';
import { Wizard } from '../../../kit/wizard';
import { suppressions as words } from '../../../messages/suppressions';
import { cellsOf } from '../../../ui/csv';
import { ProblemNotice } from '../../../ui/problem-notice';
import type { Scope } from '../documents';
import { Preview } from './preview';
import { type ReadFile, readLines } from './read-lines';
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

/** Read here, in the page: the file as such is sent nowhere. */
function ChooseFile({ onRead }: { readonly onRead: (file: ReadFile | null) => void }) {
  const [problem, setProblem] = useState<Error | null>(null);
  const read = (file: File | null): void => {
    setProblem(null);
    onRead(null);
    file?.text().then((text) => onRead(readLines(cellsOf(text), new Date())), setProblem);
  };
  return (
    <>
      <FileInput
        label={words.file}
        placeholder={words.chooseFile}
        accept=".csv,.txt,text/csv,text/plain"
        leftSection={<IconFileText size={16} aria-hidden />}
        onChange={read}
      />
      {problem !== null && <ProblemNotice error={problem} />}
    </>
  );
}
