import { call } from '../../api/client';
import { choicesOf } from '../../kit/choices';
import { FieldForm } from '../../kit/field-form';
import { suppressions as words } from '../../messages/suppressions';
import type { Scope } from './documents';

interface AddFormProps {
  readonly address: string;
  readonly onDone: () => void;
}

/** Puts an address on the list. */
export default function AddForm({ address, onDone }: AddFormProps) {
  const initial: { readonly email: string; readonly scope: Scope } = { email: address, scope: 'all' };
  return (
    <FieldForm
      initial={initial}
      fields={[
        { name: 'email', label: words.address, placeholder: 'name@example.com', maxLength: 320, isVerbatim: true },
        { name: 'scope', label: words.scope, options: choicesOf(words.scopes) },
      ]}
      send={({ email, scope }) => call('POST /suppressions', { body: { email: email.trim(), scope } })}
      list="GET /dashboard-api/suppressions"
      said={({ email }) => words.added(email.trim())}
      submit={words.submit}
      onDone={onDone}
    />
  );
}
