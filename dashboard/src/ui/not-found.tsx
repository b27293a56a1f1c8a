import { Anchor, Center, Stack, Text, Title } from '@mantine/core';
import { messages } from '../messages';
import { Brand } from './brand';
import { usePageTitle } from './page';

const { problems } = messages;

/** For an address that no room has. */
export default function NotFoundPage() {
  usePageTitle(problems.notFound);
  return (
    <Center component="main" mih="100dvh" p="md" style={{ alignItems: 'flex-start' }}>
      <Stack align="center" ta="center" maw={400} gap="sm" mt={{ base: 'md', sm: '12vh' }}>
        <Brand />
        <Title order={1} mt="lg">
          {problems.notFound}
        </Title>
        <Text c="dimmed">{problems.notFoundHint}</Text>
        <Anchor href="/dashboard">{problems.home}</Anchor>
      </Stack>
    </Center>
  );
}
