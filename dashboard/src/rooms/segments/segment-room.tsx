import { IconPencil, IconSpeakerphone, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/client';
import type { Answer } from '../../api/operations';
import { read } from '../../api/reading';
import { useMay } from '../../api/session';
import { DetailActions } from '../../kit/detail-actions';
import { DetailFacts } from '../../kit/detail-facts';
import { DetailPage } from '../../kit/detail-page';
import { LastChange } from '../../kit/last-change';
import { useRemoval } from '../../kit/use-removal';
import { segmentMessages as words } from '../../messages/segments';
import { Dialog } from '../../ui/dialog';
import { Outline } from '../../ui/loaded';
import { Moment } from '../../ui/time';
import { Members } from '../contacts/members';

/** With what makes a table: the room is there before it. */
const ContactsPanel = lazy(() => import('./contacts-panel'));
const FilterPanel = lazy(() => import('./filter-panel'));
const RenameForm = lazy(async () => ({ default: (await import('./rename-form')).RenameForm }));
const route = getRouteApi('/inside/segments/$id');
type Segment = Answer<'GET /dashboard-api/segments/{id}'>;

/** One segment: what it is, the conditions of its filter, and who is in it. */
export function SegmentRoom() {
  const { id } = route.useParams();
  return (
    <DetailPage
      id={id}
      query={useQuery(read('GET /dashboard-api/segments/{id}', { path: { id } }))}
      list={{ to: '/segments', label: words.all, reads: 'GET /dashboard-api/segments' }}
      name={words.title}
      title={({ name }) => name}
      actions={(segment) => <Actions segment={segment} />}
    >
      {(segment) => (
        <>
          <LastChange of={id} />
          <DetailFacts
            of={[
              [words.contacts, <Members key="members" of={id} />],
              [words.kind, words.kinds[segment.filtered ? 'filter' : 'added']],
              [words.created, <Moment key="created" at={segment.created_at} precision="minute" />],
            ]}
          />
          {segment.filtered && (
            <Suspense fallback={<Outline />}>
              <FilterPanel key={JSON.stringify(segment.filter)} id={id} filter={segment.filter} />
            </Suspense>
          )}
          <Suspense fallback={<Outline />}>
            <ContactsPanel segmentId={id} isFiltered={segment.filtered} />
          </Suspense>
        </>
      )}
    </DetailPage>
  );
}

function Actions({ segment }: { readonly segment: Segment }) {
  const mayChange = useMay('PATCH /segments/{id}');
  const mayDelete = useMay('DELETE /segments/{id}');
  const mayBroadcast = useMay('POST /broadcasts');
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const begin = useRemoval();
  const close = (): void => setOpen(false);
  const remove = (): void => {
    begin(segment, {
      words: words.removal,
      send: (id, keepalive) => call('DELETE /segments/{id}', { path: { id }, keepalive }),
      list: 'GET /dashboard-api/segments',
    });
    void navigate({ to: '/segments' });
  };
  const broadcast = {
    label: words.createBroadcast,
    Icon: IconSpeakerphone,
    onClick: () => void navigate({ to: '/broadcasts', search: { create: true, segment: segment.id } }),
  };
  return (
    <>
      <DetailActions
        primary={mayBroadcast ? broadcast : undefined}
        more={[
          ...(mayChange ? [{ label: words.rename, Icon: IconPencil, onClick: () => setOpen(true) }] : []),
          ...(mayDelete ? [{ label: words.removal.label, Icon: IconTrash, onClick: remove, isDangerous: true }] : []),
        ]}
      />
      <Dialog opened={isOpen} onClose={close} title={words.edit}>
        <Suspense fallback={<Outline />}>
          <RenameForm segment={segment} onDone={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
