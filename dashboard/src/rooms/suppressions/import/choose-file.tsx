import { FileInput } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { suppressions as words } from '../../../messages/suppressions';
import { cellsOf } from '../../../ui/csv';
import { ProblemNotice } from '../../../ui/problem-notice';
import { readLines, type ReadFile } from './read-lines';

/** Read here, in the page: the file as such is sent nowhere. */
export function ChooseFile({ onRead }: { readonly onRead: (file: ReadFile | null) => void }) {
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
