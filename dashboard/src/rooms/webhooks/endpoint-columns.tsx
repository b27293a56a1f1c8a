import { Text } from '@mantine/core';
import { webhooks as words } from '../../messages/webhooks';
import { AppLink } from '../../ui/link';
import type { Column } from '../../ui/rows';
import { When } from '../../ui/time';
import type { Endpoint } from './documents';
import { sentenceOf } from './event-types';
import { EndpointState, shareTaken } from './state';

export const endpointColumns: readonly Column<Endpoint>[] = [
  {
    title: words.endpoint,
    cell: ({ id, endpoint }) => (
      <AppLink to="/webhooks/$id" params={{ id }} fw={600} style={{ overflowWrap: 'anywhere' }}>
        {endpoint}
      </AppLink>
    ),
  },
  { title: words.listens, cell: ({ events }) => <Text size="sm">{listensTo(events)}</Text> },
  { title: words.state, cell: (endpoint) => <EndpointState of={endpoint} /> },
  { title: words.taken, cell: (endpoint) => <Taken endpoint={endpoint} /> },
  { title: words.waiting, cell: (endpoint) => <Waiting endpoint={endpoint} /> },
];

function listensTo(events: Endpoint['events']): string {
  const [first, ...more] = events ?? [];
  return first === undefined ? words.everything : words.andMore(sentenceOf(first), more.length);
}

function Taken({ endpoint }: { readonly endpoint: Endpoint }) {
  const share = shareTaken(endpoint);
  if (share === null)
    return (
      <Text size="sm" c="dimmed">
        {words.nothingSent}
      </Text>
    );
  return (
    <div>
      <Text size="sm">{words.takenShare(share)}</Text>
      <Text size="xs" c="dimmed">
        {words.ofLast(endpoint.recent.messages)}
      </Text>
    </div>
  );
}

function Waiting({ endpoint: { retrying, retrying_since: since } }: { readonly endpoint: Endpoint }) {
  return (
    <div>
      <Text size="sm">{words.waitingCount(retrying)}</Text>
      {since !== null && (
        <Text size="xs" c="dimmed">
          {words.oldest} <When at={since} />
        </Text>
      )}
    </div>
  );
}
