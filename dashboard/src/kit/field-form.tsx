import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Button, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { type Reading, under } from '../api/reading';
import { messages } from '../messages';
import { ProblemNotice } from '../ui/problem-notice';
import { say } from '../ui/toast';
import { useSubmit } from '../ui/use-submit';
import type { Choice } from './choices';

/** What Mantine's inputs take: value, error, and what to do on a change. */
type InputProps = ReturnType<UseFormReturnType<object>['getInputProps']>;

interface FieldBase<Name> {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string;
}

interface TextField<Name> extends FieldBase<Name> {
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly isOptional?: true;
  /** Several lines. */
  readonly isLong?: true;
  /** An address, a name of DNS: browsers do not correct it. */
  readonly isVerbatim?: true;
}

interface ChoiceField<Name> extends FieldBase<Name> {
  readonly options: readonly Choice[];
}

/** On or off. */
interface SwitchField<Name> extends FieldBase<Name> {
  readonly isSwitch: true;
}

interface OwnField<Name> {
  readonly name: Name;
  /** An input of the room's own. */
  readonly render: (props: InputProps) => ReactNode;
}

export type Field<Name> = TextField<Name> | ChoiceField<Name> | SwitchField<Name> | OwnField<Name>;

interface FieldFormProps<Values, Result> {
  readonly initial: Values;
  /** A function, where the values of some decide whether others are there. */
  readonly fields:
    | readonly Field<keyof Values & string>[]
    | ((values: Values) => readonly Field<keyof Values & string>[]);
  readonly send: (values: Values) => Promise<Result>;
  /** Read again once it is saved, with what is below its path. */
  readonly list: Reading;
  /** What is said once it is saved. */
  readonly said?: string | ((values: Values) => string);
  /** Label of the button; defaults to "Save". */
  readonly submit?: string;
  /** In a panel of a room, where a button as wide as the page would be out of place. */
  readonly isInPage?: true;
  readonly onDone: (result: Result) => void;
}

/** A form for a dialog or a panel. What is refused of a field stands at the field, the rest above the button. */
export function FieldForm<Values extends object, Result>(props: FieldFormProps<Values, Result>) {
  const { initial, fields, send, list, said, submit = messages.actions.save, isInPage = false, onDone } = props;
  const queryClient = useQueryClient();
  const form = useForm<Values>({ initialValues: initial });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send,
    onDone: (result, values) => {
      void queryClient.invalidateQueries(under(list));
      if (said !== undefined) say(typeof said === 'string' ? said : said(values));
      onDone(result);
    },
  });
  const shown = typeof fields === 'function' ? fields(form.getValues()) : fields;
  const first = shown.find((field) => !('options' in field) && !('render' in field) && !('isSwitch' in field));
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        {shown.map((field) => (
          <Fragment key={field.name}>{inputOf(field, form.getInputProps(field.name), field === first)}</Fragment>
        ))}
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending} {...(isInPage ? { style: { alignSelf: 'flex-start' } } : {})}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}

const verbatim = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** The input of a field, with what the form says of it. */
export function inputOf(field: Field<string>, props: InputProps, isFirst: boolean): ReactNode {
  if ('render' in field) return field.render(props);
  const { label, hint } = field;
  const named = { label, description: hint, ...props };
  if ('isSwitch' in field) {
    const { value, defaultValue: _, ...switched } = props;
    return <Switch label={label} description={hint} {...switched} checked={value === true} />;
  }
  if ('options' in field) return <NativeSelect data={field.options} {...named} />;
  const { placeholder, maxLength, isOptional = false, isLong = false, isVerbatim = false } = field;
  const text = {
    ...named,
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(isVerbatim ? verbatim : {}),
    ...(isFirst ? { autoFocus: true, 'data-autofocus': true } : {}),
    required: !isOptional,
    withAsterisk: false,
  };
  return isLong ? <Textarea autosize minRows={4} {...text} /> : <TextInput {...text} />;
}
