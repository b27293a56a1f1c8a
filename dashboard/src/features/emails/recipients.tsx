import type { Recipient } from '../../api/documents';
import { Status } from '../../ui/status';
import { Ago } from '../../ui/time';
import { OnTheList } from '../suppressions/on-the-list';
import { ReplyLine } from './reply-line';

/** Each recipient's own status, and the last reply of its server. */
export function Recipients({ recipients }: { readonly recipients: readonly Recipient[] }) {
  return (
    <ul className="rows recipients">
      {recipients.map((recipient) => (
        <li key={`${recipient.role} ${recipient.address}`}>
          <Status of={recipient.status} />
          <span className="recipient-address">
            {recipient.address} <span className="faint">{recipient.role}</span>
          </span>
          <span className="row-time">{recipient.at !== null && <Ago at={recipient.at} />}</span>
          {recipient.status === 'suppressed' && <OnTheList address={recipient.address} />}
          {recipient.reply !== null && <ReplyLine reply={recipient.reply} />}
        </li>
      ))}
    </ul>
  );
}
