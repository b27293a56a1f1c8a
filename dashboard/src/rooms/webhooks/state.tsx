import { webhooks as words } from '../../messages/webhooks';
import { Status } from '../../ui/status';
import type { Endpoint, MessageRow } from './documents';

export function EndpointState({ of: endpoint }: { readonly of: Pick<Endpoint, 'status' | 'why' | 'failing_since'> }) {
  if (endpoint.status === 'disabled') {
    return endpoint.why === 'person' || endpoint.why === null ? (
      <Status tone="calm" word={words.off} />
    ) : (
      <Status tone="bad" word={words.switchedOff} />
    );
  }
  return endpoint.failing_since === null ? (
    <Status tone="good" word={words.on} />
  ) : (
    <Status tone="warn" word={words.failing} />
  );
}

const tones = { success: 'good', failed: 'bad', attempting: 'busy', pending: 'busy' } as const;

/** A status that this page does not know is shown by its own word. */
export function MessageState({ of: status }: { readonly of: MessageRow['status'] | 'pending' }) {
  return <Status tone={tones[status] ?? 'unclear'} word={words.statuses[status] ?? status} />;
}

/** In per cent, of those that are taken or given up and those that wait; null: nothing was sent. */
export function shareTaken({ recent: { messages, taken } }: Pick<Endpoint, 'recent'>): number | null {
  // Not rounded up: one failure is never 100 %.
  return messages === 0 ? null : Math.floor((taken / messages) * 100);
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** The address of an endpoint for reading: what its query says may be a secret. */
export function maskedUrl(url: string): string {
  return url.replace(/\?.+$/s, (query) => query.replaceAll(/=[^&#]*/g, '=…'));
}
