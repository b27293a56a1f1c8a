import { Box, Center, Stack } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { Brand } from '../../ui/brand';

/** The frame of the pages for visitors who are not signed in. */
export function EntryLayout() {
  return (
    <Center component="main" mih="100dvh" p="md" style={{ alignItems: 'flex-start' }}>
      <Stack w="100%" maw={400} gap="lg" mt={{ base: 'md', sm: '12vh' }}>
        <Center>
          <Brand />
        </Center>
        <Box>
          <Outlet />
        </Box>
      </Stack>
    </Center>
  );
}
