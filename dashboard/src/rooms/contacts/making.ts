import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { useMay } from '../../api/session';
import { contactMessages } from '../../messages/contacts';

const { many: words } = contactMessages;

/** Makes one by its name, where another is chosen. */
export interface Making {
  readonly label: (name: string) => string;
  /** Answers its id, once the list has it. */
  readonly send: (name: string) => Promise<string>;
}

/** A segment of contacts that are added; undefined for who may make none. */
export function useSegmentMaking(): Making | undefined {
  const queryClient = useQueryClient();
  const may = useMay('POST /segments');
  const send = async (name: string): Promise<string> => {
    const { id } = await call('POST /segments', { body: { name } });
    await queryClient.invalidateQueries(under('GET /dashboard-api/segments'));
    return id;
  };
  return may ? { label: words.create, send } : undefined;
}

/** A private topic to which only those are subscribed who are chosen; undefined for who may make none. */
export function useTopicMaking(): Making | undefined {
  const queryClient = useQueryClient();
  const may = useMay('POST /topics');
  const send = async (name: string): Promise<string> => {
    const { id } = await call('POST /topics', { body: { name, default_subscription: 'opt_out' } });
    await queryClient.invalidateQueries(under('GET /dashboard-api/topics'));
    return id;
  };
  return may ? { label: words.create, send } : undefined;
}
