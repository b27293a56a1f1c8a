import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { formWords as words } from '../messages/forms';
import { Dialog } from '../ui/dialog';
import { ProblemNotice } from '../ui/problem-notice';
import { useSubmit } from '../ui/use-submit';

interface ConfirmTypedProps {
  readonly title: string;
  readonly onClose: () => void;
  /** What follows from it. */
  readonly consequence: string;
  /** What is typed, in any case: the name of what is lost. */
  readonly name: string;
  /** Label of the button. */
  readonly submit: string;
  readonly send: () => Promise<unknown>;
  readonly onDone: () => void | Promise<void>;
  /** Fields of the caller's own, before the name. */
  readonly children?: ReactNode;
}

/** Asks for the name of what is about to be lost, where nothing brings it back. It is open while it is rendered. */
export function ConfirmTyped(props: ConfirmTypedProps) {
  const { title, onClose, consequence, name, submit, send, onDone, children } = props;
  const form = useForm({ initialValues: { typed: '' } });
  const { onSubmit, isPending, problem } = useSubmit({ form, send, onDone: () => onDone() });
  const isTyped = normal(form.values.typed) === normal(name);
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <Text size="sm">{consequence}</Text>
          {children}
          <TextInput
            label={
              <>
                {words.typeBefore} <Code>{name}</Code> {words.typeAfter}
              </>
            }
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus={children === undefined}
            {...form.getInputProps('typed')}
          />
          {problem !== null && <ProblemNotice error={problem} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {messages.actions.cancel}
            </Button>
            <Button type="submit" color="red" disabled={!isTyped} loading={isPending}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const normal = (text: string): string => text.trim().toLowerCase();
