import { Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { under } from '../../../api/reading';
import { Because, Callout } from '../../../kit/callout';
import { nameFields } from '../../../messages/contact-fields';
import { importWizardMessages as words } from '../../../messages/import-wizard';
import { Loaded } from '../../../ui/loaded';
import { ProblemNotice } from '../../../ui/problem-notice';
import { Dim } from '../../../kit/dim';
import { type Column, Rows } from '../../../ui/rows';
import { Status } from '../../../ui/status';
import type { ImportPreview } from '../documents';
import { StepButtons } from './step-buttons';
import { type ImportPlan, previewOf, startImport } from './upload';
import type { ColumnChoice } from './columns';

type Row = ImportPreview['rows'][number];

const nameTargets: readonly string[] = [...nameFields, 'full_name'];
const tones = { create: 'good', update: 'good', skip: 'calm', fail: 'bad' } as const;

interface PreviewRowsProps {
  readonly rows: readonly Row[];
  readonly columns: readonly ColumnChoice[];
}

/** The first rows: who they are about, and what would be done. */
function PreviewRows({ rows, columns }: PreviewRowsProps) {
  const cell = (row: Row, target: string): string =>
    row.cells[columns.findIndex((each) => each.target === target)]?.trim() ?? '';
  const nameIn = (row: Row): string =>
    nameTargets
      .map((target) => cell(row, target))
      .join(' ')
      .trim();
  const shown: readonly Column<Row>[] = [
    { title: words.line, cell: ({ line }) => line },
    { title: words.email, cell: (row) => <span dir="auto">{cell(row, 'email')}</span> },
    ...(columns.some(({ target }) => nameTargets.includes(target))
      ? [{ title: words.name, isExtra: true, cell: (row: Row) => <span dir="auto">{nameIn(row)}</span> }]
      : []),
    ...(rows.some(({ status }) => status !== null)
      ? [{ title: words.standing, cell: ({ status }: Row) => (status === null ? '' : words.standings[status]) }]
      : []),
    {
      title: words.what,
      cell: ({ action, reason }) => (
        <span>
          <Status tone={tones[action] ?? 'unclear'} word={words.actions[action] ?? action} />
          {reason !== null && <Dim> {reason}</Dim>}
        </span>
      ),
    },
  ];
  return <Rows label={words.preview} columns={shown} rows={rows} idOf={({ line }) => String(line)} />;
}

interface PreviewStepProps {
  readonly file: File;
  readonly plan: ImportPlan;
  readonly onBack: () => void;
}

/** What would become of the first rows, as the server says it; then the import is started, and its page opened. */
export function PreviewStep({ file, plan, onBack }: PreviewStepProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: ['POST /contacts/imports/preview', 'once', file.name, file.size, file.lastModified, plan],
    queryFn: ({ signal }) => previewOf(file, plan, signal),
    // Contacts come and go in between.
    gcTime: 0,
  });
  const start = useMutation({
    mutationFn: () => startImport(file, plan),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries(under('GET /dashboard-api/contacts/imports'));
      void queryClient.invalidateQueries(under('GET /dashboard-api/contact-properties'));
      return navigate({ to: '/imports/$id', params: { id } });
    },
  });
  return (
    <Stack gap="md">
      <Loaded query={query} lines={6}>
        {(found) => (
          <>
            <Summary of={found} />
            <PreviewRows rows={found.rows} columns={plan.columns} />
          </>
        )}
      </Loaded>
      {start.error !== null && <ProblemNotice error={start.error} />}
      <StepButtons
        onBack={onBack}
        onNext={() => start.mutate()}
        next={words.start}
        isPending={start.isPending}
        isDisabled={query.data === undefined || query.data.question !== null}
      />
    </Stack>
  );
}

function Summary({ of: { rows, question, new_properties: made } }: { readonly of: ImportPreview }) {
  const failing = rows.filter(({ action }) => action === 'fail').length;
  return (
    <Callout tone={failing > 0 || question !== null ? 'warn' : 'calm'} title={words.ofFirst(rows.length, failing)}>
      {question !== null && <Because>{question.message}</Because>}
      {failing > 0 && <Because>{words.failingHint}</Because>}
      {made.length > 0 && <Because>{words.madeProperties(made.map(({ key }) => key))}</Because>}
      <Text size="sm">{words.stayUnsubscribed}</Text>
    </Callout>
  );
}
