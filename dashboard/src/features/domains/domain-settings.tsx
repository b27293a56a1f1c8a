import { type SubmitEvent, useId, useState } from 'react';
import type { DomainChanges, DomainFindings } from '../../api/documents';
import { useAction } from '../../api/live';
import { Fact, Facts } from '../../ui/facts';
import { ActionProblem } from '../../ui/problem-notice';

interface Props {
  readonly findings: DomainFindings;
  readonly onChanged: () => void;
}

/** What the domain is for, and how its mail is sent. */
export function DomainSettings({ findings, onChanged }: Props) {
  const { domain, tls, custom_return_path: returnPath, origin } = findings;
  const { sending, receiving } = domain.capabilities;
  return (
    <>
      <Facts>
        <Fact name="Sending">{sending}</Fact>
        <Fact name="Receiving">{receiving}</Fact>
        <Fact name="TLS">{tlsWords[tls] ?? tls}</Fact>
        <Fact name="Bounces">
          come back to <code>{`${returnPath}.${domain.name}`}</code>
        </Fact>
        <Fact name="Opens">{domain.open_tracking ? 'tracked' : 'not tracked'}</Fact>
        <Fact name="Clicks">{domain.click_tracking ? 'tracked' : 'not tracked'}</Fact>
        {domain.tracking_subdomain !== undefined && (
          <Fact name="Links">
            lead through <code>{`${domain.tracking_subdomain}.${domain.name}`}</code>
          </Fact>
        )}
      </Facts>
      {origin !== 'sandbox' && (
        <details className="change">
          <summary>Change settings</summary>
          <ChangeSettings findings={findings} onChanged={onChanged} />
        </details>
      )}
    </>
  );
}

const tlsWords: Readonly<Record<string, string>> = {
  opportunistic: 'opportunistic: used where the other side offers it',
  enforced: 'enforced: mail is not sent to a server without it',
};

function ChangeSettings({ findings: { domain, tls }, onChanged }: Props) {
  const [draft, setDraft] = useState<DomainChanges>({});
  const id = useId();
  const save = useAction(async (api) => {
    await api.changeDomain(domain.id, draft);
    setDraft({});
    onChanged();
    return true;
  });
  const change = (part: DomainChanges): void => setDraft((before) => ({ ...before, ...part }));
  const capabilities = draft.capabilities ?? domain.capabilities;
  const able = (name: 'sending' | 'receiving', on: boolean): void =>
    change({ capabilities: { ...capabilities, [name]: on ? 'enabled' : 'disabled' } });

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    save.start();
  };
  return (
    <form className="fields" onSubmit={submit}>
      <Switch label="Sending" on={capabilities.sending === 'enabled'} onSwitch={(on) => able('sending', on)} />
      <Switch label="Receiving" on={capabilities.receiving === 'enabled'} onSwitch={(on) => able('receiving', on)} />
      <Switch
        label="Track opens"
        on={draft.open_tracking ?? domain.open_tracking}
        onSwitch={(on) => change({ open_tracking: on })}
      />
      <Switch
        label="Track clicks"
        on={draft.click_tracking ?? domain.click_tracking}
        onSwitch={(on) => change({ click_tracking: on })}
      />
      <p>
        <label htmlFor={`${id}-tls`}>TLS</label>
        <select
          id={`${id}-tls`}
          value={draft.tls ?? tls}
          onChange={(event) => change({ tls: event.target.value === 'enforced' ? 'enforced' : 'opportunistic' })}
        >
          <option>opportunistic</option>
          <option>enforced</option>
        </select>
      </p>
      <p>
        <label htmlFor={`${id}-links`}>Tracking subdomain</label>
        <input
          id={`${id}-links`}
          value={draft.tracking_subdomain ?? domain.tracking_subdomain ?? ''}
          onChange={(event) => change({ tracking_subdomain: event.target.value })}
          maxLength={120}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="links"
          aria-describedby={`${id}-links-note`}
        />
        <span id={`${id}-links-note`} className="faint">
          Tracked links lead through it. It cannot be removed again.
        </span>
      </p>
      <button type="submit" disabled={save.running || Object.keys(draft).length === 0}>
        {save.running ? 'Saving …' : 'Save settings'}
      </button>
      <div aria-live="polite">{save.answer === true && <p className="faint">Saved.</p>}</div>
      <ActionProblem problem={save.problem} />
    </form>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
}

function Switch({ label, on, onSwitch }: SwitchProps) {
  return (
    <label className="switch">
      <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.target.checked)} />
      {label}
    </label>
  );
}
