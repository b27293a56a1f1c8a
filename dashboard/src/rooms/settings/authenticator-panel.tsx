import { Badge, Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { profile } from '../../api/changes';
import { useSession } from '../../api/session';
import { settingMessages } from '../../messages/setting-rooms';
import { Outline } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { sayProblem } from '../../ui/toast';
import type { Dialog as OpenDialog } from './authenticator-dialog';
import { Dialog } from '../../ui/dialog';

/** What turns the app on and off is loaded by who does it. */
const AuthenticatorDialog = lazy(() => import('./authenticator-dialog'));

const { security } = settingMessages;

const titles: Readonly<Record<OpenDialog['kind'], string>> = {
  enrol: security.totpTitle,
  remove: security.totpRemoveTitle,
  'new-codes': security.recoveryMake,
  codes: security.recoveryTitle,
};

/** The codes of an app, and the recovery codes that go with them. */
export function AuthenticatorPanel() {
  const { user } = useSession();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const begin = useMutation({
    mutationFn: profile.beginTotp,
    onSuccess: ({ secret, uri }) => setDialog({ kind: 'enrol', secret, uri }),
    onError: sayProblem,
  });
  const close = (): void => setDialog(null);
  return (
    <Panel
      title={security.totpTitle}
      intro={security.totpText}
      actions={
        <Badge variant="light" color={user.has_totp ? 'green' : 'gray'} tt="none">
          {user.has_totp ? security.totpOn : security.totpOff}
        </Badge>
      }
    >
      <Group gap="sm">
        {user.has_totp ? (
          <>
            <Button variant="default" onClick={() => setDialog({ kind: 'new-codes' })}>
              {security.recoveryMake}
            </Button>
            <Button variant="subtle" color="red" onClick={() => setDialog({ kind: 'remove' })}>
              {security.totpRemove}
            </Button>
          </>
        ) : (
          <Button loading={begin.isPending} onClick={() => begin.mutate()}>
            {security.totpBegin}
          </Button>
        )}
      </Group>
      <Dialog
        opened={dialog !== null}
        onClose={close}
        title={dialog === null ? '' : titles[dialog.kind]}
        closeOnClickOutside={dialog?.kind !== 'codes'}
      >
        {dialog !== null && (
          <Suspense fallback={<Outline />}>
            <AuthenticatorDialog
              dialog={dialog}
              onCodes={(codes) => setDialog({ kind: 'codes', codes })}
              onClose={close}
            />
          </Suspense>
        )}
      </Dialog>
    </Panel>
  );
}
