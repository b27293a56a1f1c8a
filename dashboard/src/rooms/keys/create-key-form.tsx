import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { apiKeys } from '../../api/changes';
import type { NewApiKey, Permission } from '../../api/documents';
import { domainsQuery } from '../../api/queries';
import { choicesAmong, choicesOf } from '../../kit/choices';
import { FieldForm } from '../../kit/field-form';
import { keyMessages as keys } from '../../messages/keys';
import { Outline } from '../../ui/loaded';

type Expiry = 'never' | '30' | '90' | '365' | 'date';

const dayMs = 86_400_000;

/**
 * When a key made now expires, in ISO 8601; null: never. `day`: `YYYY-MM-DD`, whose end in this browser's zone is
 * meant.
 */
function expiryOf(expiry: Expiry, day: string | null, now: Date): string | null {
  if (expiry === 'never') return null;
  if (expiry !== 'date') return new Date(now.getTime() + Number(expiry) * dayMs).toISOString();
  return day === null ? null : new Date(`${day}T23:59:59`).toISOString();
}

/** The calendar is loaded by those who want a date of their own. */
const ExpiryDate = lazy(() => import('./expiry-date'));

interface Values {
  readonly name: string;
  readonly permission: Permission;
  readonly domain_id: string;
  readonly expiry: Expiry;
  readonly expires_at: string | null;
}

const initial: Values = { name: '', permission: 'sending_access', domain_id: '', expiry: 'never', expires_at: null };
const { never, date, ...spans } = keys.expiries;
const expiries = [...choicesOf({ never }), ...choicesOf(spans), ...choicesOf({ date })];

/** Says the token of the key that it made. */
export default function CreateKeyForm({ onCreated }: { readonly onCreated: (token: string) => void }) {
  const domains = useQuery(domainsQuery).data?.data ?? [];
  const ofDomain = [{ value: '', label: keys.anyDomain }, ...choicesAmong(domains)];
  return (
    <FieldForm
      initial={initial}
      fields={({ permission, expiry }) => [
        { name: 'name', label: keys.name, hint: keys.nameHint, maxLength: 50 },
        { name: 'permission', label: keys.permission, options: choicesOf(keys.permissions) },
        ...(permission === 'sending_access' && domains.length > 0
          ? [{ name: 'domain_id' as const, label: keys.domain, options: ofDomain }]
          : []),
        { name: 'expiry', label: keys.expires, options: expiries },
        ...(expiry === 'date' ? [{ name: 'expires_at' as const, render: dateInput }] : []),
      ]}
      send={(values) => apiKeys.create(keyOf(values))}
      list="GET /dashboard-api/api-keys"
      submit={keys.submit}
      onDone={({ token }) => onCreated(token)}
    />
  );
}

const dateInput = (props: object) => (
  <Suspense fallback={<Outline lines={1} />}>
    <ExpiryDate {...props} />
  </Suspense>
);

/** Only what is asked for is sent. */
function keyOf({ name, permission, domain_id: domainId, expiry, expires_at: day }: Values): NewApiKey {
  const expiresAt = expiryOf(expiry, day, new Date());
  return {
    name,
    permission,
    ...(permission === 'sending_access' && domainId !== '' ? { domain_id: domainId } : {}),
    ...(expiresAt === null ? {} : { expires_at: expiresAt }),
  };
}
