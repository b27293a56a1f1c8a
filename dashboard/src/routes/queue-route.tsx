import { useLive } from '../api/live';
import { QueueList } from '../features/queue/queue-list';
import { PageHeading } from '../ui/page-heading';
import { Loading, ProblemNotice } from '../ui/problem-notice';

export function QueueRoute() {
  const queue = useLive('queue', (api, signal) => api.queue(signal));
  const lines = queue.value?.data ?? [];
  return (
    <>
      <PageHeading title="Queue" />
      <p className="faint intro">
        What waits to be sent, by the domain it goes to. Whoever runs this server pauses, resumes, retries and drops it
        with <code>posthorn queue</code>.
      </p>
      <ProblemNotice problem={queue.problem} />
      {queue.value === null ? (
        queue.problem === null && <Loading what="the queue" />
      ) : lines.length > 0 ? (
        <QueueList lines={lines} />
      ) : (
        <p>Nothing waits.</p>
      )}
      {queue.value?.complete === false && (
        <p className="faint more">More waits than is counted here: these are the mails that are due first.</p>
      )}
    </>
  );
}
