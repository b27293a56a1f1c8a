import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { messages } from '../../messages';
import { Card } from './card';

/** The way on from where nothing else can be done. */
export function ToSignIn() {
  return (
    <Anchor component={Link} to="/sign-in" size="sm">
      {messages.actions.back}
    </Anchor>
  );
}

/** In place of a room whose link came without its token. */
export function NoToken({ title }: { readonly title: string }) {
  return (
    <Card title={title} intro={messages.problems.noToken}>
      <ToSignIn />
    </Card>
  );
}
