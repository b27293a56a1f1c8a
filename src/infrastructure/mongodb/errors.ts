import {
  MongoDriverError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb';

const duplicateKey = 11_000;

/** Another document has this `_id` (or another unique value) already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKey;
}

const outages = [
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
];
/** Errors of connections whose classes the driver does not export. */
const outageNames = ['MongoWaitQueueTimeoutError', 'MongoPoolClosedError'];
/**
 * What a server says when it is no primary, stops, has waited in vain for a majority, or a reset drops the collection
 * under a reader. Only writes get a label for it.
 */
const outageCodes: readonly unknown[] = [64, 89, 91, 175, 189, 9_001, 10_107, 11_600, 11_602, 13_435, 13_436];
const outageLabels = ['RetryableWriteError', 'RetryableError', 'TransientTransactionError', 'SystemOverloadedError'];

/**
 * The servers are away, change their primary, or are too slow: the same call may succeed later. Whether a write was
 * done is not known.
 */
export function isOutage(error: unknown): boolean {
  if (outages.some((outage) => error instanceof outage)) return true;
  if (error instanceof MongoDriverError && outageNames.includes(error.name)) return true;
  if (!(error instanceof MongoServerError)) return false;
  return outageCodes.includes(error.code) || outageLabels.some((label) => error.hasErrorLabel(label));
}
