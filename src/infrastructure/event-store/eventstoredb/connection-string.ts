/** Why a connection string is refused; the text never repeats the string, which may hold a password. */
export class ConnectionStringError extends Error {}

/** What the client reads behind the `?`, in lower case without dashes. */
const knownOptions = new Set([
  'connectionname',
  'defaultdeadline',
  'discoveryinterval',
  'gossiptimeout',
  'keepaliveinterval',
  'keepalivetimeout',
  'maxdiscoverattempts',
  'nodepreference',
  'tls',
  'tlscafile',
  'tlsverifycert',
  'usercertfile',
  'userkeyfile',
]);

const shape = /^(?:esdb|kurrentdb|kurrent|kdb)(?<discover>\+discover)?:\/\/(?:(?<user>[^@/?]*)@)?(?<rest>[^@]+)$/;

/**
 * The string as the client takes it: KurrentDB's schemes under their older name. What the client would print with the
 * whole string, or leave out without a word, is refused with {@link ConnectionStringError}.
 */
export function clientConnectionString(url: string): string {
  const { discover = '', user, rest = '' } = shape.exec(url.trim())?.groups ?? {};
  if (rest === '')
    throw new ConnectionStringError('not of the form esdb://[user:password@]host:port[,…][?option=value&…]');
  if (user !== undefined && user.split(':').length !== 2) {
    throw new ConnectionStringError('the credentials must be user:password, with : and @ inside them percent-encoded');
  }
  const options = [...new URLSearchParams(rest.split('?')[1] ?? '')];
  for (const [name, value] of options) checkOption(name, value);
  const taken = `esdb${discover}://${user === undefined ? '' : `${user}@`}${rest}`;
  const isCluster = discover !== '' || rest.split(/[/?]/)[0]?.includes(',') === true;
  if (!isCluster || options.some(([name]) => flat(name) === 'gossiptimeout')) return taken;
  return `${taken}${rest.includes('?') ? '&' : '?'}gossipTimeout=${gossipTimeoutSeconds}`;
}

/**
 * The client asks the members for their leader one after the other; one that is frozen or cut off would hold it up for
 * 5 s.
 */
const gossipTimeoutSeconds = 1;

export const flat = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

function checkOption(name: string, value: string): void {
  if (!knownOptions.has(flat(name))) throw new ConnectionStringError(`no option that the client knows: ${name}`);
  if (flat(name) === 'tlsverifycert' && value === 'false') {
    throw new ConnectionStringError(
      'tlsVerifyCert=false is not supported by the client: name the authority with tlsCAFile',
    );
  }
}
