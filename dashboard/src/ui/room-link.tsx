import { Anchor, Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

interface RoomLinkProps {
  /** Below `/dashboard`, with its search parameters. */
  readonly to: `/${string}`;
  readonly isButton?: boolean;
  /** Within a sentence: there colour alone does not tell a link. */
  readonly isInText?: boolean;
  /** To screen readers, where the text alone does not say where it leads. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A link to a room by its address, where that comes from data. Without a new page, unless another tab is asked for. */
export function RoomLink({ to, isButton = false, isInText = false, label, children }: RoomLinkProps) {
  const router = useRouter();
  const href = `/dashboard${to}`;
  const go = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return isButton ? (
    <Button component="a" size="xs" variant="default" href={href} aria-label={label} onClick={go}>
      {children}
    </Button>
  ) : (
    <Anchor size="sm" href={href} aria-label={label} onClick={go} underline={isInText ? 'always' : 'hover'}>
      {children}
    </Anchor>
  );
}
