import { Alert, Text } from '@mantine/core';
import { factors as words } from '../messages/factors';

interface FactorHelpProps {
  /** Of the account: of those that belong to another host name it is said where they can be used. */
  readonly factors?: { readonly passkey: boolean; readonly passkey_hosts: readonly string[] };
}

/** For whoever has none of what is asked for. */
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
