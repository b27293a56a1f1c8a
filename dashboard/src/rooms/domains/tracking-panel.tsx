import { Text } from '@mantine/core';
import { ApiProblem } from '../../api/problem';
import { Because, Callout } from '../../kit/callout';
import { FormPage } from '../../kit/form-page';
import { trackingWords as words } from '../../messages/tracking';
import { Panel } from '../../ui/panel';
import { domainChanges, type TrackingChange } from './changes';
import type { DomainFindings } from './documents';

interface TrackingPanelProps {
  readonly findings: DomainFindings;
  readonly mayChange: boolean;
}

/** What of the domain's email is tracked, through which host, and what is missing where nothing is. */
export function TrackingPanel({ findings, mayChange }: TrackingPanelProps) {
  const { domain } = findings;
  const saved: Values = {
    open_tracking: domain.open_tracking,
    click_tracking: domain.click_tracking,
    tracking_subdomain: domain.tracking_subdomain ?? '',
  };
  const standing = <Standing findings={findings} />;
  if (!mayChange) {
    return (
      <Panel title={words.title} intro={words.intro}>
        {standing}
        {!saved.open_tracking && !saved.click_tracking && <Text size="sm">{words.off}</Text>}
      </Panel>
    );
  }
  return (
    <FormPage
      saved={saved}
      sections={({ tracking_subdomain: typed }) => [
        {
          title: words.title,
          intro: words.intro,
          lead: standing,
          fields: [
            { name: 'open_tracking', isSwitch: true, label: words.opens, hint: words.opensHint },
            { name: 'click_tracking', isSwitch: true, label: words.clicks, hint: words.clicksHint },
            {
              name: 'tracking_subdomain',
              label: words.subdomain,
              hint: words.subdomainHint(`${typed.trim() === '' ? words.example : typed.trim()}.${domain.name}`),
              placeholder: words.example,
              maxLength: 63,
              isOptional: true,
              isVerbatim: true,
            },
          ],
        },
      ]}
      send={async (values) => domainChanges.changeTracking(domain.id, changeOf(saved, values))}
      list="GET /dashboard-api/domains"
      said={words.saved}
    />
  );
}

interface Values {
  readonly open_tracking: boolean;
  readonly click_tracking: boolean;
  /** Empty: there is none. */
  readonly tracking_subdomain: string;
}

function Standing({ findings }: { readonly findings: DomainFindings }) {
  const state = trackingStateOf(findings);
  switch (state.kind) {
    case 'off':
      return null;
    case 'no-subdomain':
      return (
        <Callout tone="warn" title={words.noSubdomain}>
          <Because>{words.noSubdomainHint}</Because>
        </Callout>
      );
    case 'not-verified':
      return (
        <Callout tone="warn" title={words.notVerified(state.host)}>
          <Because>{words.notVerifiedHint(state.host)}</Because>
        </Callout>
      );
    case 'tracking': {
      const { open_tracking: opens, click_tracking: clicks } = findings.domain;
      return (
        <Callout tone="good" title={words.tracking[opens && clicks ? 'both' : opens ? 'opens' : 'clicks']}>
          <Because>{words.trackingHint(state.host)}</Because>
        </Callout>
      );
    }
  }
}

/** Only what differs is sent. Throws an `ApiProblem` where the subdomain is missing, or would be removed. */
function changeOf(saved: Values, values: Values): TrackingChange {
  const subdomain = values.tracking_subdomain.trim().toLowerCase();
  if (subdomain === '' && saved.tracking_subdomain !== '') {
    throw new ApiProblem('refused', words.subdomainStays, 'tracking_subdomain');
  }
  if (subdomain === '' && (values.open_tracking || values.click_tracking)) {
    throw new ApiProblem('refused', words.subdomainNeeded, 'tracking_subdomain');
  }
  return {
    ...(values.open_tracking === saved.open_tracking ? {} : { open_tracking: values.open_tracking }),
    ...(values.click_tracking === saved.click_tracking ? {} : { click_tracking: values.click_tracking }),
    ...(subdomain === saved.tracking_subdomain ? {} : { tracking_subdomain: subdomain }),
  };
}

/** What keeps a domain from tracking what it is asked to, or that it tracks. */
type TrackingState =
  | { readonly kind: 'off' | 'no-subdomain' }
  | { readonly kind: 'not-verified' | 'tracking'; readonly host: string };

/** Nothing is tracked before DNS shows the host; the operator's word for a domain covers it too. */
function trackingStateOf({ domain, origin }: Pick<DomainFindings, 'domain' | 'origin'>): TrackingState {
  const { name, open_tracking: opens, click_tracking: clicks, tracking_subdomain: subdomain, records } = domain;
  if (!opens && !clicks) return { kind: 'off' };
  if (subdomain === undefined) return { kind: 'no-subdomain' };
  const isShown = records.some(({ record, status }) => record === 'Tracking' && status === 'verified');
  const isTracking = origin === 'preverified' || isShown;
  return { kind: isTracking ? 'tracking' : 'not-verified', host: `${subdomain}.${name}` };
}
