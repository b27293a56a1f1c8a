import { useQuery } from '@tanstack/react-query';
import { signInOptionsQuery } from '../../api/queries';
import { messages } from '../../messages';
import { Page } from '../../ui/page';
import { AuthenticatorPanel } from './authenticator-panel';
import { PasskeysPanel } from './passkeys-panel';
import { PasswordPanel } from './password-panel';

const { settings, security } = messages;

export function SecurityRoom() {
  const { data: options } = useQuery(signInOptionsQuery);
  return (
    <Page title={settings.security} intro={security.intro}>
      <AuthenticatorPanel />
      {options?.passkeys === true && <PasskeysPanel />}
      <PasswordPanel />
    </Page>
  );
}
