import { ActionIcon, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Choice, choicesOf } from '../../kit/choices';
import { segmentMessages as words } from '../../messages/segments';
import { formsQuery, segmentsQuery, topicsQuery } from '../contacts/queries';
import { type Condition, conditionOn, type FieldKind, hasValue, isRelative, kindOf, operatorsOf } from './draft';
import { type Property, typesOf } from './filter-in';

interface ConditionRowProps {
  /** From 1; `2.1` in the second, which is a group. */
  readonly place: string;
  readonly condition: Condition;
  readonly properties: readonly Property[];
  /** The segment whose filter it is in, which is no condition of itself; undefined: it is not there yet. */
  readonly segmentId: string | undefined;
  readonly onChange: (condition: Condition) => void;
  /** Undefined for the only one. */
  readonly onRemove: (() => void) | undefined;
}

/** A field, how it is compared, and with what. */
export function ConditionRow({ place, condition, properties, segmentId, onChange, onRemove }: ConditionRowProps) {
  const { field, operator, value } = condition;
  const types = typesOf(properties);
  const kind = kindOf(field, types);
  const of = (label: string) => ({ 'aria-label': `${words.condition(place)}: ${label}`, style: { flex: '1 1 11rem' } });
  const choices = answersOf(kind, field);
  return (
    <Group gap="xs" role="group" aria-label={words.condition(place)} align="center">
      <NativeSelect
        {...of(words.field)}
        value={field}
        data={withNow(useFields(properties, segmentId), field, field)}
        onChange={({ currentTarget }) => onChange(conditionOn(currentTarget.value, types))}
      />
      <NativeSelect
        {...of(words.operator)}
        value={operator}
        data={withNow(
          operatorsOf[kind].map((each) => ({ value: each, label: operatorWord(each, kind) })),
          operator,
          operatorWord(operator, kind),
        )}
        onChange={({ currentTarget }) => onChange(comparedBy(condition, currentTarget.value))}
      />
      {hasValue(condition) &&
        (choices === null ? (
          <TextInput
            {...of(words.value)}
            value={value}
            {...typed(condition, kind)}
            onChange={({ currentTarget }) => onChange({ ...condition, value: currentTarget.value })}
          />
        ) : (
          <NativeSelect
            {...of(words.value)}
            value={value}
            data={choices}
            onChange={({ currentTarget }) => onChange({ ...condition, value: currentTarget.value })}
          />
        ))}
      {kind === 'link' && (
        <NativeSelect
          {...of(words.clicks)}
          value={condition.withinDays ?? ''}
          data={withNow(clickedWithin, condition.withinDays ?? '', words.clickedWithin(condition.withinDays ?? ''))}
          onChange={({ currentTarget }) => onChange({ ...condition, withinDays: currentTarget.value })}
        />
      )}
      {onRemove !== undefined && (
        <ActionIcon variant="subtle" color="gray" aria-label={words.remove(place)} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

const clickedWithin = ['', '7', '30', '90', '365'].map((value) => ({ value, label: words.clickedWithin(value) }));

/** What is typed into the field of a value, and how. */
function typed(condition: Condition, kind: FieldKind) {
  if (isRelative(condition)) {
    return { inputMode: 'numeric' as const, placeholder: '30', rightSection: words.days, rightSectionWidth: 48 };
  }
  if (isTime(kind)) return { placeholder: 'YYYY-MM-DD' };
  if (kind === 'link') return { placeholder: 'example.com/pricing', inputMode: 'url' as const };
  return kind === 'number' ? { inputMode: 'decimal' as const } : {};
}

/** A number of days is no day, and a day no number of days. */
function comparedBy(condition: Condition, operator: string): Condition {
  const next = { ...condition, operator };
  return isRelative(next) === isRelative(condition) ? next : { ...next, value: '' };
}

/** What is chosen now stays a choice, though it was deleted or is seldom used. */
const withNow = (choices: readonly Choice[], value: string, label: string): Choice[] =>
  choices.some((each) => each.value === value) ? [...choices] : [...choices, { value, label }];

function useFields(properties: readonly Property[], segmentId: string | undefined): readonly Choice[] {
  const topics = useQuery(topicsQuery).data?.data ?? [];
  const forms = useQuery(formsQuery).data?.data ?? [];
  const segments = (useQuery(segmentsQuery).data?.data ?? []).filter(({ id }) => id !== segmentId);
  return [
    ...choicesOf(words.fields),
    ...properties.map(({ key }) => ({ value: `properties.${key}`, label: key })),
    ...topics.map(({ id, name }) => ({ value: `topic:${id}`, label: words.topicField(name) })),
    ...segments.map(({ id, name }) => ({ value: `segment:${id}`, label: words.segmentField(name) })),
    ...forms.map(({ id, name }) => ({ value: `form:${id}`, label: words.formField(name) })),
  ];
}

const isTime = (kind: FieldKind): boolean => kind === 'time' || kind === 'event';

function operatorWord(operator: string, kind: FieldKind): string {
  const known: Readonly<Record<string, string | undefined>> = {
    ...words.operators,
    ...(isTime(kind) ? words.timeOperators : {}),
    ...(kind === 'event' ? words.eventOperators : {}),
  };
  const plain = operator.replace('!', '');
  if (kind === 'link' && (operator === 'exists' || operator === 'is_empty')) return words.linkOperators[operator];
  return known[operator] ?? words.otherwise(known[plain] ?? plain);
}

/** Null where a value is typed. */
function answersOf(kind: FieldKind, field: string): Choice[] | null {
  if (kind === 'topic') return [...choicesOf(words.subscriptions)];
  if (kind === 'origin') return [...choicesOf(words.origins)];
  if (kind === 'flag') return [...choicesOf(field.startsWith('segment:') ? words.inside : words.answers)];
  return null;
}
