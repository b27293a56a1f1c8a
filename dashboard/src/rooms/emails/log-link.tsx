import { Anchor, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** To the request in the logs. `about` is for those who hear a list of links. */
export function LogLink({
  id,
  about,
  children,
}: {
  readonly id: string;
  readonly about?: string;
  readonly children: ReactNode;
}) {
  // The room of the logs is another one: its address is known, and not its type.
  const to: string = `/logs/${id}`;
  return (
    <Anchor component={Link} to={to} inherit underline="always">
      {children}
      {about !== undefined && <VisuallyHidden>{`: ${about}`}</VisuallyHidden>}
    </Anchor>
  );
}
