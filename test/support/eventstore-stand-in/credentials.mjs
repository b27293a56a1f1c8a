// @ts-check
import grpc from '@grpc/grpc-js';

/**
 * Answers UNAUTHENTICATED to every call that does not carry these credentials, as a server does without anonymous access;
 * gossip is for everybody.
 *
 * @param {{ readonly user: string; readonly password: string }} credentials
 * @returns {grpc.ServerInterceptor}
 */
export function onlyWith({ user, password }) {
  const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return ({ path }, call) =>
    new grpc.ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMetadata(metadata, forward) {
            const isOpen = path.includes('.gossip.') || metadata.get('authorization')[0] === wanted;
            if (isOpen) return forward(metadata);
            call.sendStatus({ code: grpc.status.UNAUTHENTICATED, details: 'Authentication Failed' });
          },
        });
      },
    });
}

/**
 * Refuses reads of `$all`, or of the streams that are for administrators, as a server does to a user who was not granted
 * them.
 *
 * @param {'all' | 'administration'} what
 * @returns {grpc.ServerInterceptor}
 */
export function withoutRight(what) {
  const metadata = new grpc.Metadata();
  metadata.set('exception', 'access-denied');
  return ({ path }, call) =>
    new grpc.ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMessage(message, forward) {
            if (!path.endsWith('/Read') || !isRefused(message.getOptions(), what)) return forward(message);
            call.sendStatus({ code: grpc.status.PERMISSION_DENIED, details: 'Access Denied.', metadata });
          },
        });
      },
    });
}

/**
 * @param {import('@eventstore/db-client/generated/streams_pb.js').ReadReq.Options} options
 * @param {'all' | 'administration'} what
 */
function isRefused(options, what) {
  if (what === 'all' && options.hasAll()) return true;
  return Buffer.from(options.getStream()?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString() === '$users';
}
