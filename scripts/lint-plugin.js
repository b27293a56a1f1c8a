// What no rule of the linter can say, as selectors (https://eslint.org/docs/latest/extend/selectors): oxlint loads it as the
// plugin `house`, and .oxlintrc.json says where each rule holds.

/** A rule that reports each node which a selector finds, with the message of its selectors. */
const refuse = (messages) => ({
  create: (context) =>
    Object.fromEntries(
      Object.entries(messages).flatMap(([message, selectors]) =>
        selectors.map((selector) => [selector, (node) => context.report({ node, message })]),
      ),
    ),
});

const member = (object, property) => `MemberExpression[object.name='${object}'][property.name='${property}']`;

/** What the page asks for is an operation of the document, so that a wrong path or body does not compile. */
const askedByOperation =
  'Use `call`, `addressOf` or `eventsOf` of dashboard/src/api/client.ts, by the name of an operation.';

export default {
  meta: { name: 'house' },
  rules: {
    // They arrive as arguments (domain, projections) or through the Clock and Ids ports (application).
    'clock-and-chance': refuse({
      'The time comes from the caller.': [
        "NewExpression[callee.name='Date'][arguments.length=0]",
        "CallExpression[callee.name='Date']",
        member('Date', 'now'),
        member('performance', 'now'),
      ],
      'Chance comes from the caller.': [member('Math', 'random'), member('crypto', 'getRandomValues')],
      'Ids come from the caller.': [member('crypto', 'randomUUID')],
    }),
    'one-of-each': refuse({
      'withTimeout and waitAtMost of application/shared/timeout.ts do this.': [
        "CallExpression[callee.object.name='Promise'][callee.property.name='race'] > ArrayExpression > CallExpression[callee.name='delay']",
        "CallExpression[callee.name='setTimeout'] > ArrowFunctionExpression > CallExpression[callee.name='reject']",
      ],
      'BoundedMap of application/shared drops the oldest entry.': [
        "CallExpression[callee.property.name='delete'] CallExpression[callee.property.name='next'][callee.object.callee.property.name='keys']",
      ],
    }),
    'asked-by-operation': refuse({
      [askedByOperation]: [
        'Literal[value=/^\\u002fdashboard-api/]',
        'TemplateElement[value.raw=/^\\u002fdashboard-api/]',
      ],
    }),
  },
};
