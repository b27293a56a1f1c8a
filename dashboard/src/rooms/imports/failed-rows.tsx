import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { addressOf, call } from '../../api/client';
import { read, under } from '../../api/reading';
import { useMay } from '../../api/session';
import { failedRowMessages as words } from '../../messages/failed-rows';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { say, sayProblem } from '../../ui/toast';
import { type Import, isRunning } from './documents';

/** The rows that were not applied, corrected in place or as a file. Nothing where there are none. */
export default function FailedRows({ of: found }: { readonly of: Import }) {
  const { id, counts, has_file: hasFile } = found;
  if (counts.failed === 0) return null;
  return (
    <Panel title={words.failedRows(counts.failed)} intro={hasFile ? words.failedHint : words.failedGone}>
      {hasFile && (
        <Stack gap="md">
          {!isRunning(found) && <Corrections id={id} failed={counts.failed} />}
          <Group>
            <Button
              component="a"
              // The browser asks for it itself: it goes to the disk as it comes.
              href={addressOf('GET /dashboard-api/contacts/imports/{id}/failed-rows', { path: { id } })}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {words.downloadFailed}
            </Button>
          </Group>
        </Stack>
      )}
    </Panel>
  );
}

interface CorrectionsProps {
  readonly id: string;
  readonly failed: number;
}

/** The first of the rows, to be typed over. What is corrected is an import of its own. */
function Corrections({ id, failed }: CorrectionsProps) {
  const mayImport = useMay('POST /dashboard-api/contacts/imports/{id}/corrections');
  /** By line of the file. */
  const [typed, setTyped] = useState<ReadonlyMap<number, readonly string[]>>(new Map());
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const path = { id };
  const send = useMutation({
    mutationFn: () =>
      call('POST /dashboard-api/contacts/imports/{id}/corrections', {
        path,
        body: { rows: [...typed.values()], lines: [...typed.keys()] },
      }),
    onSuccess: async (made) => {
      say(words.corrected(typed.size));
      await queryClient.invalidateQueries(under('GET /dashboard-api/contacts/imports'));
      await navigate({ to: '/imports/$id', params: { id: made.id } });
    },
    onError: sayProblem,
  });
  return (
    <Loaded query={useQuery(read('GET /dashboard-api/contacts/imports/{id}/corrections', { path }))}>
      {({ header, data: rows }) => (
        <Stack gap="lg">
          {rows.map(({ line, cells, reason }) => (
            <Stack key={line} gap={6} role="group" aria-label={words.line(line)}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                <b>{words.line(line)}</b>: {reason}
              </Text>
              <Group gap="xs" align="end">
                {header.slice(0, shownColumns).map((name, column) => (
                  <TextInput
                    key={column}
                    size="xs"
                    style={{ flex: '1 1 13rem' }}
                    label={name}
                    value={(typed.get(line) ?? cells)[column] ?? ''}
                    readOnly={!mayImport}
                    onChange={({ currentTarget: { value } }) =>
                      setTyped(new Map(typed).set(line, withCell(typed.get(line) ?? cells, header, column, value)))
                    }
                  />
                ))}
              </Group>
            </Stack>
          ))}
          {header.length > shownColumns && (
            <Text size="sm" c="dimmed">
              {words.otherColumns(header.length - shownColumns)}
            </Text>
          )}
          {failed > rows.length && (
            <Text size="sm" c="dimmed">
              {words.firstRows(rows.length)}
            </Text>
          )}
          {mayImport && (
            <Group>
              <Button
                leftSection={<IconRefresh size={16} aria-hidden />}
                disabled={typed.size === 0}
                loading={send.isPending}
                onClick={() => send.mutate()}
              >
                {words.tryAgain(typed.size)}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

/** The others stay as they are in the file. */
const shownColumns = 12;

/** A row may end before the columns do, or go on behind them: then a cell was cut in two, and the rest goes. */
function withCell(cells: readonly string[], header: readonly string[], column: number, value: string): string[] {
  return header.map((_name, at) => (at === column ? value : (cells[at] ?? '')));
}
