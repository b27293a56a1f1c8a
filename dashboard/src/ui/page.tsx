import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useMatch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { messages } from '../messages';

interface PageProps {
  /** Defaults to the title of the room. */
  readonly title?: string | undefined;
  readonly intro?: string;
  /** Beside the title. */
  readonly actions?: ReactNode;
  /** Beside the title: the status of what the room is about. */
  readonly badge?: ReactNode;
  readonly children: ReactNode;
}

/** In pixels: every room is as wide as the others, so that nothing moves on the way from one to the next. */
const pageWidth = 1240;

/** One room: its only first heading, and the name of the tab. */
export function Page({ title: given, intro, actions, badge, children }: PageProps) {
  const ofRoom = useRoomTitle();
  const title = given ?? ofRoom;
  usePageTitle(title);
  const heading = useFocusOnArrival();
  return (
    <Stack gap="lg" maw={pageWidth}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box maw={800} miw={0} style={{ flex: '1 1 18rem' }}>
          <Group gap="xs" align="center">
            <Title
              order={1}
              tabIndex={-1}
              data-page-title
              ref={heading}
              style={{ overflowWrap: 'anywhere', minWidth: 0 }}
            >
              {title}
            </Title>
            {badge}
          </Group>
          {intro !== undefined && (
            <Text size="sm" c="dimmed" mt={4}>
              {intro}
            </Text>
          )}
        </Box>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}

/** As the menu names the room that is open. */
export function useRoomTitle(): string {
  return useMatch({ strict: false, select: ({ staticData }) => staticData.title }) ?? '';
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = messages.title(title);
  }, [title]);
}

let isFirstPage = true;

/** Who comes from another page hears where they are, as after any link; the first page is read by the browser. */
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return heading;
}
