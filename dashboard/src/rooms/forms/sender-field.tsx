import { Group, Input, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { domainsQuery } from '../../api/queries';
import { Because, Callout } from '../../kit/callout';
import { joinFormMessages as words } from '../../messages/join-forms';
import { RoomLink } from '../../ui/room-link';

interface SenderFieldProps {
  /** `Shop <news@example.com>`; empty where there is none. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly error?: ReactNode;
}

interface Sender {
  readonly name: string;
  readonly local: string;
  readonly domain: string;
}

/** A sender at one of the domains that may send. */
export function SenderField({ value = '', onChange, error }: SenderFieldProps) {
  // Without the domains what is typed would be at none.
  const { data, isLoading } = useQuery(domainsQuery);
  const [typed, setTyped] = useState(() => senderIn(value));
  // The form was discarded, or another person has saved it.
  const sender = written(typed) === value || value === '' ? typed : senderIn(value);
  const verified = (data?.data ?? []).filter(({ status }) => status === 'verified');
  const own = verified.filter(({ origin }) => origin !== 'sandbox');
  const names = [...own, ...verified.filter((each) => !own.includes(each))].map(({ name }) => name);
  const domain = sender.domain === '' ? (names[0] ?? '') : sender.domain;
  // One that may send no more stays chosen: to save it says so.
  const choices = domain === '' || names.includes(domain) ? names : [domain, ...names];
  const change = (next: Partial<Sender>): void => {
    const changed = { ...sender, domain, ...next };
    setTyped(changed);
    onChange?.(written(changed));
  };
  if (data !== undefined && choices.length === 0) {
    return (
      <Callout
        tone="calm"
        title={words.fromNoDomain}
        actions={
          <RoomLink to="/domains?create=true" isButton>
            {words.fromAddDomain}
          </RoomLink>
        }
      >
        <Because>{words.fromHint}</Because>
      </Callout>
    );
  }
  return (
    <Stack gap="md">
      <TextInput
        label={words.fromName}
        description={words.fromNameHint}
        maxLength={100}
        disabled={isLoading}
        value={sender.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Input.Wrapper labelElement="div" label={words.from} description={words.fromHint} error={error}>
        <Group gap="xs" mt={4} wrap="wrap">
          <TextInput
            aria-label={words.fromLocal}
            placeholder="news"
            disabled={isLoading}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            style={{ flex: '1 1 10rem' }}
            value={sender.local}
            error={error != null}
            onChange={({ currentTarget }) => change({ local: currentTarget.value })}
          />
          <NativeSelect
            aria-label={words.fromDomain}
            data={choices.map((each) => ({ value: each, label: `@${each}` }))}
            style={{ flex: '1 1 10rem' }}
            value={domain}
            error={error != null}
            onChange={({ currentTarget }) => change({ domain: currentTarget.value })}
          />
        </Group>
      </Input.Wrapper>
    </Stack>
  );
}

function senderIn(value: string): Sender {
  const [, name = '', address = value] = /^(.*?)<([^<>]*)>\s*$/.exec(value.trim()) ?? [];
  const at = address.lastIndexOf('@');
  const quoted = /^"(.*)"$/.exec(name.trim())?.[1]?.replaceAll(/\\(.)/g, '$1');
  return {
    name: quoted ?? name.trim(),
    local: (at < 0 ? address : address.slice(0, at)).trim(),
    domain: at < 0 ? '' : address.slice(at + 1).trim(),
  };
}

/** RFC 5322 §3.2.4: what is more than words is quoted. */
function written({ name, local, domain }: Sender): string {
  if (local.trim() === '') return '';
  const address = `${local.trim()}@${domain}`;
  if (name.trim() === '') return address;
  const isPlain = !/[()<>[\]:;@\\,."]/.test(name);
  return `${isPlain ? name.trim() : `"${name.trim().replaceAll(/["\\]/g, String.raw`\$&`)}"`} <${address}>`;
}
