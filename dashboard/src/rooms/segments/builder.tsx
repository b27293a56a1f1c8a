import { ActionIcon, Button, Group, Input, Paper, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { PickOne } from '../../ui/pick-one';
import { segmentMessages as words } from '../../messages/segments';
import { call } from '../../api/client';
import { ConditionRow } from './condition-row';
import { type ConditionGroup, conditionOn, type Draft, filterOf, isGroup } from './draft';
import { type Property, typesOf } from './filter-in';

interface LiveCountProps {
  readonly draft: Draft;
  readonly types: Parameters<typeof filterOf>[1];
}

const pauseMs = 400;
const shownAddresses = 3;

/** How many contacts the conditions find, once the typing pauses. */
function LiveCount({ draft, types }: LiveCountProps) {
  const [settled] = useDebouncedValue(draft, pauseMs);
  const filter = filterOf(settled, types);
  const { data } = useQuery({
    queryKey: ['POST /dashboard-api/segments/count', 'once', filter],
    queryFn: ({ signal }) => call('POST /dashboard-api/segments/count', { body: { filter: filter ?? {} }, signal }),
    enabled: filter !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <Text size="sm" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
      {filter === undefined ? words.noValue : data && words.count(data.count, data.exact, data.margin)}
      {filter !== undefined && data !== undefined && data.sample.length > 0 && (
        <>. {words.sample(data.sample.slice(0, shownAddresses).map(({ email }) => email))}</>
      )}
    </Text>
  );
}

interface BuilderProps {
  /** The segment that has these conditions; undefined: it is not there yet. */
  readonly segmentId?: string;
  readonly properties: readonly Property[];
  readonly value?: Draft;
  readonly onChange?: (draft: Draft) => void;
  readonly error?: string;
}

const nothing: Draft = { match: 'and', conditions: [] };

/** The conditions of a filter, with how many contacts they find. */
export function Builder({ segmentId, properties, value: draft = nothing, onChange, error }: BuilderProps) {
  const { match, conditions } = draft;
  const types = typesOf(properties);
  const change = (next: Draft['conditions']): void => onChange?.({ match, conditions: next });
  const begun = conditionOn('email', types);
  return (
    <Stack gap="sm">
      <PickOne
        label={words.match}
        value={match}
        options={['and', 'or']}
        names={words.matches}
        onPick={(next) => onChange?.({ match: next, conditions })}
      />
      {conditions.map((part, place) => {
        const row = {
          place: String(place + 1),
          properties,
          segmentId,
          onRemove: conditions.length > 1 ? () => change(conditions.toSpliced(place, 1)) : undefined,
        };
        return (
          <Fragment key={place}>
            {place > 0 && <Joint match={match} />}
            {isGroup(part) ? (
              <GroupBox {...row} group={part} onChange={(next) => change(conditions.with(place, next))} />
            ) : (
              <ConditionRow {...row} condition={part} onChange={(next) => change(conditions.with(place, next))} />
            )}
          </Fragment>
        );
      })}
      <Group gap="xs">
        <AddButton label={words.add} onClick={() => change([...conditions, begun])} />
        <AddButton
          label={words.addGroup}
          onClick={() => change([...conditions, { match: match === 'and' ? 'or' : 'and', conditions: [begun, begun] }])}
        />
      </Group>
      {error !== undefined && <Input.Error>{error}</Input.Error>}
      <LiveCount draft={draft} types={types} />
    </Stack>
  );
}

interface GroupBoxProps extends Omit<Parameters<typeof ConditionRow>[0], 'condition' | 'onChange'> {
  readonly group: ConditionGroup;
  readonly onChange: (group: ConditionGroup) => void;
}

/** Conditions that count as one. */
function GroupBox({ group, place, onChange, onRemove, ...row }: GroupBoxProps) {
  const { match, conditions } = group;
  const change = (next: ConditionGroup['conditions']): void => onChange({ match, conditions: next });
  const removal = (at: number) => (conditions.length > 1 ? () => change(conditions.toSpliced(at, 1)) : onRemove);
  return (
    <Paper withBorder radius="md" p="sm" role="group" aria-label={words.group(place)}>
      <Stack gap="sm">
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <PickOne
            isBare
            label={`${words.group(place)}: ${words.match}`}
            value={match}
            options={['and', 'or', 'none']}
            names={words.groupMatches}
            onPick={(next) => onChange({ match: next, conditions })}
          />
          {onRemove !== undefined && (
            <ActionIcon variant="subtle" color="gray" aria-label={words.removeGroup(place)} onClick={onRemove}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
        {conditions.map((condition, at) => (
          <Fragment key={at}>
            {at > 0 && <Joint match={match === 'and' ? 'and' : 'or'} />}
            <ConditionRow
              {...row}
              place={`${place}.${at + 1}`}
              condition={condition}
              onChange={(next) => change(conditions.with(at, next))}
              onRemove={removal(at)}
            />
          </Fragment>
        ))}
        <div>
          <AddButton
            label={words.add}
            name={words.addTo(place)}
            onClick={() => change([...conditions, conditionOn('email', typesOf(row.properties))])}
          />
        </div>
      </Stack>
    </Paper>
  );
}

/** Between two conditions, so that they are seen to be two where each takes several lines. */
const Joint = ({ match }: Pick<Draft, 'match'>) => (
  <Text size="xs" fw={600} c="dimmed">
    {words.joints[match]}
  </Text>
);

interface AddButtonProps {
  readonly label: string;
  /** To screen readers, where there are several. */
  readonly name?: string;
  readonly onClick: () => void;
}

const AddButton = ({ label, name, onClick }: AddButtonProps) => (
  <Button
    size="xs"
    variant="default"
    leftSection={<IconPlus size={14} aria-hidden />}
    aria-label={name}
    onClick={onClick}
  >
    {label}
  </Button>
);
