import { categories } from '../../../src/programs/resources/resources.js';
import { openEventStoreDb } from '../../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { clientConnectionString } from '../../../src/infrastructure/event-store/eventstoredb/connection-string.js';

describe('a connection string', () => {
  it.each([
    ['esdb://localhost:2113?tls=false', 'esdb://localhost:2113?tls=false'],
    ['kurrentdb://admin:s%40fe@a.example.com:2113', 'esdb://admin:s%40fe@a.example.com:2113'],
    ['kurrentdb+discover://db.example.com', 'esdb+discover://db.example.com?gossipTimeout=1'],
    [
      'kdb://a:1,b:2,c:3?nodePreference=leader&tls-ca-file=ca.pem',
      'esdb://a:1,b:2,c:3?nodePreference=leader&tls-ca-file=ca.pem&gossipTimeout=1',
    ],
    ['esdb://a:1,b:2?gossip-timeout=4', 'esdb://a:1,b:2?gossip-timeout=4'],
    ['  esdb://localhost/ ', 'esdb://localhost/'],
  ])('%s is taken', (given, taken) => {
    expect(clientConnectionString(given)).toBe(taken);
  });

  it.each([
    ['another scheme', 'mongodb://admin:hunter2@localhost'],
    ['no host', 'esdb://'],
    ['a password with a colon in it', 'esdb://admin:hun:ter2@localhost'],
    ['a password with an @ in it', 'esdb://admin:hun@ter2@localhost'],
    ['a user without a password', 'esdb://hunter2@localhost'],
    ['an option that the client does not know', 'esdb://admin:hunter2@localhost?tsl=false'],
    ['results instead of errors', 'esdb://admin:hunter2@localhost?throwOnAppendFailure=false'],
    ['certificates that nobody checks', 'esdb://admin:hunter2@localhost?tlsVerifyCert=false'],
    ['a port that is none', 'esdb://admin:hunter2@localhost:http'],
    ['a value that is none', 'esdb://admin:hunter2@localhost?tls=perhaps'],
  ])('%s is refused, and the text repeats nothing of a password', (_, given) => {
    let refusal: unknown;
    try {
      openEventStoreDb({ categories, url: given });
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(Error);
    expect(JSON.stringify({ ...(refusal as Error), text: String(refusal) })).not.toMatch(/hun|ter2/);
  });
});
