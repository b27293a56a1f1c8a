import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client';
import { once } from '../../api/reading';
import { useMay } from '../../api/session';
import { Because } from '../../kit/callout';
import { useGoing } from '../../kit/going';
import { useRemoval } from '../../kit/use-removal';
import { suppressions } from '../../messages/suppressions';
import { verdict as words } from '../../messages/verdict';
import { RoomLink } from '../../ui/room-link';
import { say, sayProblem } from '../../ui/toast';
import { When } from '../../ui/time';
import type { EmailSuppression } from './documents';

interface SuppressionProps {
  readonly entries: readonly EmailSuppression[];
  readonly emailId: string;
}

/** What follows for later emails: an entry of the list that came of this email, or one that was there before it. */
export function SuppressionSentence({ entries: all, emailId }: SuppressionProps) {
  const entries = useShown(all);
  const own = entries.filter(({ source_id: source }) => source === emailId);
  const [first] = entries;
  if (own.length > 0) return <Because>{words.nowSuppressed(own.map(({ email }) => email))}</Because>;
  if (first === undefined) return null;
  return (
    <Because>
      {words.heldBy(first.email, words.origins[first.origin] ?? first.origin)} {words.since}{' '}
      <When at={first.created_at} />.
    </Because>
  );
}

/** Takes the one address off the list; several are looked at there. */
export function SuppressionActions({ entries: all, emailId }: SuppressionProps) {
  const entries = useShown(all);
  const begin = useRemoval();
  const mayRemove = useMay('DELETE /suppressions/{suppression}');
  const [first, second] = entries;
  if (first === undefined) return null;
  const source = first.source_id;
  return (
    <>
      {mayRemove && second === undefined && (
        <Button
          size="xs"
          variant="default"
          aria-label={words.unsuppressNamed(first.email)}
          onClick={() =>
            begin(
              { id: first.id, name: first.email },
              {
                words: suppressions.removal,
                send: (id, keepalive) =>
                  call('DELETE /suppressions/{suppression}', { path: { suppression: id }, keepalive }),
                list: 'GET /dashboard-api/emails/{id}/suppressions',
              },
            )
          }
        >
          {words.unsuppress}
        </Button>
      )}
      <RoomLink
        to={second === undefined ? `/suppressions?address=${encodeURIComponent(first.email)}` : '/suppressions'}
        isButton
      >
        {second === undefined ? words.viewSuppression : words.viewSuppressions}
      </RoomLink>
      {source !== null && source !== emailId && (
        <RoomLink to={`/emails/${source}`} isButton>
          {words.causedBy}
        </RoomLink>
      )}
    </>
  );
}

/** Where a bounce put the one address on no list. */
export function SuppressAddress({ address }: { readonly address: string }) {
  const maySuppress = useMay('POST /suppressions');
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /suppressions', { body: { email: address } }),
    onSuccess: () => {
      say(words.suppressed(address));
      return queryClient.invalidateQueries(once('GET /dashboard-api/emails/{id}/suppressions'));
    },
    onError: sayProblem,
  });
  if (!maySuppress) return null;
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
      {words.suppress}
    </Button>
  );
}

/** Without those whose removal has begun. */
function useShown(entries: readonly EmailSuppression[]): readonly EmailSuppression[] {
  const going = useGoing();
  return entries.filter(({ id }) => !going.has(id));
}
