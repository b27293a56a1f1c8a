import type { Email } from '../../api/documents';
import { CopyButton } from '../../ui/copy-button';
import { Fact, Facts } from '../../ui/facts';
import { Moment } from '../../ui/time';

/** Who to whom, when, and under which names the mail is known. */
export function EmailSummary({ email }: { readonly email: Email }) {
  return (
    <Facts>
      <Fact name="From">{email.from}</Fact>
      <Addresses name="To" of={email.to} />
      <Addresses name="Cc" of={email.cc} />
      <Addresses name="Bcc" of={email.bcc} />
      <Addresses name="Reply to" of={email.reply_to} />
      <Fact name="Accepted">
        <Moment at={email.created_at} />
      </Fact>
      {email.scheduled_at !== null && (
        <Fact name="Scheduled">
          <Moment at={email.scheduled_at} />
        </Fact>
      )}
      {email.tags !== null && email.tags.length > 0 && (
        <Fact name="Tags">{email.tags.map((tag) => `${tag.name}=${tag.value}`).join(', ')}</Fact>
      )}
      <Fact name="Id">
        <code>{email.id}</code> <CopyButton text={email.id} label="Copy id" />
      </Fact>
      <Fact name="Message-ID">
        <code>{email.message_id}</code>
      </Fact>
    </Facts>
  );
}

function Addresses({ name, of: addresses }: { readonly name: string; readonly of: readonly string[] | null }) {
  if (addresses === null || addresses.length === 0) return null;
  return <Fact name={name}>{addresses.join(', ')}</Fact>;
}
