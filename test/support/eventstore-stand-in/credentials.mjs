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
