import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Stack, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { useMay } from '../../api/session';
import { contactMessages } from '../../messages/contacts';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { sayProblem } from '../../ui/toast';
import type { Contact } from './documents';
import { topicsOfQuery } from './queries';

const { one: words } = contactMessages;

/** What the contact gets: all marketing, and each topic. */
export default function SubscriptionsPanel({ contact }: { readonly contact: Contact }) {
  const { id, unsubscribed } = contact;
  const path = { contact: id };
  const mayChange = useMay('PATCH /contacts/{contact}/topics');
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: () => queryClient.invalidateQueries(under('GET /dashboard-api/contacts')),
    onError: sayProblem,
  });
  const disabled = !mayChange || isPending;
  return (
    <Panel title={words.consents} {...(mayChange ? { intro: words.consentsIntro } : {})}>
      <Loaded query={useQuery(topicsOfQuery(id))}>
        {({ data: topics }) => (
          <Stack gap="md">
            <Switch
              label={words.allMarketing}
              description={words.allMarketingHint}
              checked={!unsubscribed}
              disabled={disabled}
              onChange={({ currentTarget: { checked } }) =>
                mutate(() => call('PATCH /contacts/{contact}', { path, body: { unsubscribed: !checked } }))
              }
            />
            {topics.map(({ id: topicId, name, description, subscription }) => (
              <Switch
                key={topicId}
                label={name}
                description={description}
                checked={subscription === 'opt_in'}
                disabled={disabled}
                onChange={({ currentTarget: { checked } }) =>
                  mutate(() =>
                    call('PATCH /contacts/{contact}/topics', {
                      path,
                      body: { topics: [{ id: topicId, subscription: checked ? 'opt_in' : 'opt_out' }] },
                    }),
                  )
                }
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
