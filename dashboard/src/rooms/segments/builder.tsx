import { Button, Input, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { PickOne } from '../../ui/pick-one';
import { segmentMessages as words } from '../../messages/segments';
import { ConditionRow } from './condition-row';
import { type Condition, conditionOn, type Draft } from './draft';
import { type Property, typesOf } from './filter-in';
import { LiveCount } from './live-count';

interface BuilderProps {
  readonly properties: readonly Property[];
  readonly value?: Draft;
  readonly onChange?: (draft: Draft) => void;
  readonly error?: string;
}

const nothing: Draft = { match: 'and', conditions: [] };

/** The conditions of a filter, with how many contacts they find. */
export function Builder({ properties, value: draft = nothing, onChange, error }: BuilderProps) {
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
