import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DetailPage } from '../../kit/detail-page';
import { DetailTabs } from '../../kit/detail-tabs';
import { LastChange } from '../../kit/last-change';
import { broadcastMessages as words } from '../../messages/broadcasts';
import { Because, Callout } from '../../kit/callout';
import { broadcastAgainWords } from '../../messages/broadcast-again';
import { RoomLink } from '../../ui/room-link';
import { BroadcastActions } from './broadcast-actions';
import { BroadcastCallout } from './broadcast-callout';
import { BroadcastStatus } from './broadcast-status';
import type { TabName } from './parameters';
import { type Broadcast, broadcastQuery } from './queries';
import { isAhead, wasSent } from './standing';

const ContentTab = lazy(() => import('./content-tab'));
const AbTestCallout = lazy(() => import('./ab-test-callout'));
const AbTestTab = lazy(() => import('./ab-test-tab'));
const SettingsTab = lazy(() => import('./settings-tab'));
const SendingTab = lazy(() => import('./sending-tab'));
const ResultsTab = lazy(() => import('./results-tab'));
const ProofTab = lazy(() => import('./proof-tab'));
const route = getRouteApi('/inside/broadcasts/$id');

const ofDraft: readonly TabName[] = ['content', 'settings', 'ab-test', 'sending'];
const ofSending: readonly TabName[] = ['results', 'proof', 'content', 'settings', 'ab-test', 'sending'];
const ofSent: readonly TabName[] = ['results', 'proof', 'content', 'settings', 'ab-test'];

/** One broadcast: what it says and who gets it, and once it is sent what became of it. */
export function BroadcastRoom() {
  const { id } = route.useParams();
  const { tab, at } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (next: TabName): void => void navigate({ search: { tab: next }, replace: true, resetScroll: false });
  return (
    <DetailPage
      id={id}
      query={useQuery(broadcastQuery(id))}
      list={{ to: '/broadcasts', label: words.all, reads: 'GET /dashboard-api/broadcasts' }}
      name={words.broadcast}
      title={({ name }) => name}
      status={(broadcast) => <BroadcastStatus of={broadcast} />}
      actions={(broadcast) => <BroadcastActions broadcast={broadcast} />}
      callout={(broadcast) => (
        <>
          {broadcast.excluding !== null && <ExcludingNote of={broadcast.excluding} />}
          <BroadcastCallout broadcast={broadcast} />
          {broadcast.status === 'queued' && (
            <Suspense>
              <AbTestCallout broadcast={broadcast} />
            </Suspense>
          )}
        </>
      )}
    >
      {(broadcast) => (
        <>
          <LastChange of={broadcast.id} />
          <Tabs broadcast={broadcast} tab={tab} at={at} onOpen={open} />
        </>
      )}
    </DetailPage>
  );
}

interface TabsProps {
  readonly broadcast: Broadcast;
  readonly tab: TabName | undefined;
  readonly at: string | undefined;
  readonly onOpen: (tab: TabName) => void;
}

function Tabs({ broadcast, tab, at, onOpen }: TabsProps) {
  const names = wasSent(broadcast) ? (isAhead(broadcast) ? ofSending : ofSent) : ofDraft;
  const [first = 'content'] = names;
  const open = names.find((name) => name === tab) ?? first;
  // Asked for once: the next look at the tab is none at it.
  const shown = { at, onShown: () => onOpen(open) };
  return (
    <DetailTabs label={words.parts} names={names} words={words.tabs} open={open} onOpen={onOpen}>
      {open === 'content' && <ContentTab broadcast={broadcast} {...shown} />}
      {open === 'settings' && <SettingsTab broadcast={broadcast} {...shown} />}
      {open === 'ab-test' && <AbTestTab broadcast={broadcast} />}
      {open === 'sending' && <SendingTab broadcast={broadcast} />}
      {open === 'results' && <ResultsTab broadcast={broadcast} />}
      {open === 'proof' && <ProofTab broadcast={broadcast} />}
    </DetailTabs>
  );
}

/** Whom one that is sent again leaves out, with a link to the one before. */
function ExcludingNote({ of: { broadcast_id: id, kind } }: { readonly of: NonNullable<Broadcast['excluding']> }) {
  const { data } = useQuery(broadcastQuery(id));
  return (
    <Callout
      tone="calm"
      title={
        <>
          {broadcastAgainWords.leavesOut[kind]}{' '}
          <RoomLink to={`/broadcasts/${id}`} isInText>
            {data?.name ?? broadcastAgainWords.earlier}
          </RoomLink>
        </>
      }
    >
      <Because>{broadcastAgainWords.hints[kind]}</Because>
    </Callout>
  );
}
