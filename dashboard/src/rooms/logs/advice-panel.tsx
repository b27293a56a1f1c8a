import { Alert, Anchor, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { logs as words } from '../../messages/logs';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import { RoomLink } from '../../ui/room-link';
import { type Advice, adviceOn, refusedItems } from './advice';
import type { Log } from './documents';

/** What was wrong with a request and how to fix it; nothing where nothing was. */
export function AdvicePanel({ log }: { readonly log: Log }) {
  const advice = adviceOn(log);
  const items = refusedItems(log);
  if (advice === null && items.length === 0) return null;
  return (
    <Panel title={words.wrong}>
      {advice !== null ? (
        <OneAdvice advice={advice} />
      ) : (
        <>
          <Text size="sm">
            {words.partly(items.length)} {words.partlyHint}
          </Text>
          {items.map((item, position) => (
            <OneAdvice key={position} advice={item} />
          ))}
        </>
      )}
      {log.reference !== null && (
        <Text size="sm">
          <Anchor href={log.reference}>{words.reference}</Anchor>
        </Text>
      )}
    </Panel>
  );
}

function OneAdvice({ advice: { means, fix, said, field, item, step } }: { readonly advice: Advice }) {
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {item === null ? '' : `${words.inBatch(item)}: `}
          {means}
        </Text>
        {said !== '' && <Text size="sm">“{said}”</Text>}
        {field !== null && <Facts of={[[words.field, <Code key="field">{field}</Code>]]} />}
        {fix !== '' && (
          <Text size="sm">
            <Text span inherit fw={600}>
              {words.fix}:
            </Text>{' '}
            {fix}
          </Text>
        )}
        {step !== null && (
          <Group>
            <RoomLink to={step.to} isButton>
              {step.label}
            </RoomLink>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
