import { domainOfAddress } from '../../domain/shared/mailbox.js';

export interface SimulatedRefusal {
  readonly code: number;
  readonly text: string;
}

/** `bounced@` any sandbox domain, with or without a `+label`, is a mailbox that does not exist. Everybody else takes mail. */
export function answerOfSimulator(address: string, sandboxDomains: readonly string[]): SimulatedRefusal | undefined {
  if (!sandboxDomains.includes(domainOfAddress(address).toLowerCase())) return undefined;
  const [name = ''] = address.slice(0, address.lastIndexOf('@')).split('+');
  return name.toLowerCase() === 'bounced' ? { code: 550, text: 'no such mailbox (simulated)' } : undefined;
}
