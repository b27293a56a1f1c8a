import type { DomainClaim } from '../../api/documents';
import { useAction } from '../../api/live';
import { CopyButton } from '../../ui/copy-button';
import { ActionProblem } from '../../ui/problem-notice';
import { allDomains, hrefOf } from '../../ui/route';
import { Moment } from '../../ui/time';

/** What proves that the name is this team's, how far that has come, and the way out. */
export function Claim({ claim }: { readonly claim: DomainClaim }) {
  const { name, record, domain_id: domainId, expires_at: expiresAt } = claim;
  const verify = useAction((api) => api.verifyClaim(domainId));
  const cancel = useAction(async (api) => {
    await api.deleteDomain(domainId);
    location.hash = hrefOf(allDomains);
  });
  return (
    <div className="advice">
      <p>{standingOf(claim)}</p>
      <table className="records">
        <thead>
          <tr>
            {['Type', 'Name', 'Value'].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td data-label="Type">{record.type}</td>
            <td data-label="Name">
              <code>{record.name}</code> <CopyButton text={record.name} label="Copy name" />
            </td>
            <td data-label="Value">
              <code>{record.value}</code> <CopyButton text={record.value} label="Copy value" />
            </td>
          </tr>
        </tbody>
      </table>
      <p>
        It is looked for again by itself until <Moment at={expiresAt} />. Then {name} moves here with new keys, and the
        records below are to be published; the other team’s domain is deleted.
      </p>
      <div className="inline-form">
        <button type="button" disabled={verify.running} onClick={verify.start}>
          Look for the proof
        </button>
        <button type="button" className="quiet" disabled={cancel.running} onClick={cancel.start}>
          Cancel this claim
        </button>
        <span role="status">{verify.answer !== null && 'DNS is being asked …'}</span>
      </div>
      <ActionProblem problem={verify.problem ?? cancel.problem} />
    </div>
  );
}

function standingOf({ status, blocked_reason: reason, name }: DomainClaim): string {
  if (status !== 'blocked') {
    return `Another team has ${name}. Publish this record at the name itself: it proves that the name is yours.`;
  }
  return reasons[reason ?? ''] ?? 'The proof is there, and the name does not move yet.';
}

const reasons: Readonly<Record<string, string>> = {
  grace_period: 'The proof is there. The other team took the name a short while ago, and keeps it for that long.',
  pending_scheduled_emails: 'The proof is there. Scheduled mail of the other team has to leave, or be canceled, first.',
  recent_owner_activity:
    'The proof is there. The other team sent mail from the name a short while ago; the name moves once it rests.',
};
