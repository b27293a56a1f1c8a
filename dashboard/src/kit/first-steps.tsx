import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Operation } from '../api/operations';
import { useMay } from '../api/session';
import { RoomLink } from '../ui/room-link';

interface FirstStep {
  readonly may: Operation;
  readonly label: string;
  readonly to: `/${string}`;
}

interface FirstStepsProps {
  /** What would be here. */
  readonly title: string;
  readonly text: string;
  /** In place of `text` where the person may not create any. */
  readonly textForReaders: string;
  readonly create: FirstStep;
  /** Another way to begin. */
  readonly orElse?: FirstStep;
  /** How it goes on, one after the other. */
  readonly steps?: readonly string[];
  /** A program that does the same; only for those who may. */
  readonly children?: ReactNode;
}

/** A room in which nothing was made yet: what it is for, how one begins, and how a program does it. */
export function FirstSteps({
  title,
  text,
  textForReaders,
  create,
  orElse = create,
  steps = [],
  children,
}: FirstStepsProps) {
  const mayCreate = useMay(create.may);
  const mayElse = useMay(orElse.may) && orElse !== create;
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <div>
          <Title order={2}>{title}</Title>
          <Text size="sm" c="dimmed">
            {mayCreate ? text : textForReaders}
          </Text>
        </div>
        {steps.length > 0 && (
          <ol style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
            {steps.map((step) => (
              <Text key={step} component="li" size="sm">
                {step}
              </Text>
            ))}
          </ol>
        )}
        {mayCreate && (
          <>
            <Group>
              <RoomLink to={create.to} isButton>
                {create.label}
              </RoomLink>
              {mayElse && (
                <RoomLink to={orElse.to} isButton>
                  {orElse.label}
                </RoomLink>
              )}
            </Group>
            {children}
          </>
        )}
      </Stack>
    </Paper>
  );
}
