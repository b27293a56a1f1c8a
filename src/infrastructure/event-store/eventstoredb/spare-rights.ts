import { openConnection } from './connection.js';
import { collect } from './collect.js';
import { refusalOf } from './errors.js';
import { whyEventStoreDbFailed } from './why-failed.js';

const answerMs = 3_000;
/** Names the users of the server: for administrators, whatever else was granted. */
const administratorsStream = '$users';

/** Whether the user may read what only administrators may; null where the server asks for no user. */
export async function eventStoreUserHasSpareRights(url: string): Promise<boolean | null> {
  const connection = openConnection(url);
  try {
    await connection.ask(({ client }) => collect(client.readStream(administratorsStream, { maxCount: 1 }), answerMs));
    return isAsked(url);
  } catch (error) {
    if (refusalOf(error) === 'stream-not-found') return isAsked(url);
    const { cause } = await whyEventStoreDbFailed(url, error);
    return cause === 'no-right' ? false : null;
  } finally {
    await connection.close();
  }
}

/** The client sends no user to a server without TLS. */
function isAsked(url: string): true | null {
  return url.includes('@') && !/[?&]tls=false/i.test(url) ? true : null;
}
