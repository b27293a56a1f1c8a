import { IconAdjustments, IconHistory, IconKey, IconMailOff, IconWorld } from '@tabler/icons-react';
import type { Feature } from '../api/served';
import { messages } from '../messages';

interface Place {
  readonly to: '/domains' | '/suppressions' | '/api-keys' | '/access-audit' | '/settings';
  readonly title: string;
  readonly icon: typeof IconKey;
  /** Pressed one after the other. */
  readonly keys: string;
  /** Only where the server has it. */
  readonly feature?: Feature;
}

/** What the sidebar, the palette and the shortcuts lead to. A further room is a line here and a route. */
export const places: readonly Place[] = [
  { to: '/domains', title: messages.places.domains, icon: IconWorld, keys: 'g d' },
  { to: '/suppressions', title: messages.places.suppressions, icon: IconMailOff, keys: 'g u' },
  { to: '/api-keys', title: messages.keys.title, icon: IconKey, keys: 'g k' },
  { to: '/access-audit', title: messages.audit.title, icon: IconHistory, keys: 'g a', feature: 'access_audit' },
  { to: '/settings', title: messages.settings.title, icon: IconAdjustments, keys: 'g s' },
];

const { settings } = messages;

interface SettingsPlace {
  readonly to: `/settings/${'profile' | 'security' | 'sessions' | 'people' | 'policy' | 'erasures' | 'smtp' | 'retention'}`;
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
      { to: '/settings/erasures', title: messages.places.erasures },
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
