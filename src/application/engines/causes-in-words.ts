import { unreachable } from '../../domain/shared/decider.js';
import type { EngineFailureCause, EngineName, FailureInWords } from './engine-causes.js';

/** What differs between the engines. */
interface Terms {
  readonly withTls: string;
  readonly withoutTls: string;
  readonly authority: string;
  readonly leader: string;
  readonly lacks: string;
  readonly grant: string;
  readonly leastVersion: string;
  readonly page: string;
}

const termsOf: Readonly<Record<EngineName, Terms>> = {
  EVENTSTOREDB_URL: {
    withTls: 'tls=true',
    withoutTls: 'tls=false',
    authority: 'tlsCAFile=/path/to/ca.pem in EVENTSTOREDB_URL',
    leader: 'leader',
    lacks: 'the user is not permitted to read $all, or to append',
    grant:
      "Call setStreamMetadata('$all', { acl: { readRoles: ['$admins', '<user>'] } }) once as an administrator; docs/engines/eventstoredb.md has the command.",
    leastVersion: 'EventStoreDB 23.10',
    page: 'docs/engines/eventstoredb.md',
  },
  MONGODB_URL: {
    withTls: 'tls=true',
    withoutTls: 'tls=false',
    authority: 'tlsCAFile=/path/to/ca.pem in MONGODB_URL',
    leader: 'primary',
    lacks: 'the user is not permitted to read and write the database',
    grant:
      "Call db.grantRolesToUser('<user>', [{ role: 'readWrite', db: '<database>' }]) once; docs/engines/mongodb.md has the commands.",
    leastVersion: 'MongoDB 6',
    page: 'docs/engines/mongodb.md',
  },
  REDIS_URL: {
    withTls: 'rediss://',
    withoutTls: 'redis://',
    authority: 'NODE_EXTRA_CA_CERTS=/path/to/ca.pem in the environment',
    leader: 'master',
    lacks: 'the user is not permitted to use the commands or the keys that Posthorn needs',
    grant: 'Give the user the ACL in docs/engines/redis.md.',
    leastVersion: 'Redis 6',
    page: 'docs/engines/redis.md',
  },
};

/** `place`: host and port of the server, or what stands for them. */
export function causeInWords(cause: EngineFailureCause, engine: EngineName, place: string): FailureInWords {
  const terms = termsOf[engine];
  switch (cause) {
    case 'address-malformed':
      return {
        problem: 'the URL is not valid',
        remedy: `Look for a misspelled option in ${engine}. In the user name and password, percent-encode the characters @ : / ? # %.`,
      };
    case 'no-listener':
      return {
        problem: `no server listens at ${place}`,
        remedy: `Start the server, or correct the host and port in ${engine}.`,
      };
    case 'name-not-found':
      return {
        problem: `the host name of ${place} does not exist in DNS`,
        remedy: `Correct the host in ${engine}, or the DNS settings of this machine.`,
      };
    case 'unreachable':
      return {
        problem: `the connection to ${place} timed out`,
        remedy: `Check the network, the firewalls, and the host in ${engine}.`,
      };
    case 'silent':
      return {
        problem: `${place} accepts connections but does not respond in time`,
        remedy: 'The server hangs or is overloaded. Check its machine and its log.',
      };
    case 'credentials-needed':
      return {
        problem: `the server requires a user name, and ${engine} contains none`,
        remedy: `Put user:password@ before the host in ${engine}. ${terms.page} describes how to create a user.`,
      };
    case 'credentials-refused':
      return {
        problem: 'the server refuses the user name or the password',
        remedy: `Correct them in ${engine}, and percent-encode the characters @ : / ? # %.`,
      };
    case 'no-right':
      return { problem: terms.lacks, remedy: terms.grant };
    case 'no-leader':
      return {
        problem: `the servers have no ${terms.leader}`,
        remedy: 'A majority of the servers must run and reach each other. Start the missing servers.',
      };
    case 'read-only':
      return {
        problem: `${place} is a read-only member`,
        remedy: `Set members in ${engine} that can become the ${terms.leader}.`,
      };
    case 'too-old':
      return {
        problem: 'the version of the server is too old',
        remedy: `Posthorn requires ${terms.leastVersion} or newer. Upgrade the server.`,
      };
    case 'unknown':
      return { problem: `${place} does not respond as expected`, remedy: 'Posthorn is determining the cause.' };
    case 'other':
      return { problem: 'the server returns an unknown error', remedy: `Check the log of ${place}.` };
    default:
      return tlsInWords(cause, engine, place);
  }
}

type TlsCause =
  | 'authority-file-unreadable'
  | 'tls-to-clear-port'
  | 'clear-to-tls-port'
  | 'certificate-untrusted'
  | 'certificate-of-other-host'
  | 'certificate-out-of-date';

function tlsInWords(cause: TlsCause, engine: EngineName, place: string): FailureInWords {
  const { withTls, withoutTls, authority } = termsOf[engine];
  switch (cause) {
    case 'authority-file-unreadable':
      return {
        problem: 'a certificate file or key file in the URL cannot be read',
        remedy: `Correct the path in ${engine}, and make the file readable for the user of Posthorn.`,
      };
    case 'tls-to-clear-port':
      return {
        problem: `${place} does not support TLS, but the URL requires TLS`,
        remedy: `Configure a certificate on the server. On a private network, you can use ${withoutTls} instead.`,
      };
    case 'clear-to-tls-port':
      return {
        problem: `${place} requires TLS, but the URL does not`,
        remedy: `Set ${withTls} in ${engine}.`,
      };
    case 'certificate-untrusted':
      return {
        problem: `the certificate of ${place} is not signed by a trusted authority`,
        remedy: `Set the authority: ${authority}.`,
      };
    case 'certificate-of-other-host':
      return {
        problem: `the certificate of ${place} is for another host`,
        remedy: `In ${engine}, use a host name that the certificate contains, or create a certificate for this host name.`,
      };
    case 'certificate-out-of-date':
      return {
        problem: `the certificate of ${place} has expired or is not valid yet`,
        remedy: 'Renew the certificate, and check the clocks of both machines.',
      };
    default:
      return unreachable(cause);
  }
}
