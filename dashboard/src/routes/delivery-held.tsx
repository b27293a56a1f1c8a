import { useLive } from '../api/live';
import { Moment } from '../ui/time';

/** Above every page while nothing is sent because the files were restored. Without an answer it says nothing. */
export function DeliveryHeld() {
  const { value } = useLive('status', (api, signal) => api.status(signal));
  if (value?.delivery.state !== 'held') return null;
  const since = value.delivery.held_since;
  return (
    <div className="banner" role="status">
      <strong>Delivery is held after a restore</strong>
      {since !== null && (
        <>
          {' of '}
          <Moment at={since} />
        </>
      )}
      . Mails are accepted and nothing is sent until <code>posthorn resume</code>.
    </div>
  );
}
