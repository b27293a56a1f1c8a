import config from './jest.config.js';
import { rest } from './jest.rest.config.js';

/** `npm test`: what a change must pass on a bare machine in minutes. */
export default {
  ...config,
  projects: config.projects.map((project) => ({ ...project, testPathIgnorePatterns: rest })),
};
