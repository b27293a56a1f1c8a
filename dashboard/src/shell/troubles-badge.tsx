import { Badge, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { statusQuery } from '../api/queries';
import { messages } from '../messages';

/** How many troubles keep email from leaving now; nothing where it leaves, or it is not known. */
export function TroublesBadge() {
  const { data } = useQuery(statusQuery);
  const count = data?.delivery?.troubles?.length ?? 0;
  if (count === 0) return null;
  return (
    <Badge color="red" size="sm" circle>
      {count}
      <VisuallyHidden> {messages.shell.troubles(count)}</VisuallyHidden>
    </Badge>
  );
}
