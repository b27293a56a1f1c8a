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
    lacks: 'its user may not read $all, or may not append',
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
    lacks: 'its user may not read and write the database',
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
    lacks: 'its user may not use the commands or the keys that Posthorn needs',
    grant: 'Give it the ACL of docs/engines/redis.md.',
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
        problem: 'its client cannot read the address',
        remedy: `Look for a misspelt option in ${engine}; in user and password the characters @ : / ? # % are percent-encoded.`,
      };
    case 'no-listener':
      return { problem: `nothing listens at ${place}`, remedy: `Start it, or correct host and port in ${engine}.` };
    case 'name-not-found':
      return {
        problem: `the name of ${place} is not found`,
        remedy: `Correct the host in ${engine}, or the DNS servers of this machine.`,
      };
    case 'unreachable':
      return {
        problem: `no connection to ${place} comes about`,
        remedy: `Look at the network and the firewalls on the way, and at the host in ${engine}.`,
      };
    case 'silent':
      return {
        problem: `${place} takes connections and gives no answer in time`,
        remedy: 'It hangs or has too much to do: look at that machine and at its log.',
      };
    case 'credentials-needed':
      return {
        problem: `it asks for a user, and ${engine} names none`,
        remedy: `Put user:password@ before the host in ${engine}; ${terms.page} says how to make a user.`,
      };
    case 'credentials-refused':
      return {
        problem: 'it refuses the user or the password',
        remedy: `Correct them in ${engine}; the characters @ : / ? # % in them are percent-encoded.`,
      };
    case 'no-right':
      return { problem: terms.lacks, remedy: terms.grant };
    case 'no-leader':
      return {
        problem: `its members have no ${terms.leader}`,
        remedy: 'A majority of them must run and reach each other: start those that are missing.',
      };
    case 'read-only':
      return {
        problem: `${place} is a read-only member`,
        remedy: `Name members in ${engine} that can be ${terms.leader}.`,
      };
    case 'too-old':
      return {
        problem: 'its version is too old',
        remedy: `${terms.leastVersion} is the oldest that Posthorn works with: update the server.`,
      };
    case 'unknown':
      return { problem: `${place} does not do what it is asked`, remedy: 'The cause is being looked for.' };
    case 'other':
      return { problem: 'it fails in a way that Posthorn does not know', remedy: `Look at the log of ${place}.` };
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
        problem: 'a file of certificates or keys that it names cannot be read',
        remedy: `Correct the path in ${engine}, and let the user that Posthorn runs as read the file.`,
      };
    case 'tls-to-clear-port':
      return {
        problem: `${place} speaks no TLS, and the address asks for it`,
        remedy: `Give the server a certificate; on a network of its own, ${withoutTls} will do.`,
      };
    case 'clear-to-tls-port':
      return {
        problem: `${place} speaks TLS, and the address does not ask for it`,
        remedy: `Set ${withTls} in ${engine}.`,
      };
    case 'certificate-untrusted':
      return {
        problem: `no authority that is trusted here has signed the certificate of ${place}`,
        remedy: `Name the authority: ${authority}.`,
      };
    case 'certificate-of-other-host':
      return {
        problem: `the certificate of ${place} is for another host`,
        remedy: `Use a name in ${engine} that the certificate holds, or make a certificate for this one.`,
      };
    case 'certificate-out-of-date':
      return {
        problem: `the certificate of ${place} has expired, or is not valid yet`,
        remedy: 'Renew it, and look at the clocks of both machines.',
      };
    default:
      return unreachable(cause);
  }
}
