import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import yaml from 'js-yaml';

type Texts = Readonly<Record<string, string>>;

interface ComposeService {
  readonly image: string;
  readonly environment?: Texts;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly healthcheck?: object;
  readonly stop_grace_period?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, null>>;
}

export const composeIn = (path: string): Compose => yaml.safeLoad(readFileSync(path, 'utf8')) as Compose;

/** As compose puts values in: `${NAME:-otherwise}` and `${NAME:?why it must be set}`. */
export function interpolated(text: string, values: Texts): string {
  return text.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = values[name] ?? '';
    if (kind === '?' && value === '') throw new Error(`${name} is not set: ${rest}`);
    return value === '' ? rest : value;
  });
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly { readonly configMapRef?: { name: string }; readonly secretRef?: { name: string } }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly volumeMounts: readonly { readonly mountPath: string }[];
}

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data?: Texts;
  readonly spec: {
    readonly selector?: Texts & { readonly matchLabels?: Texts };
    readonly template?: {
      readonly metadata: { readonly labels: Texts };
      readonly spec: { readonly terminationGracePeriodSeconds: number; readonly containers: readonly [Container] };
    };
  };
}

export function manifestsIn(folder: string): Manifest[] {
  return readdirSync(folder).flatMap(
    (name) => yaml.safeLoadAll(readFileSync(join(folder, name), 'utf8')) as Manifest[],
  );
}
