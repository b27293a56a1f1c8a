import {
  IconAdjustments,
  IconChartBar,
  IconGauge,
  IconHeartbeat,
  IconHistory,
  IconKey,
  IconListDetails,
  IconMail,
  IconMailOff,
  IconStack2,
  IconWebhook,
  IconWorld,
} from '@tabler/icons-react';
import { type Feature, useServed } from '../api/served';
import { type Right, useRights } from '../api/session';
import { messages } from '../messages';

export interface Place {
  readonly to:
    | '/emails'
    | '/metrics'
    | '/domains'
    | '/suppressions'
    | '/webhooks'
    | '/logs'
    | '/queue'
    | '/usage'
    | '/api-keys'
    | '/access-audit'
    | '/health'
    | '/settings';
  readonly title: string;
  readonly icon: typeof IconKey;
  /** Pressed one after the other. */
  readonly keys: string;
  /** Only where the server has it. */
  readonly feature?: Feature;
  /** Only to people with this right. */
  readonly right?: Right;
}

/** What the sidebar, the palette and the shortcuts lead to. A further room is a line here and a route. */
const places: readonly Place[] = [
  { to: '/emails', title: messages.places.emails, icon: IconMail, keys: 'g e' },
  { to: '/metrics', title: messages.places.metrics, icon: IconChartBar, keys: 'g m' },
  { to: '/domains', title: messages.places.domains, icon: IconWorld, keys: 'g d' },
  { to: '/suppressions', title: messages.places.suppressions, icon: IconMailOff, keys: 'g u' },
  { to: '/webhooks', title: messages.places.webhooks, icon: IconWebhook, keys: 'g w' },
  { to: '/logs', title: messages.places.logs, icon: IconListDetails, keys: 'g l' },
  { to: '/queue', title: messages.places.queue, icon: IconStack2, keys: 'g q' },
  { to: '/usage', title: messages.places.usage, icon: IconGauge, keys: 'g y' },
  { to: '/api-keys', title: messages.keys.title, icon: IconKey, keys: 'g k' },
  {
    to: '/access-audit',
    title: messages.audit.title,
    icon: IconHistory,
    keys: 'g a',
    feature: 'access_audit',
    right: 'readAccessAudit',
  },
  { to: '/health', title: messages.places.health, icon: IconHeartbeat, keys: 'g h', feature: 'server' },
  { to: '/settings', title: messages.settings.title, icon: IconAdjustments, keys: 'g s' },
];

/** Those that this server has, and this person may see. */
export function usePlaces(): readonly Place[] {
  const isServed = useServed();
  const may = useRights();
  return places.filter(({ feature, right }) => isServed(feature) && (right === undefined || may(right)));
}

const { settings } = messages;

interface SettingsPlace {
  readonly to: `/settings/${'profile' | 'security' | 'sessions' | 'people' | 'policy' | 'exports' | 'erasures' | 'smtp' | 'retention'}`;
  readonly title: string;
  readonly feature?: Feature;
}

export const settingsPlaces: readonly { readonly title: string; readonly places: readonly SettingsPlace[] }[] = [
  {
    title: settings.yours,
    places: [
      { to: '/settings/profile', title: settings.profile },
      { to: '/settings/security', title: settings.security },
      { to: '/settings/sessions', title: settings.sessions },
    ],
  },
  {
    title: settings.teams,
    places: [
      { to: '/settings/people', title: settings.people },
      { to: '/settings/policy', title: settings.policy, feature: 'authenticator' },
      { to: '/settings/exports', title: messages.places.exports },
      { to: '/settings/erasures', title: messages.places.erasures, feature: 'server' },
    ],
  },
  {
    title: settings.server,
    places: [
      { to: '/settings/smtp', title: settings.smtp },
      { to: '/settings/retention', title: settings.retention },
    ],
  },
];
