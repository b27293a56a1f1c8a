import { type ConfigProblem, contradictions, renamed } from './contradictions.js';
import { type Environment, environmentSchema } from './schema.js';
import { deliveryOf } from './sections/delivery.js';
import { domainsOf } from './sections/domains.js';
import { limitsOf } from './sections/limits.js';
import { noticesOf } from './sections/notices.js';
import { type Paces, pacesOf } from './sections/paces.js';
import { processOf } from './sections/process.js';
import { retriesOf } from './sections/retries.js';
import { identityProvidersOf } from './sections/sign-in.js';
import { submissionOf } from './sections/submission.js';
import { tracingOf } from './sections/tracing.js';

export type { EngineAddresses } from './sections/process.js';

/** What the operator chose, as plain data: names in A-labels, times in milliseconds, null where nothing was chosen. */
export type Config = ReturnType<typeof toConfig>;

/** Every wrong setting at once, a line each. No secret is in the text, so it can be printed. */
export class ConfigError extends Error {
  readonly code = 'config-invalid';

  constructor(readonly problems: readonly ConfigProblem[]) {
    super(problems.map(sentenceOf).join('\n'));
  }
}

/** `PORT=abc (.env line 3): expected a whole number from 0 to 65535`. */
export function sentenceOf({ field, value, place, expected }: ConfigProblem): string {
  return `${field}${value === undefined ? '' : `=${value}`}${place === undefined ? '' : ` (${place})`}: expected ${expected}`;
}

/** While `by` is set, `name` counts for nothing. */
interface Overruled {
  readonly name: string;
  readonly by: string;
}

const overruling: readonly Overruled[] = [{ name: 'REQUEST_LOG_DAYS', by: 'RETENTION_DAYS' }];

/** Every name that can be set. */
export const settingNames: readonly string[] = Object.keys(environmentSchema.shape);

/** Reads every field; an empty value counts as unset. Throws {@link ConfigError}. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  const problems: ConfigProblem[] = [
    ...renamed.filter(({ field }) => field in given),
    ...(parsed.error?.issues ?? []).map((issue) => ({ field: String(issue.path[0]), expected: issue.message })),
  ];
  if (parsed.success) problems.push(...contradictions(parsed.data, (name) => name in given));
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(
    parsed.data,
    pacesOf(given),
    overruling.filter(({ name, by }) => name in given && by in given),
  );
}

function toConfig(environment: Environment, paces: Paces, overruled: readonly Overruled[]) {
  const ofProcess = processOf(environment, paces);
  const delivery = deliveryOf(environment, paces);
  const { sandboxDomains, host } = ofProcess;
  const isDirect = delivery.deliveryMode.kind === 'mx';
  const { retryPolicy, webhookDelaysMs } = retriesOf(environment, paces);
  return {
    ...ofProcess,
    ...submissionOf(environment, host),
    ...delivery,
    ...domainsOf(environment, delivery.heloName, paces),
    ...noticesOf(environment, { sandboxDomains, isDirect }, paces),
    ...limitsOf(environment, webhookDelaysMs),
    retryPolicy,
    identityProviders: identityProvidersOf(environment),
    tracing: tracingOf(environment),
    /** Names that were set to no effect, because another one is set too. */
    overruled,
  } as const;
}

/** The address that links use: what was configured, or where the server really listens. */
export function publicUrlOf(config: Pick<Config, 'publicUrl' | 'host'>, listeningPort: number): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.publicUrl ?? `http://${host}:${listeningPort}`;
}
