/** The list of the settings. */
export const settings = {
  settings: {
    title: 'Settings',
    yours: 'You',
    teams: 'Team',
    server: 'Server',
    profile: 'Profile',
    security: 'Sign-in and security',
    sessions: 'Sessions',
    people: 'Team and members',
    policy: 'Security policy',
    smtp: 'SMTP',
    retention: 'Retention',
  },
} as const;
