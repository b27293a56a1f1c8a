import { Stack, Text } from '@mantine/core';
import { healthWords as words } from '../../messages/health';
import { type Column, Rows } from '../../ui/rows';
import { Status } from '../../ui/status';
import { Fold } from './fold';
import type { Health } from './queries';

type Engine = Health['engines'][number];

const columns: readonly Column<Engine>[] = [
  { title: words.engine, cell: ({ name }) => name },
  {
    title: words.state,
    cell: ({ answers, round_trip_ms: ms, problem }) => (
      <Stack gap={2}>
        <div>
          <Status tone={answers ? 'good' : 'bad'} word={wordOf(answers, ms)} />
        </div>
        {problem !== null && <Text size="sm">{problem}</Text>}
      </Stack>
    ),
  },
];

function wordOf(answers: boolean, ms: number | null): string {
  if (!answers) return words.silent;
  return ms === null ? words.answers : words.answersIn(ms.toLocaleString());
}

/** Those that cannot be used; the others are one line. */
export function Engines({ engines }: { readonly engines: readonly Engine[] }) {
  const away = engines.filter(({ answers }) => !answers);
  const well = engines.filter(({ answers }) => answers);
  return (
    <>
      {away.length > 0 && <Table label={words.engines} engines={away} />}
      {well.length > 0 && (
        <Fold says={away.length === 0 ? words.allAnswer(well.length) : words.othersAnswer(well.length)}>
          <Table label={words.engines} engines={well} />
        </Fold>
      )}
    </>
  );
}

function Table({ label, engines }: { readonly label: string; readonly engines: readonly Engine[] }) {
  return <Rows label={label} columns={columns} rows={engines} idOf={({ name }) => name} />;
}
