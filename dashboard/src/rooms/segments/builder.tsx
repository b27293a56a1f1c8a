import { Button, Input, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PickOne } from '../../ui/pick-one';
import { segmentMessages as words } from '../../messages/segments';
import { call } from '../../api/client';
import { ConditionRow } from './condition-row';
import { type Condition, conditionOn, type Draft, filterOf } from './draft';
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
      {filter === undefined ? words.noValue : data && words.count(data.count, data.exact)}
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
  const change = (next: readonly Condition[]): void => onChange?.({ match, conditions: next });
  return (
    <Stack gap="sm">
      <PickOne
        label={words.match}
        value={match}
        options={['and', 'or']}
        names={words.matches}
        onPick={(next) => onChange?.({ match: next, conditions })}
      />
      {conditions.map((condition, place) => (
        <ConditionRow
          key={place}
          place={place + 1}
          condition={condition}
          properties={properties}
          segmentId={segmentId}
          onChange={(next) => change(conditions.with(place, next))}
          onRemove={conditions.length > 1 ? () => change(conditions.toSpliced(place, 1)) : undefined}
        />
      ))}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => change([...conditions, conditionOn('email', types)])}
        >
          {words.add}
        </Button>
      </div>
      {error !== undefined && <Input.Error>{error}</Input.Error>}
      <LiveCount draft={draft} types={types} />
    </Stack>
  );
}
