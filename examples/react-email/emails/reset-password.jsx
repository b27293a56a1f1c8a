import { Button, Heading, Link, Text } from 'react-email';
import { Layout, styles } from './_components/layout';

export const subject = 'Reset your password';
export const from = 'Example Shop <accounts@example.com>';

export default function ResetPassword({ email, url, minutes }) {
  return (
    <Layout preview="Choose a new password. The link works once.">
      <Heading style={styles.heading}>Reset your password</Heading>
      <Text style={styles.text}>
        We received a request to reset the password of the account <strong>{email}</strong>.
      </Text>
      <Button href={url} style={styles.button}>
        Choose a new password
      </Button>
      <Text style={{ ...styles.small, marginTop: '24px' }}>
        The link works once, within {minutes} minutes. If the button does not open, copy this address into your browser:
      </Text>
      <Text style={styles.small}>
        <Link href={url} style={styles.link}>
          {url}
        </Link>
      </Text>
      <Text style={styles.small}>If you did not ask for this, ignore this email: your password stays as it is.</Text>
    </Layout>
  );
}

ResetPassword.PreviewProps = { email: 'ada@example.com', url: 'https://example.com/reset?token=p7q2', minutes: 30 };
