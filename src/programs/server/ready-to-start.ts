import { existsSync } from 'node:fs';
import { type Config, ConfigError } from '../../infrastructure/config/config.js';
import { requireNotInUse } from '../../infrastructure/data-dir/data-dir.js';
import { requireUsable } from '../../infrastructure/data-dir/usable.js';
import { requireFree } from '../../infrastructure/system/listening.js';

/**
 * Looks for what would refuse this start, before it makes or opens anything: a first start that failed later would have
 * made a key that it never showed. Throws `ConfigError`, `DataDirUnusable`, `DataDirInUse` and `PortNotTaken`.
 */
export async function requireReadyToStart(config: Config): Promise<void> {
  const { dataDir, engines, host } = config;
  const ports = portsOf(config);
  requireDifferent(ports);
  if (engines === null && existsSync(dataDir)) {
    requireUsable(dataDir);
    requireNotInUse(dataDir);
  }
  for (const { setting, port, chosen } of ports) {
    if (chosen) await requireFree({ setting, port, host });
  }
}

interface Port {
  readonly setting: string;
  readonly port: number;
  /** It must be had; a default that somebody else has is left out. */
  readonly chosen: boolean;
}

function portsOf({ port, roles, smtp }: Config): readonly Port[] {
  const submission = roles.includes('smtp') ? smtp.listeners : [];
  return [
    ...submission.map(({ name, ...listener }) => ({ setting: name, ...listener })),
    { setting: 'PORT', port, chosen: true },
  ];
}

function requireDifferent(ports: readonly Port[]): void {
  for (const [index, { setting, port }] of ports.entries()) {
    const other = ports.slice(0, index).find((before) => before.port === port && port !== 0);
    if (other === undefined) continue;
    throw new ConfigError([{ field: setting, expected: `another port than ${other.setting} has` }]);
  }
}
