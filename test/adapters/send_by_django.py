"""Sends by Django's own calls over SMTP, with the settings in the file that it is given: one email, and a mass mailing."""

import os
import sys

import django
from django.conf import settings

given = {"os": os}
with open(sys.argv[1]) as file:
    exec(file.read(), given)
settings.configure(
    DEFAULT_CHARSET="utf-8",
    DEFAULT_FROM_EMAIL="Django <onboarding@resend.dev>",
    **{name: value for name, value in given.items() if name.isupper()},
)
django.setup()

from django.core.mail import send_mail, send_mass_mail

sent = send_mail("Django over SMTP: one", "Hello", None, ["delivered@resend.dev"])
sent += send_mass_mail([(f"Django over SMTP: {n}", "Hello", None, ["delivered@resend.dev"]) for n in range(12)])
print(sent)
