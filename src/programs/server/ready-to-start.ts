import { existsSync } from 'node:fs';
import { type Config, ConfigError } from '../../infrastructure/config/config.js';
import { requireNotInUse } from '../../infrastructure/data-dir/data-dir.js';
import { requireUsable } from '../../infrastructure/data-dir/usable.js';
import { readCertificate } from '../../infrastructure/smtp-in/certificate-files.js';
import { isOwnAddress, type ListeningPlace, requireFree } from '../../infrastructure/system/listening.js';

/**
 * Looks for what would refuse this start, before it makes or opens anything: a first start that failed later would have
 * made a key that it never showed. Throws `ConfigError`, `DataDirUnusable`, `DataDirInUse`, `CertificateUnusable` and
 * `PortNotTaken`.
 */
export async function requireReadyToStart(config: Config): Promise<void> {
  const { dataDir, engines } = config;
  const ports = portsOf(config);
  requireDifferent(ports);
  if (engines === null && existsSync(dataDir)) {
    requireUsable(dataDir);
    requireNotInUse(dataDir);
  }
  const { certificateFiles } = config.smtp;
  if (certificateFiles !== null && config.roles.includes('smtp')) await readCertificate(certificateFiles);
  for (const { chosen, ...place } of ports) {
    if (chosen) await requireFree(place);
  }
  await requireOwnAddresses(config);
}

/** Email that is to leave from an address of another machine never leaves. */
async function requireOwnAddresses({ deliveryMode, mx, roles }: Config): Promise<void> {
  if (deliveryMode.kind !== 'mx' || !roles.includes('delivery')) return;
  for (const address of mx.outboundAddresses) {
    if (await isOwnAddress(address)) continue;
    const expected = `addresses of this machine: ${address} is none. Run \`ip address\` to see them`;
    throw new ConfigError([{ field: 'OUTBOUND_IPS', expected }]);
  }
}

interface Port extends ListeningPlace {
  /** It must be had; a default that somebody else has is left out. */
  readonly chosen: boolean;
}

function portsOf({ port, host, roles, smtp, inboundPort }: Config): readonly Port[] {
  const { host: smtpHost, hostSetting } = smtp;
  const submission = roles.includes('smtp') ? smtp.listeners : [];
  return [
    ...submission.map(({ name, ...listener }) => ({
      ...{ setting: name, host: smtpHost, hostSetting },
      ...listener,
    })),
    ...(inboundPort === null || !roles.includes('inbound')
      ? []
      : [{ setting: 'INBOUND_PORT', port: inboundPort, host: smtpHost, hostSetting, chosen: true }]),
    { setting: 'PORT', port, host, hostSetting: 'HOST', chosen: true },
  ];
}

function requireDifferent(ports: readonly Port[]): void {
  for (const [index, { setting, port }] of ports.entries()) {
    const other = ports.slice(0, index).find((before) => before.port === port && port !== 0);
    if (other === undefined) continue;
    throw new ConfigError([{ field: setting, expected: `another port than ${other.setting} has` }]);
  }
}
