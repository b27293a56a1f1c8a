import { Anchor, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { email as words } from '../../messages/email';
import { Copyable } from '../../ui/copy';
import { Loaded } from '../../ui/loaded';
import { ProblemNotice } from '../../ui/problem-notice';
import { type Column, Rows } from '../../ui/rows';
import { Moment, When } from '../../ui/time';
import { say, undoable } from '../../ui/toast';
import { emails } from './changes';
import type { Share } from './documents';
import { overviewQuery, sharesQuery } from './queries';
import { Dialog } from '../../ui/dialog';

const { actions } = words;

interface ShareDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Links that show the email to anyone who has them: makes one, and revokes those that work. */
export default function ShareDialog({ id, onClose }: ShareDialogProps) {
  const [life, setLife] = useState('1 hour');
  const queryClient = useQueryClient();
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: sharesQuery(id).queryKey });
    void queryClient.invalidateQueries({ queryKey: overviewQuery(id).queryKey });
  };
  const making = useMutation({ mutationFn: () => emails.share(id, life), onSuccess: refresh });
  return (
    <Dialog opened onClose={onClose} title={actions.shareTitle} size="lg">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {actions.shareIntro}
        </Text>
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label={actions.life}
            value={life}
            onChange={({ currentTarget }) => setLife(currentTarget.value)}
            data={Object.entries(actions.lives).map(([value, label]) => ({ value, label }))}
          />
          <Button loading={making.isPending} onClick={() => making.mutate()}>
            {actions.makeLink}
          </Button>
        </Group>
        {making.isError && <ProblemNotice error={making.error} />}
        {making.data !== undefined && (
          <>
            <Copyable label={actions.link} value={onThisOrigin(making.data.url)} />
            <Text size="xs" c="dimmed" mt={-8}>
              {actions.linkHint}
            </Text>
          </>
        )}
        <OpenShares id={id} onRevoked={refresh} />
      </Stack>
    </Dialog>
  );
}

function Opens({ share: { opens, last_opened_at: lastAt } }: { readonly share: Share }) {
  if (opens === 0 || lastAt === null) return actions.neverOpened;
  return (
    <span>
      {actions.openedTimes(opens)}
      <When at={lastAt} />
    </span>
  );
}

/** The server names itself by its public address, and this page may be open under another one. */
function onThisOrigin(url: string): string {
  const { pathname, search } = new URL(url, window.location.origin);
  return `${window.location.origin}${pathname}${search}`;
}

function OpenShares({ id, onRevoked }: { readonly id: string; readonly onRevoked: () => void }) {
  const query = useQuery(sharesQuery(id));
  const [going, setGoing] = useState<ReadonlySet<string>>(new Set());
  // The room of the logs is another one: its address is known, and not its type.
  const logs: string = '/logs';
  const revoke = ({ id: shareId }: Share): void => {
    setGoing((before) => new Set([...before, shareId]));
    undoable({
      message: actions.revoking,
      hint: actions.revokingHint,
      commit: (leaving) => emails.revokeShare(id, shareId, leaving),
      onDone: () => {
        say(actions.revoked);
        onRevoked();
      },
      onUndone: () => setGoing((before) => new Set([...before].filter((each) => each !== shareId))),
    });
  };
  const columns: readonly Column<Share>[] = [
    { title: actions.made, cell: ({ created_at: at }) => <Moment at={at} precision="minute" /> },
    { title: actions.ends, cell: ({ expires_at: at }) => <Moment at={at} precision="minute" /> },
    { title: actions.opens, cell: (share) => <Opens share={share} /> },
    {
      title: actions.revoke,
      isActions: true,
      cell: (share) => (
        <Button size="xs" variant="subtle" color="red" onClick={() => revoke(share)}>
          {actions.revoke}
        </Button>
      ),
    },
  ];
  return (
    <Stack gap="xs">
      <Title order={3}>{actions.links}</Title>
      <Loaded query={query}>
        {({ data }) => {
          const shown = data.filter(({ id: shareId }) => !going.has(shareId));
          return shown.length === 0 ? (
            <Text size="sm" c="dimmed">
              {actions.noLinks}
            </Text>
          ) : (
            <Rows label={actions.links} columns={columns} rows={shown} idOf={({ id: shareId }) => shareId} />
          );
        }}
      </Loaded>
      <Text size="xs" c="dimmed">
        {`${actions.opened} `}
        <Anchor component={Link} to={logs} size="xs" underline="always">
          {actions.openLogs}
        </Anchor>
      </Text>
    </Stack>
  );
}
