import { type CloseDayPorts, createDayCloser } from '../metrics/close-day.js';
import { sealedThrough } from '../seal/last-seal.js';
import type { LogPorts } from '../shared/handle.js';
import { type UsagePorts, usageClosedThrough } from '../usage/usage-figures.js';
import type { RetentionGates } from './judge-mail.js';

export type GatePorts = CloseDayPorts & UsagePorts & { readonly ports: LogPorts };

/** What the log and its read models say of them. */
export function retentionGates(services: GatePorts): RetentionGates {
  return {
    sealedThrough: () => sealedThrough(services.ports),
    usageClosedThrough: (teamId) => usageClosedThrough(services, teamId),
    figuresClosed: createDayCloser(services),
  };
}
