import { IconAdjustments, IconHistory, IconKey } from '@tabler/icons-react';
import { type Feature, useServed } from '../api/served';
import { type Right, useRights } from '../api/session';
import { messages } from '../messages';

interface Place {
  readonly to: '/api-keys' | '/access-audit' | '/settings';
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
  { to: '/api-keys', title: messages.keys.title, icon: IconKey, keys: 'g k' },
  {
    to: '/access-audit',
    title: messages.audit.title,
    icon: IconHistory,
    keys: 'g a',
    feature: 'access_audit',
    right: 'readAccessAudit',
  },
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
  readonly to: `/settings/${'profile' | 'security' | 'sessions' | 'people' | 'policy' | 'smtp' | 'retention'}`;
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
