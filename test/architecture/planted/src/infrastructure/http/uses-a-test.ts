import { fake } from '../../../test/fake.js';

export const answer = fake;
