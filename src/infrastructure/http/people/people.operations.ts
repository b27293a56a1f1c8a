import type { Operation } from '../openapi/operation.js';
import * as ofProfile from './profile.operations.js';
import * as ofProviders from './providers.operations.js';
import * as ofSecondFactors from './second-factor.operations.js';
import * as ofSession from './session.operations.js';
import * as ofTeam from './team.operations.js';

/** What the dashboard asks about people, whether or not this build answers it: its types are made from them. */
export const peopleOperations: readonly Operation[] = [
  ofSession,
  ofProfile,
  ofSecondFactors,
  ofProviders,
  ofTeam,
].flatMap((all) =>
  // The other exports are classes of bodies.
  Object.values(all).filter((each) => typeof each === 'object'),
);
