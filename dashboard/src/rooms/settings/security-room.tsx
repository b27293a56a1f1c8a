import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { signInOptionsQuery } from '../../api/queries';
import { useServed } from '../../api/served';
import { settingMessages } from '../../messages/setting-rooms';
import { Page } from '../../ui/page';
import { AuthenticatorPanel } from './authenticator-panel';
import { PasskeysPanel } from './passkeys-panel';

/** Last on the page. */
const PasswordPanel = lazy(async () => ({ default: (await import('./password-panel')).PasswordPanel }));
/** Few servers have providers. */
const IdentitiesPanel = lazy(() => import('./identities-panel'));

const { security } = settingMessages;

export function SecurityRoom() {
  const isServed = useServed();
  // A passkey belongs to a name, and the server knows its own only where PUBLIC_URL says it.
  const { data: options } = useQuery(signInOptionsQuery);
  return (
    <Page intro={security.intro}>
      {isServed('authenticator') && <AuthenticatorPanel />}
      {isServed('passkeys') && options?.passkeys === true && <PasskeysPanel />}
      {options !== undefined && options.providers.length > 0 && (
        <Suspense fallback={null}>
          <IdentitiesPanel providers={options.providers} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <PasswordPanel />
      </Suspense>
    </Page>
  );
}
