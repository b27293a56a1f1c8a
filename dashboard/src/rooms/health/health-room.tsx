import { Button, Text } from '@mantine/core';
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
import { Engines } from './engines';
import { Figures } from './figures';
import { Findings } from './findings';
import { Lags } from './lags';
import { Log } from './log';
import { type Health, healthQuery } from './queries';

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
