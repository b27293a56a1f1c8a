import { Anchor, Button, Group, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { apiKeysQuery, domainsQuery, invitationsQuery, peopleQuery } from '../../api/queries';
import { read } from '../../api/reading';
import { getStarted as words } from '../../messages/get-started';
import { Panel } from '../../ui/panel';

interface GetStartedProps {
  readonly teamId: string;
  readonly hasEmails: boolean;
}

/** What a team does in its first hour, and what of it is done. Gone once all is, or when this browser has hidden it. */
export default function GetStarted({ teamId, hasEmails }: GetStartedProps) {
  const [hidden, setHidden] = useLocalStorage<readonly string[]>({
    key: 'posthorn-get-started-hidden',
    defaultValue: [],
  });
  const steps = useSteps(hasEmails);
  if (steps === null || hidden.includes(teamId) || steps.every(({ isDone }) => isDone)) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Panel
      title={words.title}
      intro={words.progress(done, steps.length)}
      actions={
        <Button variant="subtle" size="xs" onClick={() => setHidden([...hidden, teamId])}>
          {words.hide}
        </Button>
      }
    >
      <Group gap="lg" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map(({ text, isDone, link }) => (
          <Group key={text} gap={6} wrap="nowrap" component="li">
            {isDone ? (
              <IconCircleCheckFilled size={18} color="var(--page-success)" aria-label={words.done} />
            ) : (
              <IconCircle size={18} color="var(--page-field)" aria-label={words.open} />
            )}
            {isDone ? (
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            ) : (
              <Anchor size="sm" renderRoot={(props) => <Link {...props} {...link} />}>
                {text}
              </Anchor>
            )}
          </Group>
        ))}
      </Group>
    </Panel>
  );
}

/** Null until all of it is known: a list that fills up as one looks at it says little. */
function useSteps(hasEmails: boolean) {
  const { data: domains } = useQuery(domainsQuery);
  const { data: keys } = useQuery(apiKeysQuery);
  const { data: endpoints } = useQuery(read('GET /dashboard-api/webhooks'));
  const { data: people } = useQuery(peopleQuery);
  const { data: invitations } = useQuery(invitationsQuery);
  if (domains === undefined || keys === undefined || endpoints === undefined) return null;
  if (people === undefined || invitations === undefined) return null;
  const create = { create: true } as const;
  return [
    {
      text: words.domain,
      isDone: domains.data.some(({ origin, status }) => origin !== 'sandbox' && status === 'verified'),
      link: linkOptions({ to: '/domains', search: create }),
    },
    { text: words.key, isDone: keys.data.length > 0, link: linkOptions({ to: '/api-keys', search: create }) },
    { text: words.email, isDone: hasEmails, link: linkOptions({ to: '/emails', search: { test: true } }) },
    { text: words.webhook, isDone: endpoints.data.length > 0, link: linkOptions({ to: '/webhooks', search: create }) },
    {
      text: words.teammate,
      isDone: people.data.length + invitations.data.length > 1,
      link: linkOptions({ to: '/settings/people', search: create }),
    },
  ];
}
