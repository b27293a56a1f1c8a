import { type Installation, posthorn } from './command-line.js';

/** Adds a team beside a running server, as an operator does it, and answers a key of that team. */
export async function addTeam(server: Installation, name: string): Promise<string> {
  const { id } = await posthorn<{ id: string }>(server, 'teams', 'create', name);
  const { token } = await posthorn<{ token: string }>(server, 'keys', 'create', '--team', id, '--name', 'First key');
  return token;
}
