import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PasswordReset } from '../../api/documents';
import { newPassword as words } from '../../messages/new-password';
import { When } from '../../ui/time';
import type { Chosen } from './ways';

interface OtherWaysProps {
  readonly account: PasswordReset;
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

/** What opens the account beside the password: each can end with it. */
export function OtherWays({ account, chosen, onChange }: OtherWaysProps) {
  const { passkeys, app, recovery_codes: codes, providers } = account;
  if (passkeys.length === 0 && !app && providers.length === 0) return null;
  const { app: endsApp } = chosen;
  return (
    <Stack gap="sm" component="fieldset" bd={0} p={0} m={0}>
      <Text component="legend" size="sm" fw={600} p={0}>
        {words.waysTitle}
      </Text>
      <Text size="sm" c="dimmed">
        {words.waysIntro}
      </Text>
      {providers.map(({ provider, name, linked_at: at }) => (
        <Way
          key={provider}
          label={words.provider(name)}
          description={<Dated what={words.linked} at={at} />}
          isChosen={chosen.providers.includes(provider)}
          onSwitch={() => onChange({ ...chosen, providers: switched(chosen.providers, provider) })}
        />
      ))}
      {passkeys.map(({ id, name, created_at: at, last_used_at: usedAt }) => (
        <Way
          key={id}
          label={words.passkey(name)}
          description={
            usedAt === null ? <Dated what={words.added} at={at} /> : <Dated what={words.lastUsed} at={usedAt} />
          }
          isChosen={chosen.passkeys.includes(id)}
          onSwitch={() => onChange({ ...chosen, passkeys: switched(chosen.passkeys, id) })}
        />
      ))}
      {app && (
        <Way
          label={words.app}
          description={words.recoveryCodes(codes)}
          isChosen={endsApp}
          onSwitch={() => onChange({ ...chosen, app: !endsApp })}
        />
      )}
    </Stack>
  );
}

interface WayProps {
  readonly label: string;
  readonly description: ReactNode;
  readonly isChosen: boolean;
  readonly onSwitch: () => void;
}

function Way({ label, description, isChosen, onSwitch }: WayProps) {
  return <Checkbox label={label} description={description} checked={isChosen} onChange={onSwitch} />;
}

function Dated({ what, at }: { readonly what: string; readonly at: string }) {
  return (
    <>
      {what} <When at={at} />
    </>
  );
}

function switched(chosen: readonly string[], one: string): string[] {
  return chosen.includes(one) ? chosen.filter((each) => each !== one) : [...chosen, one];
}
