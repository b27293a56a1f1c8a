import type { StreamName } from '../../../domain/shared/stream-name.js';
import type { EventLogFigures, EventPlace } from '../event-log-figures.js';
import { openDatabase } from '../../sqlite/database.js';
import { positionOf, rowOf } from './event-log-position.js';

interface Row {
  readonly position: number;
  readonly stream: StreamName;
  readonly at: string;
}

const place = "position, stream, json_extract(metadata, '$.time') AS at";

/** The file must exist, with its tables. */
export function openEventLogFigures(path: string): EventLogFigures {
  const database = openDatabase(path, { readOnly: true });
  const one = (sql: string, ...parameters: (string | number)[]): EventPlace | undefined => {
    const row = database.prepare(`SELECT ${place} FROM events ${sql}`).get(...parameters) as Row | undefined;
    return row && toPlace(row);
  };
  const several = (sql: string, ...parameters: (string | number)[]): EventPlace[] =>
    (database.prepare(`SELECT ${place} FROM events ${sql}`).all(...parameters) as unknown as Row[]).map(toPlace);

  return {
    count: () => (database.prepare('SELECT count(*) AS count FROM events').get() as { count: number }).count,
    countAfter(after, categories) {
      const count = database.prepare('SELECT count(*) AS count FROM events WHERE category = ? AND position > ?');
      const counts = categories.map((category) => count.get(category, rowOf(after)) as { count: number });
      return counts.reduce((sum, { count }) => sum + count, 0);
    },
    firstAfter(after, categories, types) {
      const ofTypes = types === undefined ? '' : 'AND type IN (SELECT value FROM json_each(?))';
      const given = types === undefined ? [] : [JSON.stringify(types)];
      const sql = `WHERE category = ? AND position > ? ${ofTypes} ORDER BY position LIMIT 1`;
      return categories
        .flatMap((category) => one(sql, category, rowOf(after), ...given) ?? [])
        .sort((a, b) => (a.position < b.position ? -1 : 1))[0];
    },
    lastOf: (category) => one('WHERE category = ? ORDER BY position DESC LIMIT 1', category),
    newest: (limit) => several('ORDER BY position DESC LIMIT ?', limit),
    lastBefore(at) {
      let [low, high] = [0, rowOf(one('ORDER BY position DESC LIMIT 1')?.position)];
      // Positions have gaps where streams were removed: each step looks at the next event that is there.
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        const found = one('WHERE position >= ? ORDER BY position LIMIT 1', middle);
        if (found !== undefined && found.at < at) low = rowOf(found.position);
        else high = middle - 1;
      }
      return low === 0 ? undefined : one('WHERE position = ?', low);
    },
    ofType(type, category, after) {
      const counted = database
        .prepare(
          `SELECT count(*) AS events, max(json_extract(metadata, '$.time')) AS newestAt
           FROM events WHERE category = ? AND position > ? AND type = ?`,
        )
        .get(category, rowOf(after), type);
      return counted as { events: number; newestAt: string | null };
    },
    streamsOf(category) {
      // One index step for each stream, however long it is.
      const next = database.prepare('SELECT min(stream) AS stream FROM events WHERE stream > ? AND stream < ?');
      const streams: StreamName[] = [];
      for (let after = `${category}-`; ; ) {
        // `.` follows `-` in ASCII.
        const { stream } = next.get(after, `${category}.`) as { stream: StreamName | null };
        if (stream === null) return streams;
        streams.push(stream);
        after = stream;
      }
    },
    openStreams: (category, opening, closing) =>
      several(
        `WHERE category = ? AND type = ? AND NOT EXISTS
           (SELECT 1 FROM events other WHERE other.stream = events.stream AND other.type = ?) ORDER BY position`,
        category,
        opening,
        closing,
      ),
    close: () => database.close(),
  };
}

function toPlace({ position, stream, at }: Row): EventPlace {
  return { position: positionOf(position), stream, at };
}
