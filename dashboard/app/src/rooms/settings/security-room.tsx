import { useServed } from '../../api/served';
import { messages } from '../../messages';
import { Page } from '../../ui/page';
import { AuthenticatorPanel } from './authenticator-panel';
import { PasskeysPanel } from './passkeys-panel';
import { PasswordPanel } from './password-panel';

const { settings, security } = messages;

export function SecurityRoom() {
  const isServed = useServed();
  return (
    <Page title={settings.security} intro={security.intro}>
      {isServed('authenticator') && <AuthenticatorPanel />}
      {isServed('passkeys') && <PasskeysPanel />}
      <PasswordPanel />
    </Page>
  );
}
