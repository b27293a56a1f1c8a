import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Given = AnchorProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & { ref?: Ref<HTMLAnchorElement> };

/** A link to another room in the looks of the library; addresses and their parameters are checked by the compiler. */
export const RoomLink = createLink((props: Given) => <Anchor {...props} />);
