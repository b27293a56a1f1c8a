import config from './jest.config.js';

/** They wait, or carry 40 MB, for a minute each: `npm run test:long`. */
export const long = ['contracts/eventstoredb-silence', 'e2e/domains/schedule', 'e2e/smtp-in/seven-bits'];

const patternOf = (name) => `/test/${name}\\.spec\\.ts$`;

/**
 * Suites on Node alone that `npm test` leaves to `.ci/run`: the contracts of the shared engines' adapters, and of what a whole server
 * does all but one suite for each capability. CONTRIBUTING.md says what belongs where.
 */
export const rest = [
  'contracts/eventstoredb-.*',
  'e2e/catcher/.*',
  'e2e/cli/(erase-person|migrate|rotate-master|verify-seals)',
  'e2e/delivery/(lifecycle|relay|relay-trouble|roles|scheduling)',
  'e2e/domains/(capabilities|claims|claims-blocked|claims-ended|fresh-answers|schedule|tracking)',
  'e2e/limits/.*',
  'e2e/mx/(private-hosts|receiver-limits|silence|starvation|tls)',
  'e2e/people/(access-audit|erasures|live|passkeys|providers|second-factor)',
  'e2e/retention/.*',
  'e2e/smtp-in/(clients|server|seven-bits)',
  'e2e/smtp-out/(connections|session|conversation|outcomes)',
  'e2e/webhooks/.*',
].map(patternOf);

/** Every file but these is ignored, and of these the long ones. */
const others = [`^(?!.*(?:${rest.join('|')}))`, ...long.map(patternOf)];

export default {
  ...config,
  projects: config.projects.map((project) => ({ ...project, testPathIgnorePatterns: others })),
};
