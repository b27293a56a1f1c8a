import { ActionIcon, Code, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '../messages';
import { copyText } from './clipboard';

interface CopyValueProps {
  /** What it is, for screen readers. */
  readonly name: string;
  readonly value: string;
}

/** An id or another machine's word, with a button that copies it. */
export function CopyValue({ name, value }: CopyValueProps) {
  const [isCopied, setCopied] = useState(false);
  const { copy, copied } = messages.actions;
  return (
    <Group component="span" gap={4} wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{value}</Code>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`${copy}: ${name}`}
        onClick={() => void copyText(value).then(setCopied)}
      >
        {isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
      <Text span size="xs" c="dimmed" aria-live="polite">
        {isCopied ? copied : ''}
      </Text>
    </Group>
  );
}
