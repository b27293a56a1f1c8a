import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/* The rooms of the page, and what the walk opens of them, as found in their folders. */

/** What the tests need of a room of `dashboard/src/rooms`; its types are the page's. */
export interface Room {
  readonly path: string;
  readonly title?: string;
  readonly menu?: { readonly group: string; readonly place: number; readonly keys?: string };
  readonly live?: Readonly<Record<string, readonly string[]>>;
}
interface RoomFile {
  readonly rooms: readonly Room[];
  readonly settingsRoom?: Room;
}

/** An address below `/dashboard`, and a part of its page that is there once that is ready. */
type Sample = readonly [name: string, address: string, ready: string];
type Answers = Readonly<Record<string, object>>;

/** A file of `samples/`: what the walk opens, and what the server answers to it. Dates are those of the call. */
interface SampleFile {
  readonly samples: readonly Sample[];
  readonly answers: () => Answers;
}

/** One after the other: Jest links no two modules at once. */
async function modulesIn<Module>(folder: string, isOne: (file: string) => boolean): Promise<readonly Module[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isOne).sort();
  const modules: Module[] = [];
  for (const file of files) modules.push((await import(join(folder, file))) as Module);
  return modules;
}

const roomFiles = await modulesIn<RoomFile>(join(import.meta.dirname, '../../dashboard/src/rooms'), (file) =>
  file.endsWith('/room.ts'),
);
const sampleFiles = await modulesIn<SampleFile>(join(import.meta.dirname, 'samples'), (file) => file.endsWith('.ts'));

/** Every room of the page, those for visitors too. */
export const rooms: readonly Room[] = roomFiles.flatMap(({ rooms: own, settingsRoom }) => [
  ...own,
  ...(settingsRoom === undefined ? [] : [settingsRoom]),
]);

export const samples: readonly Sample[] = sampleFiles.flatMap((file) => file.samples);

export const answersByFile = (): readonly Answers[] => sampleFiles.map(({ answers }) => answers());

/** What a server answers that has everything which the samples show. */
export const allAnswers = (): Answers =>
  Object.fromEntries(answersByFile().flatMap((answers) => Object.entries(answers)));
