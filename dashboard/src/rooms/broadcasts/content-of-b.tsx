import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { useMay } from '../../api/session';
import { Because, Callout } from '../../kit/callout';
import { RestoreDialog } from '../../kit/restore-dialog';
import { abTestWords as words } from '../../messages/broadcast-ab-test';
import { sayProblem } from '../../ui/toast';
import BroadcastContent from './editor/broadcast-content';
import { asVariantB, type Beginning, contentByHand, editedContent } from './editor/content';
import type { PlaceAsked } from './editor/editor-props';
import { useBeginning } from './editor/use-beginning';
import type { AbTest, Broadcast } from './queries';
import { isDraft } from './standing';

interface ContentOfBProps extends PlaceAsked {
  readonly broadcast: Broadcast;
  readonly test: AbTest;
}

const operation = 'PATCH /dashboard-api/broadcasts/{id}/ab-test';

/** The content of variant B: that of A until another is written, which begins as a copy of it. */
export function ContentOfB({ broadcast, test, ...asked }: ContentOfBProps) {
  const { id } = broadcast;
  const queryClient = useQueryClient();
  const mayChange = useMay(operation) && isDraft(broadcast);
  const { data: beginning } = useBeginning();
  const copy = useMutation({
    mutationFn: (begins: Beginning) => call(operation, { path: { id }, body: copyOf(broadcast, begins) }),
    onSuccess: () => queryClient.invalidateQueries(under('GET /dashboard-api/broadcasts')),
    onError: sayProblem,
  });
  if (test.html === null) {
    return (
      <Callout
        tone="calm"
        title={words.contentOfA}
        actions={
          mayChange && beginning !== undefined ? (
            <Button size="xs" variant="default" loading={copy.isPending} onClick={() => copy.mutate(beginning)}>
              {words.writeOther}
            </Button>
          ) : undefined
        }
      >
        {mayChange && <Because>{words.contentOfAText}</Because>}
      </Callout>
    );
  }
  return (
    <Stack gap="sm">
      {mayChange && <UseContentOfA id={id} />}
      <BroadcastContent broadcast={asVariantB(broadcast, test)} variant="b" {...asked} />
    </Stack>
  );
}

/** Html by hand keeps no text of its own, so that it follows what is changed. */
function copyOf(broadcast: Broadcast, beginning: Beginning) {
  const content = editedContent(broadcast, beginning);
  return content.document === null ? contentByHand(content.html ?? '') : content;
}

function UseContentOfA({ id }: { readonly id: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const close = (): void => setIsAsked(false);
  return (
    <>
      <Button size="xs" variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setIsAsked(true)}>
        {words.useA}
      </Button>
      {isAsked && (
        <RestoreDialog
          title={`${words.useA}?`}
          words={words.useAWords}
          send={() => call(operation, { path: { id }, body: { html: null } })}
          list="GET /dashboard-api/broadcasts"
          onClose={close}
          onDone={close}
        />
      )}
    </>
  );
}
