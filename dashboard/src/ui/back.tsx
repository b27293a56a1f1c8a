import { Anchor, type AnchorProps } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';

interface BackProps extends AnchorProps {
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly children?: ReactNode;
}

/** Above the title of a room: to the list that it belongs to. */
export const Back = createLink(({ children, ...props }: BackProps) => (
  <Anchor size="sm" style={{ alignSelf: 'flex-start' }} {...props}>
    <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />
    {children}
  </Anchor>
));
