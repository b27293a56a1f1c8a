import { useEffect, useState } from 'react';
import { email as words } from '../../messages/email';
import { momentOf } from '../../ui/clock';
import { Moment, When } from '../../ui/time';

const { due } = words;

/** When the next try is: counted in seconds once it is near, and never as to come when it is past. */
export function Due({ at }: { readonly at: string }) {
  const [now, setNow] = useState(() => Date.now());
  const leftMs = momentOf(at).getTime() - now;
  const isNear = leftMs > 0 && leftMs < 90_000;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), isNear ? 1_000 : 10_000);
    return () => clearInterval(timer);
  }, [isNear]);
  if (leftMs <= 0) return <>{due.now}</>;
  return isNear ? <>{due.inSeconds(Math.ceil(leftMs / 1_000))}</> : <When at={at} />;
}

/** One that was set: to come while it is waited for, and a fact of the past after that. */
export function NextTry({ at, isAwaited }: { readonly at: string; readonly isAwaited: boolean }) {
  return isAwaited ? (
    <>
      {`${due.next} `}
      <Due at={at} />
    </>
  ) : (
    <>
      {`${due.was} `}
      <Moment at={at} />
    </>
  );
}
