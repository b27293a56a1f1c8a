import { ActionIcon, Button, Group, Input, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { choicesOf } from '../../kit/choices';
import { templateContentWords as words } from '../../messages/template-content';
import { isOfServer, useKeptValues, usePreview } from './preview-values';
import type { TemplateValues, TypedVariable, VariableType } from './template-values';
import classes from './variables-field.module.css';

interface VariablesFieldProps {
  readonly templateId: string;
  readonly draft: TemplateValues;
  readonly value?: readonly TypedVariable[];
  readonly error?: ReactNode;
  readonly onChange?: (variables: readonly TypedVariable[]) => void;
}

const types = choicesOf(words.types);
const mostVariables = 50;

/** The variables that are declared, and those that are used without. */
export function VariablesField({ templateId, draft, value: variables = [], error, onChange }: VariablesFieldProps) {
  const [typed] = useKeptValues(templateId);
  const { data } = usePreview(draft, typed);
  const isDeclared = (name: string): boolean => variables.some(({ key }) => key === name);
  const undeclared = (data?.variables ?? []).filter(
    (name) => !isDeclared(name) && !isOfServer(name) && /^\w+$/.test(name),
  );
  const add = (key: string): void => onChange?.([...variables, { key, type: 'string', fallback: '' }]);
  const isFull = variables.length >= mostVariables;
  return (
    <Stack gap="sm">
      {variables.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noVariables}
        </Text>
      )}
      {variables.map((variable, place) => (
        <VariableRow
          key={place}
          place={place + 1}
          variable={variable}
          onChange={(next) => onChange?.(variables.with(place, next))}
          onRemove={() => onChange?.(variables.toSpliced(place, 1))}
        />
      ))}
      {error !== undefined && <Input.Error>{error}</Input.Error>}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={isFull}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => add('')}
        >
          {words.add}
        </Button>
        {undeclared.length > 0 && (
          <Text size="sm" c="dimmed">
            {words.undeclared}
          </Text>
        )}
        {undeclared.slice(0, mostVariables).map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant="light"
            disabled={isFull}
            aria-label={words.declare(name)}
            onClick={() => add(name)}
          >
            {name}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

interface VariableRowProps {
  readonly place: number;
  readonly variable: TypedVariable;
  readonly onChange: (variable: TypedVariable) => void;
  readonly onRemove: () => void;
}

function VariableRow({ place, variable, onChange, onRemove }: VariableRowProps) {
  const { key, type, fallback } = variable;
  return (
    <div className={classes['row']}>
      <TextInput
        aria-label={words.key(place)}
        placeholder={words.keyHead}
        maxLength={50}
        spellCheck={false}
        autoComplete="off"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={key}
        onChange={({ currentTarget }) => onChange({ ...variable, key: currentTarget.value })}
      />
      <NativeSelect
        aria-label={words.type(place)}
        data={[...types]}
        value={type}
        onChange={({ currentTarget: { value } }) =>
          // Its options are the types.
          onChange({ ...variable, type: value as VariableType })
        }
      />
      <TextInput
        aria-label={words.fallback(place)}
        placeholder={words.noFallback}
        spellCheck={false}
        autoComplete="off"
        value={fallback}
        onChange={({ currentTarget }) => onChange({ ...variable, fallback: currentTarget.value })}
      />
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.remove(key)} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
