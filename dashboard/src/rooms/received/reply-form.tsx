import { useNavigate } from '@tanstack/react-router';
import { FieldForm } from '../../kit/field-form';
import { received as words } from '../../messages/received';
import { Dialog } from '../../ui/dialog';
import { emails } from '../emails/changes';
import type { ReceivedEmail } from './documents';

interface ReplyFormProps {
  readonly to: ReceivedEmail;
  readonly onClose: () => void;
}

/** An answer from the address that the email came to; email clients show it in the thread. */
export default function ReplyForm({ to: email, onClose }: ReplyFormProps) {
  const navigate = useNavigate();
  const { fields } = words.replying;
  const initial = {
    from: email.received_for[0] ?? '',
    to: email.reply_to.length > 0 ? email.reply_to.join(', ') : email.from,
    subject: /^re:/i.test(email.subject) ? email.subject : `Re: ${email.subject}`,
    text: '',
  };
  return (
    <Dialog opened onClose={onClose} title={words.reply}>
      <FieldForm
        initial={initial}
        fields={[
          { name: 'from', label: fields.from, isVerbatim: true },
          { name: 'to', label: fields.to, isVerbatim: true },
          { name: 'subject', label: fields.subject },
          { name: 'text', label: fields.text, isLong: true },
        ]}
        send={(values) => emails.send({ ...values, to: addressesIn(values.to), headers: threadHeaders(email) })}
        list="GET /dashboard-api/emails"
        said={words.replying.sent}
        submit={words.replying.submit}
        onDone={({ id }) => void navigate({ to: '/emails/$id', params: { id } })}
      />
    </Dialog>
  );
}

/** Between commas, of which a quoted name may have some. */
function addressesIn(written: string): string[] {
  return (written.match(/(?:"[^"]*"|[^,"])+/g) ?? []).map((each) => each.trim()).filter((each) => each !== '');
}

/** More would not fit into one line; the last ones matter. */
const mostReferences = 10;

/** RFC 5322 §3.6.4. */
function threadHeaders({ message_id: id, headers }: ReceivedEmail): Record<string, string> {
  if (id === '') return {};
  const earlier = headers['references']?.match(/<[^<>\s]+>/g) ?? [];
  return { 'In-Reply-To': id, References: [...earlier.slice(-mostReferences), id].join(' ') };
}
