import { Pick } from '../../ui/pick';
import { hrefOf } from '../../ui/route';
import { statusWord } from '../../ui/status';

const options = [
  'scheduled',
  'queued',
  'canceled',
  'sent',
  'delivery_delayed',
  'delivered',
  'bounced',
  'failed',
  'suppressed',
  'complained',
].map((value) => ({ value, label: statusWord(value) }));

export function StatusFilter({ lastEvent }: { readonly lastEvent: string | null }) {
  const go = (picked: string | null): void => {
    location.hash = hrefOf({ name: 'emails', after: null, lastEvent: picked });
  };
  return (
    <div className="filters" role="group" aria-label="Filters">
      <Pick label="Status" any="Any" value={lastEvent} options={options} onPick={go} />
    </div>
  );
}
