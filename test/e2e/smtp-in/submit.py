"""Sends one message with the standard library: submit.py <host> <port> <implicit|starttls> <user> <key>"""
import smtplib
import ssl
import sys
from email.message import EmailMessage

host, port, mode, user, key = sys.argv[1:]
message = EmailMessage()
message['From'] = 'Posthorn <onboarding@resend.dev>'
message['To'] = 'delivered@resend.dev'
message['Subject'] = 'Grüße from Python'
message.set_content('Hi\n.\n..dots\n')
context = ssl.create_default_context()
context.check_hostname = False
context.verify_mode = ssl.CERT_NONE
if mode == 'implicit':
    smtp = smtplib.SMTP_SSL(host, int(port), context=context)
else:
    smtp = smtplib.SMTP(host, int(port))
    smtp.starttls(context=context)
with smtp:
    smtp.login(user, key)
    smtp.mail('onboarding@resend.dev')
    smtp.rcpt('delivered@resend.dev')
    print(smtp.data(message.as_bytes(policy=message.policy.clone(linesep='\r\n')))[1].decode())
