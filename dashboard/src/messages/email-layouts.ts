/**
 * Emails to begin with. A line is a block: `# `, `## ` and `### ` are headings, `- ` an item, `> ` a quote, `---` a
 * divider, `[words]` a button and everything else a paragraph; a list of lists is columns.
 */
type LayoutLine = string | readonly (readonly string[])[];

interface LayoutWords {
  readonly title: string;
  readonly lines: readonly LayoutLine[];
}

const hello = 'Hello {{{FIRST_NAME|there}}},';

export const layoutWords = {
  label: 'Start from a layout',
  layouts: {
    announcement: {
      title: 'Announcement',
      lines: [
        '# Say what is new in one line',
        'Two sentences about what changed, and what it means for the people who read this.',
        '[See what is new]',
        '## Why we did it',
        'One reason is enough. Name the problem that people had before.',
      ],
    },
    digest: {
      title: 'Digest',
      lines: [
        '# This month in short',
        hello,
        'three things that are worth your time.',
        '## First story',
        'What happened, in two sentences.',
        '[Read the first story]',
        '---',
        '## Second story',
        'What happened, in two sentences.',
        '[Read the second story]',
        '---',
        '### In brief',
        '- A short note',
        '- Another short note',
      ],
    },
    welcome: {
      title: 'Welcome',
      lines: [
        '# Welcome, {{{FIRST_NAME|and thank you}}}',
        'You can expect an email from us about once a month. These three steps are a good beginning:',
        '- Set up your profile',
        '- Look at the examples',
        '- Reply to this email if anything is unclear',
        '[Get started]',
      ],
    },
    receipt: {
      title: 'Receipt',
      lines: [
        '# Thank you for your order',
        hello,
        'your order is confirmed. We send another email when it is on its way.',
        [
          ['### Order', 'Number and date'],
          ['### Total', 'Amount and currency'],
        ],
        '---',
        '### Delivered to',
        'Name and address',
        '[View your order]',
      ],
    },
    event: {
      title: 'Event',
      lines: [
        '# Name of the event',
        'One sentence about who it is for and what they take home.',
        [
          ['### When', 'Day and time, with the time zone'],
          ['### Where', 'Address, or how to join online'],
        ],
        '[Save your seat]',
        '## Program',
        '- First item',
        '- Second item',
        '- Questions and answers',
      ],
    },
    product: {
      title: 'Product',
      lines: [
        '# The product in one line',
        'What it does for the reader, before how it does it.',
        [
          ['### First reason', 'One sentence.'],
          ['### Second reason', 'One sentence.'],
          ['### Third reason', 'One sentence.'],
        ],
        '[Take a look]',
        '> A sentence from a customer who allowed you to quote it.',
      ],
    },
    survey: {
      title: 'Survey',
      lines: [
        '# How are we doing?',
        hello,
        'five questions, two minutes. Your answers decide what we work on next.',
        '[Answer five questions]',
        'The survey is open until the day you name here.',
      ],
    },
    letter: {
      title: 'Plain letter',
      lines: [
        hello,
        'write as you would to one person. Short paragraphs are easier to read on a phone.',
        'End with one question, or with the one thing that you ask for.',
        'Your name',
      ],
    },
    invitation: {
      title: 'Invitation',
      lines: [
        '# You are invited',
        hello,
        'we would be glad to have you with us. Say when, where and for how long, and what is free of charge.',
        '[Accept the invitation]',
        'Can’t make it? Reply to this email and we’ll send you the recording.',
      ],
    },
    reminder: {
      title: 'Reminder',
      lines: [
        '# Tomorrow: name of the event',
        'Day, time with the time zone, and the place.',
        '[Open the details]',
        '### Before you come',
        '- What to bring',
        '- How to reach us on the day',
      ],
    },
    thanks: {
      title: 'Thank you',
      lines: [
        '# Thank you',
        hello,
        'say what for, in one sentence. Then say what came of it: a number is better than an adjective.',
        '> A result that the reader helped to reach.',
        '[See what came of it]',
      ],
    },
    reengagement: {
      title: 'Re-engagement',
      lines: [
        '# Do you still want to hear from us?',
        hello,
        'you haven’t opened our emails for a while. If you want them, press the button. If not, unsubscribe below: there are no hard feelings.',
        '[Keep me subscribed]',
      ],
    },
  },
} as const satisfies {
  readonly layouts: Readonly<Record<string, LayoutWords>>;
  readonly [word: string]: unknown;
};
