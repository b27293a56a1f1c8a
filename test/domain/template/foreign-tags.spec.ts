import { foreignTags } from '../../../src/domain/template/check/foreign-tags.js';

const found = (text: string, isHtml = false) => foreignTags(text, isHtml).map(({ tag }) => tag);

it.each([
  ...['*|FNAME|*', '*|MC:SUBJECT|*', '*|IF:FNAME|*', '*|LIST:ADDRESS|*'],
  ...['{{ contact.FIRSTNAME }}', '{{first_name}}', "{{ first_name|default:'there' }}", '{{ subscriber.first_name }}'],
  ...[
    '{{ .Subscriber.FirstName }}',
    '{{#if name}}',
    '{{/if}}',
    '{{ customer.first_name | default: "you" }}',
    '{{FIRST_NAME}}',
  ],
  ...['{% if first_name %}', '{%- endif -%}', '{% unsubscribe %}', "{{ person|lookup:'x' }}", '{{ params.name }}'],
  ...['{{{first name}}}', '{{{ 1st }}}', '%%first_name%%', '%%emailaddr%%', '%%=v(@name)=%%'],
  ...['%recipient.name%', '%recipient%', '%unsubscribe_url%', '%FIRSTNAME%', '%FIRST_NAME%', '%first_name%'],
  ...['[FNAME]', '[first_name]', '[Name,fallback=there]', '[unsubscribe]', '[webversion]', '[firstname,fallback=you]'],
  ...['[subscriber:firstname | default:reader]', '[link:subscription_unsubscribe_url]', '[[firstname]]'],
  ...[
    '[[data:firstname:"you"]]',
    '[[UNSUB_LINK_EN]]',
    '[[FIRSTNAME OR "there"]]',
    '[% member:first_name %]',
    '[%first_name | you%]',
  ],
  ...[
    '{$name}',
    '{$unsubscribe}',
    '{!firstname_fix}',
    '${firstName}',
    '{first_name, "there"}',
    '{name}',
    '{contactfield=firstname}',
  ],
  ...['<%= user.name %>', '<% if name %>', '<?= $name ?>', '$[FNAME|there]$', '~Contact.FirstName~', '@@first_name@@'],
  ...['-name-', '-first_name-', '#FNAME#', '##NAME##', '$firstname$'],
])('finds what another service would fill in: %s', (tag) => {
  expect(found(`Hello ${tag}, news`)).toContain(tag);
  expect(found(`<p>Hello <b>${tag}</b>!</p><a href="https://a.test/?q=${tag}">x</a>`, true)).toContain(tag);
});

it.each([
  'Hello {{{FIRST_NAME|there}}} and {{{ contact.first_name }}}, {{{contact.a.b|x | y}}}',
  '{{{RESEND_UNSUBSCRIBE_URL}}}',
  '[NEWS] 50% off* and 30% more | 100%! [1] [2] [PDF] [SALE] [sic] [Update]',
  'Between 10%and 20% of them; 5%-10%; 50%OFF%',
  'https://a.test/?q=%E4%BC%9A%C3%A4&x=%7B%7Bname%7D%7D&y=%C3%A4BC%20AB%20',
  'https://a.test/a-name-of-it/my-email-here/#name https://a.test/~user/x',
  'A long-name-list, well-name-d, -- name --, e-mail, *bold* | *more* | end',
  'Use {a, b} as {1} or {x}; {} {{}} { { x } } ${} {$5} {! } #1 ##2 #tag #name',
  'a@@b.test, @name, $name costs $5$, ~ about ~, 5 ~ 6, [name](https://a.test), [[Page]] [[ ]] (name)',
  '@media (max-width:480px){.name{display:block}} td{color:red}',
  '<https://a.test> <name> < % > 5 <% 6',
  'snake_case_name, __init__, %s %d %1$s 100%',
])('leaves alone what is a text, a link or ours: %s', (text) => {
  expect(found(text)).toEqual([]);
  expect(found(`<p>${text}</p>`, true)).toEqual([]);
});

it('leaves styles, scripts and what shows code alone in html', () => {
  const html =
    '<style>a{{{color:red}}}{{x}}</style><script>{{ name }}</script><p>Write <code>{{ name }}</code></p><pre>*|FNAME|*</pre><codex>[FNAME]</codex>';
  expect(foreignTags(html, true)).toEqual([{ tag: '[FNAME]', at: html.indexOf('[FNAME]') }]);
  expect(found('<unsubscribe>Leave</unsubscribe> <webversion/>', true)).toEqual(['<unsubscribe>', '<webversion/>']);
});

it('takes no longer than the text, whatever it repeats', () => {
  const startedMs = performance.now();
  for (const piece of [
    '{{',
    '{{ a',
    '[name',
    '%%a',
    '<code>',
    '*|A',
    '{% a',
    '<%a',
    '[[data:',
    '%A_',
    '{name',
    '-name',
  ]) {
    foreignTags(piece.repeat(1_000_000 / piece.length), true);
  }
  expect(performance.now() - startedMs).toBeLessThan(20_000);
});
