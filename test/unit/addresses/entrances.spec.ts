import { readContactRow } from '../../../src/application/import/read-row.js';
import { readBareAddress } from '../../../src/infrastructure/addresses/mailbox.js';
import { ConfigError, loadConfig } from '../../../src/infrastructure/config/config.js';
import { contactIn } from '../../../src/infrastructure/http/contacts/contacts.bodies.js';
import { bareAddress, mailbox } from '../../../src/infrastructure/http/edge/mailbox.js';
import { emailAddress } from '../../../src/infrastructure/http/people/people.fields.js';
import { requireAddress } from '../../../src/programs/cli/address.js';

const columns = { email: 0, unsubscribed: null, properties: [] };
const rules = { columns, encoding: 'utf-8' } as const;

/** What each entrance makes of an address: the address as it is kept, or all that it says about it. */
const entrances: Readonly<Record<string, (written: string) => string>> = {
  'to over REST': (written) => {
    const read = mailbox.parse(written, 'to');
    return 'problem' in read ? read.problem : read.value.address;
  },
  'email of a contact or suppression': (written) => valueOrProblem(bareAddress.parse(written, 'email')),
  'email of a person': (written) => valueOrProblem(emailAddress.parse(written, 'email')),
  'a path that names a contact': (written) => {
    try {
      const key = contactIn(written);
      return 'address' in key ? key.address : '';
    } catch (error) {
      // It says what it expects, whatever was written.
      return String(error);
    }
  },
  'a row of an import': (written) => {
    const row = readContactRow({ line: 2, cells: [written], isCutOff: false, dropped: 0 }, rules, readBareAddress);
    return 'reason' in row ? row.reason : row.fields.email;
  },
  NOTICE_FROM: (written) => {
    try {
      return loadConfig({ NOTICE_FROM: written }).notices.from;
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
      throw error;
    }
  },
  'an argument of the command line': (written) => {
    try {
      return requireAddress(written);
    } catch (error) {
      return String(error);
    }
  },
};

const valueOrProblem = (read: ReturnType<typeof bareAddress.parse>): string =>
  'problem' in read ? read.problem : read.value;

describe.each(Object.entries(entrances))('%s', (name, readAt) => {
  it.each([
    ['Ada@EXAMPLE.com', 'Ada@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['a..b@docomo.example', '"a..b"@docomo.example'],
    ['a.@ezweb.example', '"a."@ezweb.example'],
    ['"a b"@example.com', '"a b"@example.com'],
  ])('takes %s', (written, kept) => {
    expect(readAt(written)).toBe(kept);
  });

  it.each([
    ['ada', 'An address needs an @ with a domain after it'],
    ['a@localhost', 'The domain needs at least two labels, as in example.com'],
    ['a@[127.0.7.1]', 'An IP address in place of the domain is not accepted'],
    ['a@example.1', 'The domain does not end with a top-level domain, as in example.com'],
    ['a@-x.example', 'A label of the domain is empty, longer than 63 octets'],
    [`${'l'.repeat(65)}@example.com`, 'The part before the @ has more than 64 octets'],
    ['ü@example.com', 'The part before the @ is not ASCII'],
    ['=?utf-8?q?=C3=BC?=@example.com', 'The address has an encoded word'],
    ['a@b@example.com', 'Exactly one address is needed'],
  ])('refuses %s: %s', (written, problem) => {
    const said = readAt(written);
    if (name === 'a path that names a contact') expect(said).toContain('must name a contact by its id');
    else expect(said).toContain(problem);
  });
});
