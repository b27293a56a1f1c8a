/** A stream's name: a category without a dash, a dash, an id. Built here and nowhere else. */
export type StreamName = string & { readonly __brand: 'StreamName' };

/**
 * What the streams of a log are about. Empty here: beside each `streams(…)` its category is added (`declare module`),
 * so that a name which is mistyped does not compile.
 * @public
 */
export interface Categories {}

export type Category = keyof Categories;

export function streamName(category: Category, id: string): StreamName {
  return `${category}-${id}` as StreamName;
}

export const installationStream = streamName('installation', 'main');
/** What people have paused. */
export const queueStream = streamName('queue', 'main');
export const logSealStream = streamName('logseal', 'main');
export const logVerificationStream = streamName('logverification', 'main');

/** Streams of one process and hour, written behind. They and their keys go by age. */
export function isHourlyLog(stream: StreamName): boolean {
  return ['requestlog', 'webhooklog', 'trackinglog'].includes(categoryOf(stream));
}

/** One email, sent or received. */
export function isOfEmail(stream: StreamName): boolean {
  return ['email', 'received'].includes(categoryOf(stream));
}

/**
 * Whether a name is one that Posthorn gives, by the categories of all resources: a log may hold streams of others too.
 */
export function isStreamName(name: string, categories: ReadonlySet<string>): name is StreamName {
  const dash = name.indexOf('-');
  return dash > 0 && categories.has(name.slice(0, dash));
}

/** The part before the first dash. */
export function categoryOf(stream: StreamName): Category {
  return stream.slice(0, stream.indexOf('-')) as Category;
}

/** The part after the first dash. */
export function idOf(stream: StreamName): string {
  return stream.slice(stream.indexOf('-') + 1);
}
