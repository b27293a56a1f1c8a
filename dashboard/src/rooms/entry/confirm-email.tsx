import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { access } from '../../api/changes';
import { entry } from '../../messages/entry';
import { ProblemNotice } from '../../ui/problem-notice';
import { Card } from './card';
import { NoToken } from './to-sign-in';

const { confirmEmail: words } = entry;
const route = getRouteApi('/entry/confirm-email');

/** A press and not the visit confirms: programs that look through mails visit links too. */
export function ConfirmEmailRoom() {
  const { token } = route.useSearch();
  const confirm = useMutation({ mutationFn: () => access.confirmEmail(token), meta: { visitor: true } });
  if (token === '') return <NoToken title={words.title} />;
  if (confirm.data !== undefined) {
    return (
      <Card title={words.title}>
        <Text size="sm">{confirm.data.state === 'changed' ? words.changed : words.half}</Text>
        <Anchor component={Link} to="/" size="sm">
          {words.goOn}
        </Anchor>
      </Card>
    );
  }
  return (
    <Card title={words.title} intro={words.intro}>
      <Stack gap="md">
        {confirm.error !== null && <ProblemNotice error={confirm.error} />}
        <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {words.submit}
        </Button>
      </Stack>
    </Card>
  );
}
