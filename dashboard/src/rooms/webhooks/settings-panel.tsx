import { Button, Group, Stack, Text, Code } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { under } from '../../api/reading';
import { domainsQuery } from '../../api/queries';
import { useMay } from '../../api/session';
import { webhooks as words } from '../../messages/webhooks';
import { Facts } from '../../ui/facts';
import { Loaded, Outline } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { Moment } from '../../ui/time';
import { sayProblem } from '../../ui/toast';
import { Dialog } from '../../ui/dialog';
import { webhookChanges } from './changes';
import type { Standing, Webhook } from './documents';
import { webhookQuery } from './queries';
import { sentenceOf } from './event-types';

const SecretOf = lazy(() => import('./secret-of'));
/** How long both secrets sign after a rotation. */
const bothSignHours = 24;

export default function SettingsPanel({ endpoint }: { readonly endpoint: Standing }) {
  const query = useQuery(webhookQuery(endpoint.id));
  return (
    <Panel title={words.settings}>
      <Loaded query={query}>
        {(webhook) => (
          <>
            <SettingsList webhook={webhook} />
            <SecretPart endpoint={endpoint} secret={webhook.signing_secret} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function SettingsList({ webhook }: { readonly webhook: Webhook }) {
  const { data } = useQuery(domainsQuery);
  const { events, headers, domain_ids: domainIds, tags, ordered, per_second: perSecond } = webhook;
  const nameOf = (id: string): string => data?.data.find((domain) => domain.id === id)?.name ?? id;
  const names = Object.keys(headers);
  return (
    <Facts
      of={[
        [words.listens, events === null ? words.everything : <EventTypes key="events" of={events} />],
        [words.aboutDomains, domainIds.length === 0 ? words.allDomains : domainIds.map(nameOf).join(', ')],
        [words.aboutTags, tags.length === 0 ? null : tags.map(({ name, value }) => `${name}=${value}`).join(', ')],
        [words.ownHeaders, names.length === 0 ? null : names.map((name) => `${name}: ${headers[name]}`).join(', ')],
        [words.order, ordered ? words.inOrder : words.noOrder],
        [words.rateName, words.perSecond(perSecond)],
        [words.hits, webhook.machine_hits ? words.allHits : words.hitsOfPeople],
        [words.createdAt, <Moment key="at" at={webhook.created_at} precision="minute" />],
      ]}
    />
  );
}

function EventTypes({ of: types }: { readonly of: readonly string[] }) {
  return (
    <Group gap={6}>
      {types.map((type) => (
        <EventType key={type} of={type} />
      ))}
    </Group>
  );
}

interface SecretPartProps {
  readonly endpoint: Standing;
  readonly secret: string | null;
}

/** The secret is shown when it is asked for: somebody may look over a shoulder. */
function SecretPart({ endpoint: { id, former_secret_until: until }, secret }: SecretPartProps) {
  const [isShown, setShown] = useState(false);
  const [rotated, setRotated] = useState<string | null>(null);
  const mayManage = useMay('PATCH /webhooks/{id}');
  const queryClient = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => webhookChanges.rotate(id),
    onSuccess: ({ signing_secret: made }) => {
      setRotated(made);
      void queryClient.invalidateQueries(under('GET /dashboard-api/webhooks/{id}', { id }));
    },
    onError: sayProblem,
  });
  if (secret === null) {
    return (
      <Text size="sm" c="dimmed">
        {words.secret}: {words.hiddenSecret}
      </Text>
    );
  }
  return (
    <Stack gap="md">
      {until !== null && (
        <Text size="sm">
          {words.formerUntil} <Moment at={until} precision="minute" />.
        </Text>
      )}
      <Group gap="xs">
        {!isShown && (
          <Button size="xs" variant="default" onClick={() => setShown(true)}>
            {words.showSecret}
          </Button>
        )}
        {mayManage && (
          <Button size="xs" variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
            {words.rotate}
          </Button>
        )}
      </Group>
      <Suspense fallback={<Outline />}>
        {isShown && <SecretOf secret={secret} />}
        <Dialog opened={rotated !== null} onClose={() => setRotated(null)} size="lg" title={words.rotatedTitle}>
          <SecretOf secret={rotated ?? ''} note={words.rotatedHint(bothSignHours)} onDone={() => setRotated(null)} />
        </Dialog>
      </Suspense>
    </Stack>
  );
}

/** A type by its machine's name; what it reports when it is pointed at. */
function EventType({ of: type }: { readonly of: string }) {
  const sentence = sentenceOf(type);
  return (
    <Code title={sentence === type ? undefined : sentence} style={{ whiteSpace: 'nowrap' }}>
      {type}
    </Code>
  );
}
