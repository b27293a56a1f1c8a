import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { type Reading, under } from '../api/reading';
import { messages } from '../messages';
import { formWords as words } from '../messages/forms';
import { Panel } from '../ui/panel';
import { ProblemNotice } from '../ui/problem-notice';
import { say } from '../ui/toast';
import { forgetTyped } from '../ui/unsaved';
import { useSubmit } from '../ui/use-submit';
import { type Field, inputOf } from './field-form';
import classes from './form-page.module.css';
import { LeaveGuard } from './leave-guard';

interface Section<Name> {
  readonly title: string;
  readonly intro?: string;
  /** Its fields are as wide as the section: what is typed in them is long. */
  readonly isWide?: true;
  /** Before the fields. */
  readonly lead?: ReactNode;
  readonly fields: readonly Field<Name>[];
  /** After the fields. */
  readonly children?: ReactNode;
}

interface FormPageProps<Values> {
  /** As the server has it. What it changes to shows where nothing was typed yet. */
  readonly saved: Values;
  /** A function, where the values of some fields decide whether others are there, or one thing changes several. */
  readonly sections:
    | readonly Section<keyof Values & string>[]
    | ((values: Values, change: (next: Partial<Values>) => void) => readonly Section<keyof Values & string>[]);
  readonly send: (values: Values) => Promise<unknown>;
  /** Read again once it is saved, with what is below its path. */
  readonly list: Reading;
  /** What is said once it is saved. */
  readonly said: string;
  /** Beside the sections, below them where there is no room: what the values make, as one types. Null: nothing. */
  readonly aside?: (values: Values) => ReactNode;
}

/**
 * The settings of one thing, in sections: saved together by a bar that stays in sight, or at the end of a section that
 * is the only one. What the server refuses of a field stands at the field, and who leaves with changes is asked first.
 */
export function FormPage<Values extends object>(props: FormPageProps<Values>) {
  const { saved, sections, send, list, said, aside } = props;
  const queryClient = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<Values>({ initialValues: saved });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send,
    onDone: (_, values) => {
      form.setInitialValues(values);
      form.resetDirty(values);
      forget();
      say(said);
      void queryClient.invalidateQueries(under(list));
    },
  });
  const isDirty = form.isDirty();
  const forget = (): void => {
    if (element.current !== null) forgetTyped(element.current);
  };
  const discard = (): void => {
    form.reset();
    forget();
  };
  useFollowing(form, saved, isDirty);
  const shown = typeof sections === 'function' ? sections(form.getValues(), form.setValues) : sections;
  const beside = aside?.(form.getValues()) ?? null;
  const isOne = shown.length === 1;
  const end = (
    <>
      {problem !== null && <ProblemNotice error={problem} />}
      <SaveBar isDirty={isDirty} isPending={isPending} isInside={isOne} onDiscard={discard} />
    </>
  );
  const panels = (
    <>
      {shown.map(({ title, intro, isWide = false, lead, fields, children }) => (
        <Panel key={title} title={title} {...(intro === undefined ? {} : { intro })}>
          <Stack gap="md" {...(isWide ? {} : { maw: 480 })}>
            {lead}
            {fields.map((field) => (
              <Fragment key={field.name}>{inputOf(field, form.getInputProps(field.name), false)}</Fragment>
            ))}
          </Stack>
          {children}
          {isOne && end}
        </Panel>
      ))}
    </>
  );
  return (
    <form ref={element} onSubmit={onSubmit}>
      <Stack gap="lg">
        {beside === null ? (
          panels
        ) : (
          <Box className={classes['beside'] ?? ''}>
            <Stack gap="lg">{panels}</Stack>
            <Box className={classes['aside'] ?? ''}>{beside}</Box>
          </Box>
        )}
        {!isOne && end}
      </Stack>
      <LeaveGuard isActive={isDirty} />
    </form>
  );
}

interface SaveBarProps {
  readonly isDirty: boolean;
  readonly isPending: boolean;
  /** At the end of a section. */
  readonly isInside: boolean;
  readonly onDiscard: () => void;
}

function SaveBar({ isDirty, isPending, isInside, onDiscard }: SaveBarProps) {
  return (
    <Box className={classes['bar'] ?? ''} data-active={isDirty} data-inside={isInside}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c={isDirty ? 'var(--mantine-color-text)' : 'dimmed'} role="status">
          {isPending ? words.saving : isDirty ? words.unsaved : words.saved}
        </Text>
        <Group gap="xs">
          <Button variant="default" disabled={!isDirty || isPending} onClick={onDiscard}>
            {words.discard}
          </Button>
          <Button type="submit" disabled={!isDirty} loading={isPending}>
            {messages.actions.save}
          </Button>
        </Group>
      </Group>
    </Box>
  );
}

/** Takes over what another page or person has saved, unless something is typed here. */
function useFollowing<Values extends object>(form: UseFormReturnType<Values>, saved: Values, isDirty: boolean): void {
  const taken = useRef(saved);
  useEffect(() => {
    if (isDirty || JSON.stringify(taken.current) === JSON.stringify(saved)) return;
    taken.current = saved;
    form.setInitialValues(saved);
    form.setValues(saved);
    form.resetDirty(saved);
  }, [form, saved, isDirty]);
}
