import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import vm from 'node:vm';
import { FileCost } from './file-cost.js';

// The worker of browsers and engines has the longest way, one file after the other: what runs beside it, with all that
// it starts, stands behind it. Else its last files run alone while every other worker has ended.
const behindHeavyOnes = 5;
if (process.env.POSTHORN_POOL === 'node') setPriority(behindHeavyOnes);

// Of jest itself, as its own environments use them.
const fromEnvironment = createRequire(createRequire(import.meta.url).resolve('jest-environment-node'));
const { ModernFakeTimers } = fromEnvironment('@jest/fake-timers');
const { ModuleMocker } = fromEnvironment('jest-mock');

/** jest hands it to `vm` as the context of what it compiles. */
const thisRealm = Object.freeze({});

const withoutContext = (options) => {
  const { context, parsingContext, ...others } = options ?? {};
  return {
    ...others,
    ...(context === undefined || context === thisRealm ? {} : { context }),
    ...(parsingContext === undefined || parsingContext === thisRealm ? {} : { parsingContext }),
  };
};

const { SourceTextModule, SyntheticModule, compileFunction } = vm;
vm.SourceTextModule = class extends SourceTextModule {
  constructor(code, options) {
    super(code, withoutContext(options));
  }
};
vm.SyntheticModule = class extends SyntheticModule {
  constructor(names, evaluate, options) {
    super(names, evaluate, withoutContext(options));
  }
};
vm.compileFunction = (code, parameters, options) => compileFunction(code, parameters, withoutContext(options));

const kept = {
  'jest-native-promise': Promise,
  'jest-native-now': Date.now.bind(Date),
};
for (const [name, value] of Object.entries(kept)) Object.defineProperty(globalThis, Symbol.for(name), { value });

/** Where the runner of a file keeps what it knows of its tests. */
const ofOneFile = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES']);

/** The suites run in the realm of the worker: what Node has loaded there is what they test. */
export default class OneRealm {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  #variables = { ...process.env };
  #exit = process.exit;
  #console = globalThis.console;
  #cost;

  constructor({ projectConfig }, { testPath }) {
    this.#cost = new FileCost(projectConfig.displayName?.name ?? '', testPath);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  /** The next file of this worker finds what this one found. */
  async teardown() {
    this.fakeTimersModern?.dispose();
    this.fakeTimersModern = null;
    process.exit = this.#exit;
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    for (const name of Object.getOwnPropertySymbols(globalThis)) {
      if (ofOneFile.has(name.description)) delete globalThis[name];
    }
    globalThis.console = this.#console;
    this.#cost.record();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return thisRealm;
  }
}
