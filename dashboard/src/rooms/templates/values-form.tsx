import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import type { Answer } from '../../api/operations';
import { messages } from '../../messages';
import { templateContentWords as words } from '../../messages/template-content';
import { isOfServer, type useKeptValues } from './preview-values';
import type { TemplateValues, TypedVariable } from './template-values';

interface ValuesFormProps {
  readonly draft: Pick<TemplateValues, 'variables'>;
  /** The draft as it is filled in now. */
  readonly preview: Pick<Answer<'POST /dashboard-api/templates/preview'>, 'variables' | 'problems'>;
  /** What was typed, and what keeps it. */
  readonly kept: ReturnType<typeof useKeptValues>;
}

/** A value for each variable that is used. It is no form: nothing is sent, and nothing is lost. */
export function ValuesForm({ draft, preview: { variables: names, problems }, kept: [typed, keep] }: ValuesFormProps) {
  const hasSome = names.some((name) => (typed[name] ?? '') !== '');
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={3}>{words.values}</Title>
          <Text size="sm" c="dimmed">
            {names.length === 0 ? words.noValues : words.valuesIntro}
          </Text>
        </div>
        {hasSome && (
          <Button size="compact-sm" variant="default" onClick={() => keep({})}>
            {words.reset}
          </Button>
        )}
      </Group>
      {names.map((name) => (
        <ValueInput
          key={name}
          name={name}
          variable={draft.variables.find(({ key }) => key === name)}
          error={problems.find(({ variable }) => variable === name)?.message}
          value={typed[name] ?? ''}
          onChange={(value) => keep({ ...typed, [name]: value })}
        />
      ))}
    </Stack>
  );
}

interface ValueInputProps {
  readonly name: string;
  readonly variable: TypedVariable | undefined;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ValueInput({ name, variable, error, value, onChange }: ValueInputProps) {
  const { type = 'string', fallback = '' } = variable ?? {};
  const shared = {
    label: name,
    error,
    value,
    styles: { label: { fontFamily: 'var(--mantine-font-family-monospace)' } },
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value),
  };
  const placeholder = isOfServer(name) ? words.serverFilled : fallback;
  if (type === 'boolean') {
    return (
      <NativeSelect
        {...shared}
        data={[
          { value: '', label: fallback === '' ? '–' : fallback },
          { value: 'true', label: messages.words.yes },
          { value: 'false', label: messages.words.no },
        ]}
      />
    );
  }
  const text = { ...shared, placeholder, autoComplete: 'off', spellCheck: false } as const;
  return type === 'object' || type === 'list' ? <Textarea autosize minRows={2} {...text} /> : <TextInput {...text} />;
}
