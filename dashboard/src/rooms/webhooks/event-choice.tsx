import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { webhooks as words } from '../../messages/webhooks';
import { type EventGroup, eventGroups } from './event-types';

interface EventChoiceProps {
  readonly value?: string[];
  readonly onChange: (types: string[]) => void;
  readonly error?: React.ReactNode;
}

const known: ReadonlySet<string> = new Set(eventGroups.flatMap(({ types }) => types.map(([type]) => type)));

/** Types in groups, each by what it tells; those that this page does not know by their names. */
export function EventChoice({ value = [], onChange, error }: EventChoiceProps) {
  const others = value.filter((type) => !known.has(type));
  const groups: readonly EventGroup[] = [
    ...eventGroups,
    ...(others.length === 0 ? [] : [{ title: words.otherTypes, types: others.map((type) => [type, type] as const) }]),
  ];
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={600}>
          {words.events}
        </Text>
        <Text size="xs" c="dimmed">
          {words.eventsHint}
        </Text>
      </div>
      {groups.map((group) => (
        <OneGroup key={group.title} group={group} chosen={value} onChange={onChange} />
      ))}
      {error !== undefined && error !== null && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}

interface OneGroupProps {
  readonly group: EventGroup;
  readonly chosen: readonly string[];
  readonly onChange: (types: string[]) => void;
}

function OneGroup({ group: { title, types }, chosen, onChange }: OneGroupProps) {
  const own = types.map(([type]) => type);
  const rest = chosen.filter((type) => !own.includes(type));
  return (
    <Stack gap={6} role="group" aria-label={title}>
      <Group justify="space-between">
        <Text size="xs" c="dimmed" fw={600}>
          {title}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`${words.selectAll}: ${title}`}
          onClick={() => onChange([...rest, ...own])}
        >
          {words.selectAll}
        </Button>
      </Group>
      {types.map(([type, sentence]) => (
        <Checkbox
          key={type}
          label={sentence}
          description={sentence === type ? undefined : type}
          checked={chosen.includes(type)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...chosen, type] : chosen.filter((each) => each !== type))
          }
        />
      ))}
    </Stack>
  );
}
