import { contactMessages as words } from '../../messages/contacts';
import { Status } from '../../ui/status';
import type { ContactRow } from './documents';

export function ContactState({ of: { unsubscribed } }: { readonly of: Pick<ContactRow, 'unsubscribed'> }) {
  return <Status tone={unsubscribed ? 'calm' : 'good'} word={words.states[unsubscribed ? 'true' : 'false']} />;
}
