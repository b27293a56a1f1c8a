import { Body, Container, Head, Hr, Html, Link, Preview, Section, Text } from 'react-email';

const colors = {
  ground: '#f3f5f8',
  card: '#ffffff',
  text: '#1b2733',
  dimmed: '#566473',
  accent: '#12406b',
  line: '#dde3ea',
};
const font = '-apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

export const styles = {
  heading: { color: colors.text, fontSize: '24px', fontWeight: 700, lineHeight: '32px', margin: '0 0 16px' },
  text: { color: colors.text, fontSize: '16px', lineHeight: '26px', margin: '0 0 16px' },
  small: { color: colors.dimmed, fontSize: '14px', lineHeight: '22px', margin: '0 0 8px' },
  link: { color: colors.accent, textDecoration: 'underline', wordBreak: 'break-all' },
  button: {
    backgroundColor: colors.accent,
    borderRadius: '6px',
    color: '#ffffff',
    display: 'inline-block',
    fontSize: '16px',
    fontWeight: 600,
    padding: '14px 24px',
    textDecoration: 'none',
  },
  line: { borderColor: colors.line, margin: '24px 0' },
  cell: { color: colors.text, fontSize: '16px', lineHeight: '24px', padding: '8px 0' },
  amount: { color: colors.text, fontSize: '16px', lineHeight: '24px', padding: '8px 0', textAlign: 'right' },
};

/** What all emails have in common: language, preview text, the card, and who sends them. */
export function Layout({ preview, children }) {
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: colors.ground, fontFamily: font, margin: 0, padding: '32px 12px' }}>
        <Container
          style={{
            backgroundColor: colors.card,
            border: `1px solid ${colors.line}`,
            borderRadius: '10px',
            maxWidth: '560px',
            padding: '32px',
          }}
        >
          <Text style={{ color: colors.accent, fontSize: '18px', fontWeight: 700, margin: '0 0 24px' }}>
            Example Shop
          </Text>
          {children}
          <Hr style={styles.line} />
          <Section>
            <Text style={styles.small}>
              Example Shop, 1 Example Street, Exampletown ·{' '}
              <Link href="https://example.com/help" style={{ color: colors.dimmed, textDecoration: 'underline' }}>
                Help
              </Link>
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}
