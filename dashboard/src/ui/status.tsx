import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconHelp, IconMinus, IconX } from '@tabler/icons-react';

/** `busy`: on its way; `calm`: nothing is expected of anybody. */
export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'calm' | 'unclear';

const looks = {
  good: { color: 'green', Icon: IconCheck },
  bad: { color: 'red', Icon: IconX },
  warn: { color: 'yellow', Icon: IconAlertTriangle },
  busy: { color: 'post', Icon: IconClock },
  calm: { color: 'gray', Icon: IconMinus },
  unclear: { color: 'yellow', Icon: IconHelp },
} as const;

/** A state by its word, a shape and a colour, so that none of the three is needed alone. */
export function Status({ tone, word }: { readonly tone: Tone; readonly word: string }) {
  const { color, Icon } = looks[tone];
  return (
    <Badge
      variant="light"
      color={color}
      tt="none"
      // Never cut: a status of three digits would be one.
      miw="max-content"
      leftSection={<Icon size={12} stroke={2.5} aria-hidden />}
    >
      {word}
    </Badge>
  );
}
