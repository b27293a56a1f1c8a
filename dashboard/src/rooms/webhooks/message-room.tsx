import { Text, Button } from '@mantine/core';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { webhooks as words } from '../../messages/webhooks';
import { CodeBlock } from '../../kit/code-block';
import { DetailFacts } from '../../kit/detail-facts';
import { DetailPage } from '../../kit/detail-page';
import { CopyValue } from '../../ui/copy-value';
import { Panel } from '../../ui/panel';
import { RoomLink } from '../../ui/room-link';
import { Moment, When } from '../../ui/time';
import { under } from '../../api/reading';
import { useMay } from '../../api/session';
import { say, sayProblem } from '../../ui/toast';
import { AttemptsPanel } from './attempts-panel';
import type { Message } from './documents';
import { sentenceOf } from './event-types';
import { messageQuery } from './queries';
import { MessageState } from './state';
import { webhookChanges } from './changes';

const route = getRouteApi('/inside/webhooks/$id/messages/$messageId');

/** One message: what is sent, and each attempt at it. */
export function MessageRoom() {
  const { id, messageId } = route.useParams();
  const [isMoving, setMoving] = useState(false);
  const query = useQuery(messageQuery(id, messageId, isMoving));
  const isAwaited = isMoving || query.data?.status === 'attempting';
  return (
    <DetailPage
      id={messageId}
      query={query}
      list={{
        to: `/webhooks/${id}`,
        label: words.backTo,
        reads: 'GET /dashboard-api/webhooks/{id}/messages',
        addressOf: (each) => `/webhooks/${id}/messages/${each}`,
      }}
      name={words.message}
      title={({ type }) => type}
      status={({ status }) => <MessageState of={status} />}
      actions={() => <Resend endpointId={id} messageId={messageId} onSent={() => setMoving(true)} />}
    >
      {(found) => (
        <>
          <Details message={found} />
          <AttemptsPanel endpointId={id} messageId={messageId} isAwaited={isAwaited} />
        </>
      )}
    </DetailPage>
  );
}

function Details({ message }: { readonly message: Message }) {
  const { payload } = message;
  const emailId = payload !== null && 'email_id' in payload.data ? payload.data.email_id : null;
  return (
    <>
      <DetailFacts
        of={[
          [words.happened, <Moment key="at" at={message.created_at} />],
          [
            words.nextAttempt,
            message.next_attempt_at === null ? null : <When key="next" at={message.next_attempt_at} />,
          ],
          [words.type, sentenceOf(message.type)],
          [
            words.email,
            emailId === null ? null : (
              <RoomLink key="email" to={`/emails/${emailId}`}>
                {words.openEmail}
              </RoomLink>
            ),
          ],
          [words.messageId, <CopyValue key="id" name={words.messageId} value={message.id} />],
        ]}
      />
      <Panel title={words.payload} intro={words.payloadNote}>
        {payload === null ? (
          <Text size="sm" c="dimmed">
            {words.noPayload}
          </Text>
        ) : (
          <CodeBlock label={words.payload} text={JSON.stringify(payload, null, 2)} language="json" />
        )}
      </Panel>
    </>
  );
}

interface ResendProps {
  readonly endpointId: string;
  readonly messageId: string;
  readonly onSent: () => void;
}

/** Sends the message again, under the same id. */
function Resend({ endpointId, messageId, onSent }: ResendProps) {
  const queryClient = useQueryClient();
  const resend = useMutation({
    mutationFn: () => webhookChanges.resend(endpointId, messageId),
    onSuccess: () => {
      say(words.resent);
      onSent();
      void queryClient.invalidateQueries(under('GET /dashboard-api/webhooks/{id}', { id: endpointId }));
    },
    onError: sayProblem,
  });
  if (!useMay('POST /webhooks/{id}/events/{event_id}/replay')) return null;
  return (
    <Button loading={resend.isPending} onClick={() => resend.mutate()}>
      {words.resend}
    </Button>
  );
}
