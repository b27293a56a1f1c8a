import type { Credentials, DialSettings } from './destination.js';
import type { SmtpReply } from './reply-parser.js';
import type { SmtpConnection } from './smtp-connection.js';
import { endingOfError, endingOfReply, NotConnected } from './smtp-failure.js';

/** RFC 4954 with PLAIN (RFC 4616) or LOGIN. Never over a line that others can read. Throws {@link NotConnected}. */
export async function authenticate(
  connection: SmtpConnection,
  credentials: Credentials,
  { commandTimeoutMs }: DialSettings,
): Promise<void> {
  if (connection.tls === null && !connection.isLoopback) throw refusal('no credentials are sent without TLS');
  const { authMechanisms } = connection.extensions;
  const mechanism = (['PLAIN', 'LOGIN'] as const).find((name) => authMechanisms.includes(name));
  if (mechanism === undefined) throw refusal('the receiver offers neither AUTH PLAIN nor AUTH LOGIN');
  const say = (line: string): Promise<SmtpReply> => connection.command(line, commandTimeoutMs, `AUTH ${mechanism} …`);
  let reply: SmtpReply;
  try {
    reply = await (mechanism === 'PLAIN' ? plain(say, credentials) : login(say, credentials));
  } catch (error) {
    throw new NotConnected('auth', endingOfError(error));
  }
  if (reply.code !== 235) throw new NotConnected('auth', endingOfReply(reply));
}

type Say = (line: string) => Promise<SmtpReply>;

function plain(say: Say, { username, password }: Credentials): Promise<SmtpReply> {
  return say(`AUTH PLAIN ${base64(`\0${username}\0${password}`)}`);
}

async function login(say: Say, { username, password }: Credentials): Promise<SmtpReply> {
  const askedName = await say('AUTH LOGIN');
  if (askedName.code !== 334) return askedName;
  const askedPassword = await say(base64(username));
  if (askedPassword.code !== 334) return askedPassword;
  return say(base64(password));
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function refusal(text: string): NotConnected {
  return new NotConnected('auth', { code: null, enhancedCode: null, text });
}
