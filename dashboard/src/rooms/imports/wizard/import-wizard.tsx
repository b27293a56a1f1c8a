import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FileInput, Loader, Stack, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Wizard } from '../../../kit/wizard';
import { importWizardMessages as words } from '../../../messages/import-wizard';
import { ProblemNotice } from '../../../ui/problem-notice';
import { propertiesQuery } from '../../contacts/queries';
import type { ImportPreview } from '../documents';
import { type ColumnChoice, suggested } from './columns';
import { MapColumns } from './map-columns';
import { OptionsStep } from './options-step';
import { PreviewStep } from './preview-step';
import { type ImportOptions, previewOf, usualOptions } from './upload';

interface ReadFile {
  readonly file: File;
  readonly found: ImportPreview;
}

/** A file, what its columns are, what becomes of its rows, and what that would do; then the import has its own page. */
export default function ImportWizard() {
  const [step, setStep] = useState(0);
  const [read, setRead] = useState<ReadFile | null>(null);
  const [columns, setColumns] = useState<readonly ColumnChoice[]>([]);
  const [options, setOptions] = useState<ImportOptions>(usualOptions);
  const queryClient = useQueryClient();
  const onRead = async (file: File, found: ImportPreview): Promise<void> => {
    const properties = await queryClient.fetchQuery(propertiesQuery).catch(() => undefined);
    setRead({ file, found });
    setColumns(
      suggested(
        found,
        (properties?.data ?? []).map(({ key }) => key),
      ),
    );
    const encoding = found.encoding_seen ? found.encoding : '';
    setOptions((before) => ({ ...before, encoding, status: found.status ?? '' }));
    setStep(1);
  };
  const again = useMutation({
    mutationFn: async ({ file, encoding }: { file: File; encoding: ImportPreview['encoding'] }) => ({
      file,
      found: await previewOf(file, { encoding }),
    }),
    onSuccess: ({ file, found }) => onRead(file, found),
  });
  const go = (to: number) => () => setStep(to);
  const [first, second, third, fourth] = words.steps;
  return (
    <Wizard
      step={step}
      onBack={setStep}
      steps={[
        { title: first, content: <ChooseFile onRead={onRead} /> },
        {
          title: second,
          content: read !== null && (
            <>
              <MapColumns
                found={read.found}
                columns={columns}
                onChange={setColumns}
                onEncoding={(encoding) => again.mutate({ file: read.file, encoding })}
                onBack={go(0)}
                onNext={go(2)}
              />
              {again.error !== null && <ProblemNotice error={again.error} />}
            </>
          ),
        },
        {
          title: third,
          content: <OptionsStep options={options} onChange={setOptions} onBack={go(1)} onNext={go(3)} />,
        },
        {
          title: fourth,
          content: read !== null && (
            <PreviewStep file={read.file} plan={{ header: read.found.header, columns, options }} onBack={go(2)} />
          ),
        },
      ]}
    />
  );
}

interface ChooseFileProps {
  readonly onRead: (file: File, found: ImportPreview) => Promise<void>;
}

/** The server looks at its first rows, and keeps nothing of them. */
function ChooseFile({ onRead }: ChooseFileProps) {
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
