import { FileInput, Loader, Stack, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { importWizardMessages as words } from '../../../messages/import-wizard';
import { ProblemNotice } from '../../../ui/problem-notice';
import type { ImportPreview } from '../documents';
import { previewOf } from './upload';

interface ChooseFileProps {
  readonly onRead: (file: File, found: ImportPreview) => void;
}

/** The server looks at its first rows, and keeps nothing of them. */
export function ChooseFile({ onRead }: ChooseFileProps) {
  const read = useMutation({
    mutationFn: (file: File) => previewOf(file),
    onSuccess: (found, file) => onRead(file, found),
  });
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {words.fileIntro}
      </Text>
      <FileInput
        label={words.file}
        placeholder={words.chooseFile}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        leftSection={<IconFileText size={16} aria-hidden />}
        rightSection={read.isPending ? <Loader size="xs" /> : null}
        onChange={(file) => {
          if (file !== null) read.mutate(file);
        }}
      />
      {read.error !== null && <ProblemNotice error={read.error} />}
    </Stack>
  );
}
