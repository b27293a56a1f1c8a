import { connect } from 'node:net';
import type { InboundAnswer, InboundFacts } from '../../../application/doctor/facts.js';
import { known, type Looked, unknown } from '../../../domain/insight/facts.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { createDns } from '../../../infrastructure/dns/dns.js';

/** RFC 5321 §4.5.4.2: no server asks at another one. */
const smtpPort = 25;
const timeoutMs = 3_000;

interface InboundSettings extends Pick<Config, 'inboundPort' | 'dns'> {
  readonly smtp: Pick<Config['smtp'], 'host'>;
  readonly domainRecords: Pick<Config['domainRecords'], 'inboundHost'>;
}

/** Looks for this server as others do: its name in DNS, then the greeting. Some seconds at most. */
export async function gatherInbound(
  { inboundPort, domainRecords, dns, smtp }: InboundSettings,
  port = smtpPort,
): Promise<Looked<InboundFacts>> {
  if (inboundPort === null) return unknown('INBOUND_PORT is off');
  const host = domainRecords.inboundHost;
  if (host.includes('{region}')) return unknown('each region has an INBOUND_HOST of its own');
  const resolver = createDns({ ...dns, zoneServers: null });
  const answers = await Promise.all([resolver.resolve(host, 'A'), resolver.resolve(host, 'AAAA')]);
  const addresses = answers.flatMap((answer) => (answer.kind === 'found' ? answer.values : []));
  if (addresses.length === 0 && answers.some(({ kind }) => kind === 'unanswered')) return unknown('DNS did not answer');
  const [address] = addresses;
  const answer = address === undefined ? 'nothing' : await greetingAt(address, port);
  return known({ host, addresses, answers: answer, listensOn: smtp.host });
}

function greetingAt(address: string, port: number): Promise<InboundAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const end = (answer: InboundAnswer): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeoutMs, () => end('nothing'));
    socket.on('error', () => end('nothing'));
    socket.on('close', () => end('nothing'));
    socket.once('data', (greeting) =>
      end(/^\d{3}[ -].*\bPosthorn\b/.test(greeting.toString()) ? 'posthorn' : 'another'),
    );
  });
}
