import { Button, Text, Stack } from '@mantine/core';
import { IconLock, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem';
import { healthWords as words } from '../../messages/health';
import { Empty } from '../../ui/empty';
import { AppButtonLink } from '../../ui/link';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { Panel } from '../../ui/panel';
import { When } from '../../ui/time';
import { type Column, Rows } from '../../ui/rows';
import { Status } from '../../ui/status';
import { Figures } from './figures';
import { Findings } from './findings';
import { Lags } from './lags';
import { Log } from './log';
import { type Health, healthQuery } from './queries';
import { Fold } from './fold';

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
function Engines({ engines }: { readonly engines: readonly Engine[] }) {
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

export function HealthRoom() {
  const query = useQuery(healthQuery);
  const { error } = query;
  // Trying again does not help a person who may not see it.
  if (error instanceof ApiProblem && error.kind === 'forbidden') {
    return (
      <Page intro={words.intro}>
        <Empty icon={<IconLock size={28} aria-hidden />} title={words.forbiddenTitle} text={words.forbidden}>
          <AppButtonLink to="/queue">{words.toQueue}</AppButtonLink>
        </Empty>
      </Page>
    );
  }
  return (
    <Page
      intro={words.intro}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={query.isFetching && query.data !== undefined}
          onClick={() => void query.refetch()}
        >
          {words.lookAgain}
        </Button>
      }
    >
      <Loaded query={query} lines={6}>
        {(health) => <Shown health={health} />}
      </Loaded>
    </Page>
  );
}

function Shown({ health }: { readonly health: Health }) {
  return (
    <>
      <Panel title={words.findings}>
        <Findings findings={health.findings} />
        <Text size="xs" c="dimmed">
          {words.looked} <When at={health.looked_at} />
        </Text>
      </Panel>
      <Figures health={health} />
      <Panel title={words.engines}>
        <Engines engines={health.engines} />
      </Panel>
      <Panel title={words.log}>
        <Log health={health} />
      </Panel>
      <Panel title={words.lags} intro={words.lagsIntro}>
        <Lags health={health} />
      </Panel>
    </>
  );
}
