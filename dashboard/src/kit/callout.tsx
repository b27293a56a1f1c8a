import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './callout.module.css';

export type CalloutTone = 'good' | 'bad' | 'warn' | 'calm';

const icons = { good: IconCircleCheck, bad: IconX, warn: IconAlertTriangle, calm: IconInfoCircle } as const;

interface CalloutProps {
  readonly tone: CalloutTone;
  /** What happened, in a few words. */
  readonly title: ReactNode;
  /** The cause, then what follows from it. */
  readonly children?: ReactNode;
  /** What to do: links and buttons. */
  readonly actions?: ReactNode;
}

/** What one has to know first: what happened, why, what follows, and what to do. */
export function Callout({ tone, title, children, actions }: CalloutProps) {
  const Icon = icons[tone];
  return (
    <div role="note" className={classes['callout']} data-tone={tone}>
      <Icon size={18} aria-hidden className={classes['icon']} />
      <Stack gap={6}>
        <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        {children}
        {actions !== undefined && (
          <Group gap="xs" mt={4}>
            {actions}
          </Group>
        )}
      </Stack>
    </div>
  );
}

/** A sentence of a {@link Callout}. */
export function Because({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}
