// Which files run when; CONTRIBUTING.md says what belongs where. Names are below test/, without `.spec.ts`.

/**
 * On Node alone, left by `npm test` to `.ci/run`: the contracts of the shared engines' adapters, and of what a whole server does all
 * but one file for each capability.
 */
export const rest = [
  'contracts/eventstoredb-.*',
  'e2e/catcher/.*',
  'e2e/cli/(backup-details|erase-person|migrate|restore-details|rotate-master|templates-details|verify-seals)',
  'e2e/delivery/(lifecycle|relay|relay-trouble|roles|scheduling)',
  'e2e/domains/(claims|fresh-answers|schedule|tracking)',
  'e2e/limits/.*',
  'e2e/mx/(private-hosts|receiver-limits|silence|starvation|tls)',
  'e2e/people/(access-audit|erasures|live|passkeys|providers|second-factor)',
  'e2e/retention/.*',
  'e2e/smtp-in/(clients|documented-programs|many-recipients|server|seven-bits)',
  'e2e/smtp-out/(connections|session|conversation|outcomes)',
  'e2e/webhooks/.*',
];

/** They wait, or carry 40 MB, for a minute each: `npm run test:long`. */
export const long = ['contracts/eventstoredb-silence', 'e2e/domains/schedule', 'e2e/smtp-in/seven-bits'];

/** They wait for terms of leases and for engines that say nothing, or rotate keys under load: `npm run test:long`. */
export const longEngines = [
  'engines/distributed/(frozen|start|swallowed|webhooks|workers)',
  'engines/eventstoredb-hangs',
  'engines/redis-(queue-outages|swallowed)',
  'engines/domains',
];

/** What a path ends with. */
export const patternsOf = (names) => names.map((name) => `/test/${name}\\.spec\\.ts$`);
