import { Button, Group, Text } from '@mantine/core';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import type { Broadcast } from './queries';

interface InboxRowProps {
  readonly of: Broadcast;
  /** Undefined where the role may send none. */
  readonly onTest: (() => void) | undefined;
}

/** The broadcast as an inbox shows it, with a way to send a test. */
export function InboxRow({ of, onTest }: InboxRowProps) {
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <Row {...of} />
      {onTest !== undefined && (
        <Button size="xs" variant="default" style={{ flex: 'none' }} onClick={onTest}>
          {words.test}
        </Button>
      )}
    </Group>
  );
}

/** Merge tags have their fallbacks: nothing is known of the reader. */
function Row({ from, subject, preview_text: preview }: Broadcast) {
  return (
    <div role="group" aria-label={words.inboxRow} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={650}>
        {nameIn(from) ?? words.noFrom}
      </Text>
      <Text size="sm">
        {withFallbacks(subject ?? '') || words.noSubject}{' '}
        <Text span c="dimmed">
          {withFallbacks(preview ?? '')}
        </Text>
      </Text>
    </div>
  );
}

/** The display name, or the address where there is none. */
const nameIn = (from: string | null): string | undefined => from?.replace(/^"?([^"<]+?)"?\s*<.*>$/, '$1');

const withFallbacks = (text: string): string =>
  text.replace(/\{\{\{[^{}|]*\|?([^{}]*)\}\}\}/g, (_, fallback: string) => fallback);
