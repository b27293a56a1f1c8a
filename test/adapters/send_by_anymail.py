"""Sends by Django's own calls, and reads a bounce as its tracking signal says it. Prints what the signal said."""

import json
import os

import django
from django.conf import settings

settings.configure(
    EMAIL_BACKEND="anymail.backends.resend.EmailBackend",
    DEFAULT_FROM_EMAIL="Django <onboarding@resend.dev>",
    ANYMAIL={
        "RESEND_API_KEY": os.environ["RESEND_API_KEY"],
        "RESEND_API_URL": os.environ["RESEND_BASE_URL"],
    },
    DEFAULT_CHARSET="utf-8",
)
django.setup()

from anymail.webhooks.resend import ResendTrackingWebhookView
from django.core.mail import EmailMultiAlternatives, send_mail
from django.test import RequestFactory

send_mail("django-anymail: text", "Hello", None, ["delivered@resend.dev"])
message = EmailMultiAlternatives("django-anymail: html", "Hello", to=["Ada <delivered@resend.dev>"], cc=[], bcc=[])
message.attach_alternative("<p>Hello</p>", "text/html")
message.attach("a.txt", b"Hello", "text/plain")
message.tags = ["receipt"]
message.metadata = {"order": "42"}
message.send()
status = message.anymail_status

body = os.environ["BOUNCE"].encode()
request = RequestFactory().post("/anymail/", data=body, content_type="application/json")
view = ResendTrackingWebhookView(signing_secret=None)
event = view.parse_events(request)[0]
print(json.dumps({"status": sorted(status.status), "type": event.event_type, "reject_reason": event.reject_reason}))
