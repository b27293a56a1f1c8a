import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { webhooks as words } from '../../messages/webhooks';
import { Outline } from '../../ui/loaded';
import { webhookChanges } from './changes';
import type { NewWebhook } from './documents';
import { endpointsQuery } from './queries';
import { Dialog } from '../../ui/dialog';

const EndpointForm = lazy(() => import('./endpoint-form'));
const SecretOf = lazy(() => import('./secret-of'));

interface CreateWebhookProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The form, and then the secret of what was made. */
export function CreateWebhookDialog({ isOpen, onClose }: CreateWebhookProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const create = async (settings: NewWebhook): Promise<void> => {
    const { signing_secret: made } = await webhookChanges.create(settings);
    setSecret(made);
  };
  const close = (): void => {
    onClose();
    setSecret(null);
  };
  return (
    <Dialog opened={isOpen} onClose={close} size="lg" title={secret === null ? words.create : words.createdTitle}>
      <Suspense fallback={<Outline />}>
        {secret === null ? (
          <EndpointForm
            webhook={null}
            send={create}
            onDone={() => void queryClient.invalidateQueries({ queryKey: endpointsQuery.queryKey })}
          />
        ) : (
          <SecretOf secret={secret} onDone={close} />
        )}
      </Suspense>
    </Dialog>
  );
}
