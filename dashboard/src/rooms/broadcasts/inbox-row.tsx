import { Text } from '@mantine/core';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import type { Broadcast } from './queries';

/** As an inbox shows it to someone of whom nothing is known. */
export function InboxRow({ of: { from, subject, preview_text: preview } }: { readonly of: Broadcast }) {
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
