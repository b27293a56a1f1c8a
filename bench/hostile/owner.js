import { cli } from '../processes.js';

const teams = 20;
const password = 'a long and quiet password';

/** How a server must be set so that one person can create this many teams. */
export const ownerSettings = { TEAM_CREATION: 'everyone', TEAMS_PER_PERSON: String(teams) };

/** The API keys of twenty teams that one person created, in a browser. */
export async function keysOfOwner(server, dataDir, teamId) {
  const { url } = cli(dataDir, 'users', 'create', 'owner@example.com', '--team', teamId, '--role', 'admin');
  const base = `http://${server.host}:${server.port}`;
  const browser = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const call = async (method, path, body) => {
    const answer = await fetch(base + path, { method, headers: browser, body: body && JSON.stringify(body) });
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
    if (cookies.length > 0) browser.cookie = cookies.join('; ');
    const read = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(read)}`);
    return read;
  };
  const token = new URL(url).searchParams.get('token');
  await call('POST', '/dashboard-api/password-reset/confirm', { token, password });
  await call('POST', '/dashboard-api/sign-in', { email: 'owner@example.com', password });
  browser['x-posthorn-csrf'] = (await call('GET', '/dashboard-api/session')).csrf_token;
  const keys = [];
  for (let index = 0; index < teams; index += 1) {
    const { id } = await call('POST', '/dashboard-api/teams', { name: `Team ${index}` });
    await call('POST', '/dashboard-api/session/team', { team_id: id });
    keys.push((await call('POST', '/api-keys', { name: 'Attacker' })).token);
  }
  return keys;
}
