import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { DetailPage } from '../../../kit/detail-page';
import { Because, Callout } from '../../../kit/callout';
import { sendingHealth as words } from '../../../messages/sending-health';
import { Panel } from '../../../ui/panel';
import { RoomLink } from '../../../ui/room-link';
import { FindingList, type ListedFinding, PassedFindings } from '../../../kit/finding-list';
import { FindingPlace } from '../../../kit/finding-place';
import type { SendingHealth } from '../documents';
import { healthQuery } from '../queries';
import { FiguresPanel, UnverifiedPanel, WeeksPanel } from './figures';
import { percentOf } from './amounts';

type Requirement = SendingHealth['requirements'][number];

/** What large receivers require, with what was seen; what is met is folded away. */
function Requirements({ of: requirements }: { readonly of: readonly Requirement[] }) {
  const open = requirements.filter(({ group }) => group !== 'passed');
  const met = requirements.filter(({ group }) => group === 'passed');
  return (
    <>
      <Panel title={words.requirements} intro={words.requirementsIntro}>
        {open.length === 0 ? (
          <Text size="sm">{words.allMet}</Text>
        ) : (
          <FindingList label={words.requirementsList} findings={open.map(listed)} />
        )}
      </Panel>
      <PassedFindings label={words.passedList} findings={met.map(listed)} />
    </>
  );
}

const listed = ({ group, title, receivers, seen, why, source, remedy, fix }: Requirement): ListedFinding => ({
  name: words.named(title, receivers),
  severity: group,
  seen,
  why: { text: why, source },
  fix: remedy,
  place: fix === null ? null : <FindingPlace of={fix} />,
});

const route = getRouteApi('/inside/domains/$id/health');

/** How receivers take what a domain sends, against the weeks before, and what they require. */
export function HealthRoom() {
  const { id } = route.useParams();
  return (
    <DetailPage
      id={id}
      query={useQuery(healthQuery(id))}
      list={{ to: `/domains/${id}`, label: words.back, reads: 'GET /dashboard-api/domains' }}
      name={words.title}
      title={() => words.title}
    >
      {(health) => <Health of={health} />}
    </DetailPage>
  );
}

function Health({ of: health }: { readonly of: SendingHealth }) {
  const isQuiet = health.windows.every(({ groups }) => groups.length === 0);
  return (
    <>
      {health.falls.map((fall) => (
        <Fall key={`${fall.group} ${fall.measure}`} of={fall} domainId={health.domain_id} />
      ))}
      {isQuiet ? (
        <Panel title={words.latest}>
          <Text size="sm">{words.quiet}</Text>
        </Panel>
      ) : (
        <>
          <FiguresPanel windows={health.windows} />
          <WeeksPanel windows={health.windows} />
          {health.unverified.length > 0 && <UnverifiedPanel emails={health.unverified} />}
        </>
      )}
      {!health.complete && <Text size="sm">{words.incomplete}</Text>}
      {health.requirements.length > 0 && <Requirements of={health.requirements} />}
    </>
  );
}

interface FallProps {
  readonly of: SendingHealth['falls'][number];
  readonly domainId: string;
}

function Fall({ of: { group, measure, now, before }, domainId }: FallProps) {
  const said = ({ count, of }: typeof now): string => words.share(percentOf(count, of), of);
  return (
    <Callout
      tone="bad"
      title={words.falls[measure](words.groups[group])}
      actions={
        measure === 'delivered' && (
          <RoomLink isButton to={`/emails?status=bounced&domain=${domainId}`}>
            {words.replies}
          </RoomLink>
        )
      }
    >
      <Because>{words.fallOf[measure](said(now), said(before))}</Because>
      <Because>{words.fallHint}</Because>
    </Callout>
  );
}
