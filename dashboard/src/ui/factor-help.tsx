import { Alert, Text } from '@mantine/core';
import { factors as words } from '../messages/factors';

interface FactorHelpProps {
  /** Factors of the account. For passkeys of another host name the help says where they can be used. */
  readonly factors?: { readonly passkey: boolean; readonly passkey_hosts: readonly string[] };
}

/** For a person who has none of the required factors. */
export function FactorHelp({ factors = { passkey: true, passkey_hosts: [] } }: FactorHelpProps) {
  const { passkey, passkey_hosts: hosts } = factors;
  const places = hosts.join(', ');
  return (
    <>
      {hosts.length > 0 && (
        <Alert color="yellow">{passkey ? words.somePasskeysElsewhere(places) : words.passkeysElsewhere(places)}</Alert>
      )}
      <Text size="sm" c="dimmed">
        {words.lost}
      </Text>
    </>
  );
}
