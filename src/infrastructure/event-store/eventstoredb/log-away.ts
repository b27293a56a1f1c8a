const grpcUnavailable = 14;

/** No server took the call, or the connection to it was given up: what was asked may be asked again. */
export class LogAway extends Error {
  /** As gRPC names it. */
  readonly code = grpcUnavailable;
}

/** The server answered nothing any more, or leads no longer: the connection was given up. Another one is being made. */
export class ConnectionGivenUp extends LogAway {}

/** A member took the call and did nothing of it: it knows of no leader yet, or has too much to do. */
export class NotHandled extends LogAway {}
