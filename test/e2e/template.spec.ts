import { startServer } from '../support/server.js';
import { templateTeams } from '../support/template.js';

describe('a server from the template', () => {
  it('knows the key of each team of it, and each is another team', async () => {
    const server = await startServer({ teams: true, env: { LOG_LEVEL: 'warn' } });
    try {
      const keysOf = async (key: string): Promise<unknown> => {
        const answer = await fetch(`${server.url}/api-keys`, { headers: { authorization: `Bearer ${key}` } });
        return answer.json();
      };
      const shown = await Promise.all(templateTeams.map(({ key }) => keysOf(key)));
      expect(shown).toEqual(templateTeams.map(() => expect.objectContaining({ data: [expect.anything()] })));
    } finally {
      await server.stop();
    }
  });
});
