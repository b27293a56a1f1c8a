import { Dim } from '../../kit/dim';
import type { ListColumn } from '../../kit/list-column';
import { RowLink } from '../../kit/row-link';
import { webhooks as words } from '../../messages/webhooks';
import { When } from '../../ui/time';
import type { Endpoint } from './documents';
import { EndpointState, maskedUrl, shareTaken } from './state';

export const endpointColumns: readonly ListColumn<Endpoint>[] = [
  {
    title: words.endpoint,
    sortBy: ({ endpoint }) => endpoint,
    textOf: ({ endpoint }) => endpoint,
    cell: ({ id, endpoint }) => (
      <RowLink to="/webhooks/$id" params={{ id }}>
        {maskedUrl(endpoint)}
      </RowLink>
    ),
  },
  { title: words.listens, width: '20%', isExtra: true, cell: ({ events }) => listensTo(events) },
  {
    title: words.state,
    width: 208,
    sortBy: ({ status }) => status,
    cell: (endpoint) => <EndpointState of={endpoint} />,
  },
  { title: words.taken, width: 130, sortBy: shareTaken, cell: (endpoint) => <Taken endpoint={endpoint} /> },
  {
    title: words.waiting,
    width: 160,
    sortBy: ({ retrying }) => retrying,
    cell: (endpoint) => <Waiting endpoint={endpoint} />,
  },
];

function listensTo(events: Endpoint['events']): string {
  const [first, ...more] = events ?? [];
  return first === undefined ? words.everything : words.andMore(first, more.length);
}

function Taken({ endpoint }: { readonly endpoint: Endpoint }) {
  const share = shareTaken(endpoint);
  if (share === null) return <Dim>{words.nothingSent}</Dim>;
  return words.takenShare(share);
}

function Waiting({ endpoint: { retrying, retrying_since: since } }: { readonly endpoint: Endpoint }) {
  return (
    <span>
      {words.waitingCount(retrying)}
      {since !== null && (
        <Dim>
          {` ${words.oldest} `}
          <When at={since} />
        </Dim>
      )}
    </span>
  );
}
