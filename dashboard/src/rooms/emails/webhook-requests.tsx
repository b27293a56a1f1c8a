import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { emailTabs } from '../../messages/email-tabs';
import { webhooks as words } from '../../messages/webhooks';
import { HttpStatus } from '../../ui/http-status';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { type Column, Rows } from '../../ui/rows';
import { Status, type Tone } from '../../ui/status';
import { When } from '../../ui/time';
import { endpointsQuery } from '../webhooks/queries';
import { maskedUrl } from '../webhooks/state';
import type { WebhookRequest } from './documents';
import { webhookRequestsQuery } from './queries';

const { webhooks } = emailTabs;
const outcomes: Readonly<Record<string, string>> = webhooks.outcomes;
const tones: Readonly<Record<string, Tone>> = {
  delivered: 'good',
  retrying: 'warn',
  exhausted: 'bad',
  refused: 'bad',
};

const columns: readonly Column<WebhookRequest>[] = [
  {
    title: webhooks.event,
    cell: ({ type, webhook_id: webhook, event_id: message }) => {
      // The room of webhooks is another one: its address is known, and not its type.
      const to: string = `/webhooks/${webhook}/messages/${message}`;
      return (
        <div>
          <Anchor component={Link} to={to} size="sm" fw={600} ff="monospace">
            {type}
          </Anchor>
          <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {message}
          </Text>
        </div>
      );
    },
  },
  { title: words.endpoint, cell: ({ webhook_id: id }) => <Endpoint id={id} /> },
  {
    title: webhooks.outcome,
    cell: ({ outcome }) => <Status tone={tones[outcome] ?? 'calm'} word={outcomes[outcome] ?? outcome} />,
  },
  { title: webhooks.attempt, isExtra: true, cell: ({ attempt }) => attempt },
  {
    title: webhooks.answer,
    cell: ({ http_status_code: status }) => <HttpStatus of={status} />,
  },
  { title: webhooks.took, isExtra: true, cell: ({ duration_ms: ms }) => `${Math.round(ms)} ms` },
  {
    title: webhooks.when,
    cell: ({ sent_at: at }) => (
      <Text size="sm" c="dimmed" component="span">
        <When at={at} />
      </Text>
    ),
  },
];

/** By its address. Nothing while that is not known, or where it was deleted. */
function Endpoint({ id }: { readonly id: string }) {
  const { data } = useQuery(endpointsQuery);
  const endpoint = data?.data.find((each) => each.id === id)?.endpoint;
  if (endpoint === undefined) return null;
  return (
    <Text size="sm" component="div" miw={{ sm: 160 }} style={{ overflowWrap: 'anywhere' }}>
      {maskedUrl(endpoint)}
    </Text>
  );
}

/** What the team's endpoints were sent about the email, and whether they accepted it. */
export default function WebhookRequests({ id }: { readonly id: string }) {
  const query = useQuery(webhookRequestsQuery(id));
  return (
    <Panel title={webhooks.title} intro={webhooks.intro}>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {webhooks.none}
            </Text>
          ) : (
            <Rows label={webhooks.title} columns={columns} rows={data} idOf={(row) => row.id} />
          )
        }
      </Loaded>
    </Panel>
  );
}
