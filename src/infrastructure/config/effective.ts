import { z } from 'zod';
import { settingNames } from './config.js';
import type { Given } from './given.js';
import { environmentSchema } from './schema.js';
import { isSecret } from './secret-settings.js';

/** A setting as it is in force. */
export interface EffectiveSetting {
  readonly name: string;
  /** A secret is never in it; null where nothing is set and there is no default. */
  readonly value: string | null;
  /** `environment`, `.env line 3` or `default`. */
  readonly source: string;
}

/** Every setting, with where its value is from. An empty value counts as unset, as at a start. */
export function effectiveSettings({ settings, environment, dotEnv }: Given): readonly EffectiveSetting[] {
  const fields: Readonly<Record<string, z.ZodType>> = environmentSchema.shape;
  return settingNames.map((name) => {
    const given = settings[name]?.trim() ?? '';
    if (given === '') return { name, value: defaultOf(fields[name]), source: 'default' };
    const line = dotEnv.lineOf.get(name);
    const isFromFile = environment[name] === undefined && line !== undefined;
    return {
      name,
      value: isSecret(name) ? withoutSecret(given) : given,
      source: isFromFile ? `.env line ${line}` : 'environment',
    };
  });
}

/** What is no secret in an address: neither user and password, nor a query. */
function withoutSecret(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || url.host === '') return '(set, not shown)';
  const user = url.username === '' && url.password === '' ? '' : '***@';
  return `${url.protocol}//${user}${url.host}${url.pathname === '/' ? '' : url.pathname}`;
}

function defaultOf(schema: z.ZodType | undefined): string | null {
  return schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : null;
}
