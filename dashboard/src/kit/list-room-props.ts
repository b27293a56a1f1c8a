import type { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Operation } from '../api/operations';
import type { Reading } from '../api/reading';
import type { ListWords } from '../messages/lists';
import type { ListColumn } from './list-column';
import type { Filter } from './list-filters';
import type { Listing } from './listing';
import type { Watched } from './new-rows';
import type { RowAction } from './row-menu';

export interface Identified {
  readonly id: string;
}

export interface ListRoomProps<Row extends Identified, Asked extends object> {
  readonly words: ListWords;
  /** Shown in the empty list. */
  readonly icon: typeof IconKey;
  readonly query: Listing<Row>;
  readonly columns: readonly ListColumn<Row>[];
  /** What the address asks: `useSearch()` of the route. `create` opens the form for a new one. */
  readonly search?: Asked & { readonly create?: true; readonly sort?: string };
  readonly filters?: readonly Filter<keyof Asked & string>[];
  /** The server sorts it, by `sort` in the address. */
  readonly isSortedByServer?: true;
  /** A row, to screen readers. */
  readonly nameOf?: (row: Row) => string;
  readonly create?: {
    readonly may: Operation;
    /** Absent when the room has a dialog of its own, which `create` in the URL opens. */
    readonly form?: (close: () => void) => ReactNode;
    /** Before its button, where there are some already. */
    readonly orElse?: ReactNode;
  };
  readonly edit?: { readonly may: Operation; readonly form: (row: Row, close: () => void) => ReactNode };
  /** `words.removal` says it. */
  readonly remove?: {
    readonly may: Operation;
    readonly send: (id: string, keepalive: boolean) => Promise<unknown>;
    /** Read again afterwards. */
    readonly list: Reading;
  };
  /** Further actions of a row. The same array for as long as they are the same. */
  readonly rowActions?: readonly RowAction<Row>[];
  /** What stays in sight in a row before its menu. */
  readonly lead?: (row: Row) => ReactNode;
  /** Beside the title, before the button that creates one. */
  readonly actions?: ReactNode;
  /** At the end of the filters. */
  readonly filterActions?: ReactNode;
  /** Over the filters. */
  readonly before?: ReactNode;
  /** Over the rows, in their frame. */
  readonly above?: ReactNode;
  /** In place of filters and list, where nothing was made yet. */
  readonly first?: ReactNode;
  /** The list is read once: its first page is looked at again, and says what is new. */
  readonly watched?: Watched<Row>;
  /** What can be done with the rows that are selected; absent: none can be. */
  readonly bulk?: (rows: readonly Row[], clear: () => void) => ReactNode;
  /** Dialogs of the room's own. */
  readonly children?: ReactNode;
}
