import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Props = AnchorProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & { readonly ref?: Ref<HTMLAnchorElement> };

/** A link to a room of which the router knows the address and its parameters. */
export const AppLink = createLink((props: Props) => <Anchor size="sm" {...props} />);

type ButtonLinkProps = ButtonProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'>;

/** The same as a button. */
export const AppButtonLink = createLink((props: ButtonLinkProps & { readonly ref?: Ref<HTMLAnchorElement> }) => (
  <Button component="a" variant="default" {...props} />
));
