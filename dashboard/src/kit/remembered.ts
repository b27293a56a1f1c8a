import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../api/session';

const parsed = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    // Another program wrote there.
    return null;
  }
};

interface Remembered<Value> {
  /** What is remembered, and of what: `columns of /emails`. */
  readonly name: string;
  /** It is of one team of the person. */
  readonly isOfTeam?: true;
  /** Makes a value of whatever was kept. */
  readonly read: (kept: unknown) => Value;
}

/** What this browser keeps for the person who is signed in, the same in all of its tabs. */
export function useRemembered<Value>({ name, isOfTeam, read }: Remembered<Value>) {
  const { user, team } = useSession();
  const owner = isOfTeam === true ? `${user.id} ${team?.id ?? ''}` : user.id;
  return useLocalStorage<Value>({
    key: `posthorn ${name} ${owner}`,
    defaultValue: read(null),
    deserialize: (text) => read(parsed(text)),
    // A list that is drawn with other columns first would jump.
    getInitialValueInEffect: false,
  });
}
