import type { Environment } from './schema.js';

export interface ConfigProblem {
  readonly field: string;
  /** What would have been right. */
  readonly expected: string;
  /** What was there, unless it is a secret. */
  readonly value?: string;
  /** Where it was set. */
  readonly place?: string;
}

/** Former names, refused: a value that is not read would leave what it names unused. */
export const renamed: readonly ConfigProblem[] = [
  {
    field: 'EVENTSTORE_URL',
    expected:
      'no value: it is EVENTSTOREDB_URL now, because EventStoreDB takes every EVENTSTORE_* for an option of its own',
  },
];

/** Fields that are each right and do not go together. */
export function contradictions(environment: Environment, isGiven: (name: string) => boolean): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (environment.RELAY_URL !== undefined && !isGiven('DELIVERY_MODE')) {
    const expected = 'relay, because RELAY_URL is set; capture keeps every email on this machine';
    problems.push({ field: 'DELIVERY_MODE', expected });
  }
  if (environment.DELIVERY_MODE === 'relay' && environment.RELAY_URL === undefined) {
    problems.push({ field: 'RELAY_URL', expected: 'a value, because DELIVERY_MODE is relay' });
  }
  problems.push(...missingEngines(environment));
  const roles = environment.POSTHORN_ROLES;
  const shared = environment.MONGODB_URL !== undefined;
  if (!shared && roles.includes('delivery') && !roles.includes('projections')) {
    problems.push({
      field: 'POSTHORN_ROLES',
      expected:
        'projections beside delivery, which reads there what is pending; only on shared engines can another process have that role',
    });
  }
  if (!shared && roles.includes('webhooks') && !roles.includes('projections')) {
    problems.push({
      field: 'POSTHORN_ROLES',
      expected:
        'projections beside webhooks, which reads there what was sent; only on shared engines can another process have that role',
    });
  }
  if (shared && environment.MASTER_KEY === undefined) {
    problems.push({
      field: 'MASTER_KEY',
      expected: 'a value, because MONGODB_URL is set: every process needs the same',
    });
  }
  for (const [name, other] of [
    ['SMTP_TLS_CERT', 'SMTP_TLS_KEY'],
    ['SMTP_TLS_KEY', 'SMTP_TLS_CERT'],
  ] as const) {
    if (environment[name] === undefined && environment[other] !== undefined) {
      problems.push({ field: name, expected: `a file, because ${other} is set` });
    }
  }
  problems.push(...halfNamedProviders(environment));
  const sandbox = new Set(environment.SANDBOX_DOMAINS);
  if (environment.PREVERIFIED_DOMAINS?.some((domain) => sandbox.has(domain)) === true) {
    problems.push({ field: 'PREVERIFIED_DOMAINS', expected: 'no domain that SANDBOX_DOMAINS lists too' });
  }
  return problems;
}

const engineNames = ['EVENTSTOREDB_URL', 'MONGODB_URL', 'REDIS_URL'] as const;

/** Processes share all three or none: what one keeps for itself the others would not see. */
function missingEngines(environment: Environment): ConfigProblem[] {
  const given = engineNames.find((name) => environment[name] !== undefined);
  if (given === undefined) return [];
  return engineNames
    .filter((name) => environment[name] === undefined)
    .map((field) => ({ field, expected: `a value, because ${given} is set: all three engines are shared, or none` }));
}

const providerNames = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
] as const;

function halfNamedProviders(environment: Environment): ConfigProblem[] {
  return providerNames.flatMap((names) => {
    const given = names.find((name) => environment[name] !== undefined);
    if (given === undefined) return [];
    return names
      .filter((name) => environment[name] === undefined)
      .map((field) => ({ field, expected: `a value, because ${given} is set` }));
  });
}
