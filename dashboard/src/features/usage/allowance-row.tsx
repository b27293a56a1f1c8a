import { useId } from 'react';
import { Moment } from '../../ui/time';

interface Props {
  readonly name: string;
  readonly used: number;
  /** `null`: none. */
  readonly limit: number | null;
  readonly resetsAt?: string;
  readonly note?: string;
}

/** How much of something is used, in words and as a bar where there is a limit. */
export function AllowanceRow({ name, used, limit, resetsAt, note }: Props) {
  const id = useId();
  const full = limit !== null && used >= limit;
  const nearly = limit !== null && used >= limit * nearlyFull;
  return (
    <li className="allowance">
      <div className="timeline-line">
        <strong id={id}>{name}</strong>
        <span className="number">
          {number.format(used)} {limit === null ? 'used, no limit' : `of ${number.format(limit)}`}
        </span>
      </div>
      {limit !== null && (
        <meter aria-labelledby={id} min={0} max={Math.max(limit, 1)} value={Math.min(used, limit)}>
          {used} of {limit}
        </meter>
      )}
      <div className="faint">
        {full && <strong className="bad">Used up. </strong>}
        {nearly && !full && <strong className="warn">Nearly used up. </strong>}
        {resetsAt !== undefined && (
          <>
            Starts again at <Moment at={resetsAt} />.{' '}
          </>
        )}
        {note}
      </div>
    </li>
  );
}

const nearlyFull = 0.9;
const number = new Intl.NumberFormat();
