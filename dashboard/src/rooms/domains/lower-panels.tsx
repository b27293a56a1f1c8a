import { domainParts as parts } from '../../messages/domain-parts';
import { Copyable } from '../../ui/copy';
import { Panel } from '../../ui/panel';
import { DeletePanel } from './delete-panel';
import { DmarcPanel } from './dmarc-panel';
import type { DomainFindings } from './documents';
import { SettingsPanel } from './settings-panel';
import { TrackingPanel } from './tracking-panel';

interface LowerPanelsProps {
  readonly findings: DomainFindings;
  readonly mayChange: boolean;
}

/** What stands below the records of a domain. */
export default function LowerPanels({ findings, mayChange }: LowerPanelsProps) {
  const { domain, origin, claim, last_checked_at: checkedAt } = findings;
  const isSandbox = origin === 'sandbox';
  const isHeld = claim === null;
  return (
    <>
      {!isSandbox && isHeld && <DmarcPanel id={domain.id} checkedAt={checkedAt} />}
      {!isSandbox && isHeld && <TrackingPanel findings={findings} mayChange={mayChange} />}
      <SettingsPanel findings={findings} mayChange={mayChange && !isSandbox} />
      <Panel title={parts.programs} intro={parts.programsIntro}>
        <Copyable label={parts.id} value={domain.id} />
      </Panel>
      {origin === 'team' && isHeld && mayChange && <DeletePanel id={domain.id} name={domain.name} />}
    </>
  );
}
