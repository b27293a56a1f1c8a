import { Box, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { choicesOf } from '../../../kit/choices';
import { importWizardMessages as words } from '../../../messages/import-wizard';
import { type ColumnChoice, maxTopicLength } from './columns';

interface ColumnRowProps {
  /** From 1. */
  readonly place: number;
  readonly name: string;
  /** What has no name of its own cannot be imported. */
  readonly isNamed: boolean;
  readonly samples: string;
  readonly choice: ColumnChoice;
  /** Keys of the properties that the team has. */
  readonly keys: readonly string[];
  /** Topics that the team has, for a column of each. */
  readonly topics: readonly { readonly value: string; readonly label: string }[];
  readonly mayMakeTopics: boolean;
  readonly onTarget: (target: string) => void;
  readonly onChange: (choice: ColumnChoice) => void;
}

export function ColumnRow({ place, name, isNamed, samples, choice, keys, topics, ...rest }: ColumnRowProps) {
  const { mayMakeTopics, onTarget, onChange } = rest;
  const shown = name === '' ? words.nameless(place) : name;
  const named = (label: string) => ({ 'aria-label': `${shown}: ${label}`, style: { flex: '1 1 9rem' } });
  const options = [
    ...choicesOf(words.targets),
    ...keys.map((key) => ({ value: `properties.${key}`, label: words.property(key) })),
    ...topics.map(({ value, label }) => ({ value: `topics.${value}`, label: words.topic(label) })),
    { value: 'new', label: words.newProperty },
    ...(mayMakeTopics ? [{ value: 'new-topic', label: words.newTopic }] : []),
  ];
  return (
    <Group gap="xs" align="flex-start" role="group" aria-label={shown}>
      <Box style={{ flex: '1 1 12rem', minWidth: 0 }}>
        <Text size="sm" fw={600} truncate title={shown} dir="auto">
          {shown}
        </Text>
        <Text size="xs" c="dimmed" truncate title={samples} dir="auto">
          {isNamed ? samples || words.noValues : words.unnamed}
        </Text>
      </Box>
      <NativeSelect
        {...named(words.target)}
        value={choice.target}
        data={options}
        disabled={!isNamed}
        onChange={({ currentTarget }) => onTarget(currentTarget.value)}
      />
      {choice.target === 'new' && (
        <Group gap="xs" style={{ flex: '1 1 100%' }}>
          <TextInput
            {...named(words.key)}
            value={choice.key}
            maxLength={50}
            placeholder={words.key}
            spellCheck={false}
            onChange={({ currentTarget }) => onChange({ ...choice, key: currentTarget.value })}
          />
          <NativeSelect
            {...named(words.type)}
            value={choice.type}
            data={choicesOf(words.types)}
            onChange={({ currentTarget }) =>
              onChange({ ...choice, type: currentTarget.value === 'number' ? 'number' : 'string' })
            }
          />
        </Group>
      )}
      {choice.target === 'new-topic' && (
        <TextInput
          {...named(words.topicName)}
          style={{ flex: '1 1 100%' }}
          value={choice.topic}
          maxLength={maxTopicLength}
          description={words.newTopicHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={({ currentTarget }) => onChange({ ...choice, topic: currentTarget.value })}
        />
      )}
    </Group>
  );
}
