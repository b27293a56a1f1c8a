import type { ListColumn } from '../../kit/list-column';
import { RowLink } from '../../kit/row-link';
import { contactMessages as words } from '../../messages/contacts';
import { When } from '../../ui/time';
import { ContactState } from './contact-state';
import { fullName } from '../../messages/contact-fields';
import type { ContactRow } from './documents';

export const contactColumns: readonly ListColumn<ContactRow>[] = [
  {
    title: words.email,
    textOf: ({ email }) => email,
    cell: ({ id, email }) => (
      <RowLink to="/contacts/$id" params={{ id }}>
        {email}
      </RowLink>
    ),
  },
  { title: words.name, width: '18%', textOf: fullName, cell: fullName },
  { title: words.state, width: 142, cell: (contact) => <ContactState of={contact} /> },
  { title: words.created, width: 136, isExtra: true, cell: ({ created_at: at }) => <When at={at} /> },
];
