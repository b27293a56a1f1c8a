import { takeEmail, type IncomingEmail, type TakeEmailPorts } from '../../src/application/received/take-email.js';
import { idOf } from '../../src/domain/shared/stream-name.js';
import { region, teamId, type World } from './world.js';

const receivingDomain = { domainId: '0195d6a0-0000-7000-8000-0000000000d0', teamId, region };

async function* inChunks(text: string | Buffer, chunkBytes: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** Mail that comes in to a world; each call is another process. */
export function receiving(world: World, more: Partial<Pick<TakeEmailPorts, 'cannotStore' | 'authentication'>> = {}) {
  return {
    take(message: string | Buffer, changes: Partial<IncomingEmail> = {}, chunkBytes = 64) {
      const ports = {
        ...world.process(),
        hostName: 'mx.example.com',
        cannotStore: () => false,
        authentication: null,
        ...more,
      };
      const server = { helo: 'mail.example.net', address: '192.0.2.7' };
      const envelope = { sender: 'ann@example.net', recipients: ['support@example.com'] };
      const incoming = { domain: receivingDomain, server, ...envelope, message: inChunks(message, chunkBytes) };
      return takeEmail(ports, { ...incoming, ...changes });
    },
    ids: async () => (await world.streamsWith('EmailReceived')).map(idOf),
  };
}
