import { IconCertificate, IconEraser, IconMail, IconPencil, IconTrash, IconUserDown } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/client';
import { useMay } from '../../api/session';
import { DetailActions } from '../../kit/detail-actions';
import { useRemoval } from '../../kit/use-removal';
import { contactMessages } from '../../messages/contacts';
import { Dialog } from '../../ui/dialog';
import { download } from '../../ui/download';
import { Outline } from '../../ui/loaded';
import { say, sayProblem } from '../../ui/toast';
import type { Contact } from './documents';

const EditForm = lazy(async () => ({ default: (await import('./contact-forms')).EditForm }));
const { one: words, edit, removal } = contactMessages;

/** Edits a contact, shows its mails, hands out its consent, deletes it, or leads to where the person is erased. */
export function ContactActions({ contact }: { readonly contact: Contact }) {
  const { id, email } = contact;
  const mayChange = useMay('PATCH /contacts/{contact}');
  const mayDelete = useMay('DELETE /contacts/{contact}');
  const mayErase = useMay('POST /dashboard-api/erasures');
  const [isEditing, setEditing] = useState(false);
  const mayIssue = useMay('POST /dashboard-api/contacts/{contact}/consent-sheet');
  const issuing = useMutation({
    mutationFn: async () => {
      const path = { contact: id };
      const { html } = await call('POST /dashboard-api/contacts/{contact}/consent-sheet', { path });
      download('consent.html', html, 'text/html');
    },
    onSuccess: () => say(words.sheetDone),
    onError: sayProblem,
  });
  const exporting = useMutation({
    mutationFn: async () => {
      const { html } = await call('GET /dashboard-api/contacts/{contact}/export', { path: { contact: id } });
      download('personal-data.html', html, 'text/html');
    },
    onSuccess: () => say(words.exportDone),
    onError: sayProblem,
  });
  const navigate = useNavigate();
  const begin = useRemoval();
  const remove = (): void => {
    begin(
      { id, name: email },
      {
        words: removal,
        send: (contactId, keepalive) => call('DELETE /contacts/{contact}', { path: { contact: contactId }, keepalive }),
        list: 'GET /dashboard-api/contacts',
      },
    );
    void navigate({ to: '/contacts' });
  };
  const close = (): void => setEditing(false);
  return (
    <>
      <DetailActions
        primary={mayChange ? { label: words.edit, Icon: IconPencil, onClick: () => setEditing(true) } : undefined}
        more={[
          {
            label: words.emails,
            Icon: IconMail,
            onClick: () => void navigate({ to: '/emails', search: { search: email } }),
          },
          ...(mayIssue ? [{ label: words.sheet, Icon: IconCertificate, onClick: () => issuing.mutate() }] : []),
          { label: words.export, Icon: IconUserDown, onClick: () => exporting.mutate() },
          ...(mayDelete ? [{ label: removal.label, Icon: IconTrash, onClick: remove, isDangerous: true }] : []),
          ...(mayErase
            ? [
                {
                  label: words.erase,
                  Icon: IconEraser,
                  onClick: () => void navigate({ to: '/settings/erasures' }),
                  isDangerous: true,
                },
              ]
            : []),
        ]}
      />
      <Dialog opened={isEditing} onClose={close} title={edit}>
        <Suspense fallback={<Outline />}>
          <EditForm contact={contact} onDone={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
