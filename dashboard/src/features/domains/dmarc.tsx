import { useLive } from '../../api/live';
import { CopyButton } from '../../ui/copy-button';
import { Loading, ProblemNotice } from '../../ui/problem-notice';
import { Found } from './record-table';

interface Props {
  readonly id: string;
  /** Another time asks anew: the server asks DNS each time, so the page does not do so on end. */
  readonly checkedAt: string | null;
}

/** Which policy holds for the domain, what it does, and what to publish where there is none. */
export function Dmarc({ id, checkedAt }: Props) {
  const dmarc = useLive(`dmarc ${id} at ${checkedAt}`, (api, signal) => api.domainDmarc(id, signal), {
    settled: () => true,
    keeps: true,
  });
  if (dmarc.value === null) {
    return dmarc.problem === null ? <Loading what="the DMARC record" /> : <ProblemNotice problem={dmarc.problem} />;
  }
  const { finding, found_at: foundAt, found, advice, suggested } = dmarc.value;
  return (
    <div className="advice">
      {foundAt !== null && (
        <p>
          At <code>{foundAt}</code>: <Found finding={finding} values={found} />
        </p>
      )}
      {advice.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {finding === 'missing' && (
        <p>
          <CopyButton text={suggested.name} label="Copy DMARC name" />{' '}
          <CopyButton text={suggested.value} label="Copy DMARC value" />
        </p>
      )}
    </div>
  );
}
