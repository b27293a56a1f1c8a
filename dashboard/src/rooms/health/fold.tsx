import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { healthWords as words } from '../../messages/health';
import { Status } from '../../ui/status';

/** What needs no attention is one line, until somebody wants to see it. */
export function Fold({
  says,
  isGood = true,
  children,
}: {
  readonly says: string;
  readonly isGood?: boolean;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const word = isOpen ? words.hide : words.showAll;
  return (
    <>
      <Group gap="sm">
        {isGood ? (
          <Status tone="good" word={says} />
        ) : (
          <Text size="sm" c="dimmed">
            {says}
          </Text>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={`${word}: ${says}`}
          onClick={() => setOpen(!isOpen)}
        >
          {word}
        </Button>
      </Group>
      {isOpen && children}
    </>
  );
}
