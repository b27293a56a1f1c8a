// The attacking side, in a process of its own with the lowest priority that costs nothing to ask for: `prepare` stores what the
// attack needs, `arm` makes its requests ready, `run` sends them for so many seconds.
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { attacks } from './attacks.js';
import { Client } from './client.js';

setPriority(constants.priority.PRIORITY_LOW);

let run;
const steps = {
  prepare: async ({ attack, target, stored }) => (await attack.prepare?.(target, stored)) ?? null,
  async arm({ attack, target, prepared }) {
    run = await attack.arm(target, prepared);
    return null;
  },
  async run({ target, seconds }) {
    const end = new AbortController();
    const client = new Client(target, end.signal);
    const running = run(client);
    await Promise.race([wait(seconds * 1_000), running.catch((error) => client.count(String(error)))]);
    const answers = client.answers();
    end.abort();
    return answers;
  },
};

process.on('message', async ({ step, name, ...order }) => {
  try {
    process.send({ result: await steps[step]({ ...order, attack: attacks.find((attack) => attack.name === name) }) });
  } catch (error) {
    process.send({ failure: String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
process.send('ready');
