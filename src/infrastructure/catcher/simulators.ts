import { domainOfAddress } from '../../domain/shared/mailbox.js';

export interface SimulatedRefusal {
  readonly code: number;
  readonly text: string;
}

/** What an address at a sandbox domain plays, with or without a `+label`. */
export type Simulated = 'delivered' | 'bounced' | 'complained' | 'suppressed';

const simulators: readonly Simulated[] = ['delivered', 'bounced', 'complained', 'suppressed'];

/** @returns undefined for an address at no sandbox domain, and for one that plays nothing: it takes mail. */
export function simulatedBy(address: string, sandboxDomains: readonly string[]): Simulated | undefined {
  if (!sandboxDomains.includes(domainOfAddress(address).toLowerCase())) return undefined;
  const [name = ''] = address.slice(0, address.lastIndexOf('@')).split('+');
  return simulators.find((simulator) => simulator === name.toLowerCase());
}

/** `bounced@` is a mailbox that does not exist. Every other address takes mail. */
export function answerOfSimulator(address: string, sandboxDomains: readonly string[]): SimulatedRefusal | undefined {
  const isBounced = simulatedBy(address, sandboxDomains) === 'bounced';
  return isBounced ? { code: 550, text: 'no such mailbox (simulated)' } : undefined;
}
