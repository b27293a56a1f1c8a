import { useState } from 'react';
import type { DomainFindings } from '../api/documents';
import { useAction, useLive } from '../api/live';
import { Claim } from '../features/domains/claim';
import { DeleteDomain } from '../features/domains/delete-domain';
import { Dmarc } from '../features/domains/dmarc';
import { DomainSettings } from '../features/domains/domain-settings';
import { FormerTrackingTable } from '../features/domains/former-tracking';
import { RecordTable } from '../features/domains/record-table';
import { meaningOf } from '../features/domains/standing';
import { CopyButton } from '../ui/copy-button';
import { Fact, Facts } from '../ui/facts';
import { PageHeading } from '../ui/page-heading';
import { ActionProblem, Loading, ProblemNotice } from '../ui/problem-notice';
import { allDomains, hrefOf } from '../ui/route';
import { Section } from '../ui/section';
import { Status } from '../ui/status';
import { Moment } from '../ui/time';

export function DomainRoute({ id }: { readonly id: string }) {
  const [changes, setChanges] = useState(0);
  const findings = useLive(`domain ${id}`, (api, signal) => api.domainFindings(id, signal), { revision: changes });
  return (
    <>
      <a className="back" href={hrefOf(allDomains)}>
        <span aria-hidden="true">← </span>Domains
      </a>
      <ProblemNotice problem={findings.problem} />
      {findings.value === null && findings.problem === null && <Loading what="this domain" />}
      {findings.value !== null && (
        <DomainDetail findings={findings.value} onChanged={() => setChanges((count) => count + 1)} />
      )}
    </>
  );
}

interface Props {
  readonly findings: DomainFindings;
  /** Something was asked of the server: what is shown is old. */
  readonly onChanged: () => void;
}

function DomainDetail({ findings, onChanged }: Props) {
  const { domain, data, origin, status, claim, former_tracking: former } = findings;
  // The mail of a sandbox never leaves, so its records are never looked for.
  const leaves = origin !== 'sandbox';
  const isHeld = claim === null;
  return (
    <div className="request">
      <div>
        <PageHeading title={domain.name} aside={<Status of={status} />} />
        <p className="meaning">{meaningOf(findings)}</p>
        {leaves && isHeld && <Verify findings={findings} onChanged={onChanged} />}
        <Facts>
          <Fact name="Region">{domain.region}</Fact>
          <Fact name="Created">
            <Moment at={domain.created_at} />
          </Fact>
          <Fact name="Id">
            <code>{domain.id}</code> <CopyButton text={domain.id} label="Copy id" />
          </Fact>
        </Facts>
      </div>
      {claim !== null && (
        <Section title="Claim" note={claim.status}>
          <Claim claim={claim} />
        </Section>
      )}
      <Section title="Records" note={noteOf(leaves, isHeld)}>
        <RecordTable records={domain.records} findings={data} />
      </Section>
      {former.length > 0 && (
        <Section title="Former tracking subdomains" note="inactive">
          <FormerTrackingTable former={former} />
        </Section>
      )}
      {leaves && isHeld && (
        <Section title="DMARC" note="advice: nothing waits for it">
          <Dmarc id={domain.id} checkedAt={findings.last_checked_at} />
        </Section>
      )}
      <Section title="Settings">
        <DomainSettings findings={findings} onChanged={onChanged} />
      </Section>
      {origin === 'team' && isHeld && (
        <Section title="Delete">
          <DeleteDomain id={domain.id} name={domain.name} />
        </Section>
      )}
    </div>
  );
}

function noteOf(leaves: boolean, isHeld: boolean): string {
  if (!leaves) return 'nobody looks for them';
  return isHeld ? 'to publish where the zone is kept' : 'to publish once the name has moved';
}

function Verify({ findings, onChanged }: Props) {
  const { domain, check_awaited: awaited, last_checked_at: checkedAt } = findings;
  const verify = useAction(async (api) => {
    await api.verifyDomain(domain.id);
    onChanged();
  });
  return (
    <>
      <div className="inline-form">
        <button type="button" disabled={verify.running || awaited} onClick={verify.start}>
          Verify
        </button>
        <span role="status">
          {verify.running || awaited ? (
            'DNS is being asked …'
          ) : checkedAt === null ? (
            'DNS was not asked yet.'
          ) : (
            <>
              As DNS showed it <Moment at={checkedAt} />
            </>
          )}
        </span>
      </div>
      <ActionProblem problem={verify.problem} />
    </>
  );
}
