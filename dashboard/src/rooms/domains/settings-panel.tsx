import '@mantine/core/styles/DataList.css';
import { Code, DataList, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { domainParts as parts } from '../../messages/domain-parts';
import { Panel } from '../../ui/panel';
import { say, sayProblem } from '../../ui/toast';
import { domainChanges } from './changes';
import type { DomainFindings, Tls } from './documents';
import { findingsQuery } from './queries';

interface SettingsPanelProps {
  readonly findings: DomainFindings;
  readonly mayChange: boolean;
}

/**
 * What the domain is for, and how its mail is sent. What the server does not do yet is shown where it was asked for,
 * and not offered.
 */
export function SettingsPanel({ findings, mayChange }: SettingsPanelProps) {
  const { domain, tls, custom_return_path: returnPath } = findings;
  const { receiving } = domain.capabilities;
  const facts: (readonly [string, React.ReactNode])[] = [
    [parts.sending, sendingOf(findings)],
    [parts.bounces, <Code key="bounces" style={{ overflowWrap: 'anywhere' }}>{`${returnPath}.${domain.name}`}</Code>],
    ...(mayChange ? [] : [[parts.tls, parts.tlsChoices[tls] ?? tls] as const]),
    ...(receiving === 'enabled' ? [[parts.receiving, parts.askedFor] as const] : []),
  ];
  return (
    <Panel title={parts.settings}>
      <DataList orientation="vertical">
        {facts.map(([name, value]) => (
          <DataList.Item key={name}>
            <DataList.ItemLabel>{name}</DataList.ItemLabel>
            <DataList.ItemValue>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
      {mayChange && <TlsChoice id={domain.id} tls={tls} />}
    </Panel>
  );
}

/** Switched on is not the same as allowed. */
function sendingOf({ domain, may_send: maySend, claim, origin }: DomainFindings): string {
  if (domain.capabilities.sending !== 'enabled') return parts.off;
  if (maySend || origin === 'sandbox') return parts.on;
  return claim === null ? parts.refused : parts.unclaimed;
}

function TlsChoice({ id, tls }: { readonly id: string; readonly tls: Tls }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (wanted: Tls) => domainChanges.changeTls(id, wanted),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: findingsQuery(id).queryKey });
      say(parts.tlsChanged);
    },
    onError: sayProblem,
  });
  return (
    <NativeSelect
      label={parts.tls}
      maw={480}
      value={change.isPending ? change.variables : tls}
      disabled={change.isPending}
      data={(['opportunistic', 'enforced'] as const).map((value) => ({ value, label: parts.tlsChoices[value] }))}
      onChange={({ currentTarget }) => change.mutate(currentTarget.value === 'enforced' ? 'enforced' : 'opportunistic')}
    />
  );
}
