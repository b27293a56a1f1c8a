"""Calls every method of the official Python client that the server serves. Prints one JSON object: check -> what went wrong, or null.

usage: client.py <url of the server> <API key>
"""

import base64
import json
import sys
import threading
import traceback
import urllib.request
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import resend
import standardwebhooks
from resend.exceptions import ResendError

import audience
import broadcasts
import declared
import receiving
import templates
import tracking
from audience import eventually

resend.api_url, resend.api_key = sys.argv[1:3]

MAIL = {
    "from": "Shop <onboarding@resend.dev>",
    "to": ["delivered@resend.dev"],
    "subject": "From Python",
    "html": "<p>Hello</p>",
}
ABSENT = "01a1fc74-2e88-7195-a39f-95afcf6e06a4"


def refused(code, error_type, call, *arguments):
    try:
        call(*arguments)
    except ResendError as error:
        assert (int(error.code), error.error_type) == (code, error_type), (error.code, error.error_type, str(error))
    else:
        raise AssertionError(f"not refused with {code} {error_type}")


def send_and_get():
    sent = resend.Emails.send({**MAIL, "cc": "delivered+cc@resend.dev", "tags": [{"name": "kind", "value": "test"}]})
    email = resend.Emails.get(sent["id"])
    assert email["subject"] == "From Python" and email["to"] == ["delivered@resend.dev"], email
    assert email["cc"] == ["delivered+cc@resend.dev"] and email["text"] == "Hello", email
    assert email["tags"] == [{"name": "kind", "value": "test"}], email


def list_pages():
    ids = [resend.Emails.send(MAIL)["id"] for _ in range(3)]
    first = resend.Emails.list({"limit": 2})
    assert [row["id"] for row in first["data"]] == [ids[2], ids[1]] and first["has_more"] is True, first
    second = resend.Emails.list({"limit": 1, "after": ids[1]})
    assert [row["id"] for row in second["data"]] == [ids[0]], second


def update_and_cancel():
    sent = resend.Emails.send({**MAIL, "scheduled_at": "in 1 hour"})
    assert resend.Emails.get(sent["id"])["last_event"] == "scheduled"
    later = (datetime.now(timezone.utc) + timedelta(hours=2)).isoformat()
    assert resend.Emails.update({"id": sent["id"], "scheduled_at": later})["id"] == sent["id"]
    assert resend.Emails.cancel(sent["id"])["id"] == sent["id"]
    assert resend.Emails.get(sent["id"])["last_event"] == "canceled"
    gone = resend.Emails.send(MAIL)
    refused(422, "validation_error", resend.Emails.cancel, gone["id"])


def share():
    sent = resend.Emails.send(MAIL)
    with urllib.request.urlopen(resend.Emails.share(sent["id"], {"expires_in": "10m"})["url"]) as page:
        assert page.status == 200


def attachments():
    content = b"%PDF-1.7 report"
    sent = resend.Emails.send(
        {
            **MAIL,
            "attachments": [
                {"filename": "bytes.pdf", "content": list(content)},
                {"filename": "base64.pdf", "content": base64.b64encode(content).decode()},
            ],
        }
    )
    rows = resend.EmailAttachments.list(email_id=sent["id"])["data"]
    assert [row["filename"] for row in rows] == ["bytes.pdf", "base64.pdf"], rows
    for row in rows:
        attachment = resend.EmailAttachments.get(email_id=sent["id"], attachment_id=row["id"])
        with urllib.request.urlopen(attachment["download_url"]) as download:
            assert download.read() == content


def idempotency():
    options = {"idempotency_key": "python/1"}
    first = resend.Emails.send(MAIL, options)
    assert resend.Emails.send(MAIL, options)["id"] == first["id"]
    refused(409, "invalid_idempotent_request", resend.Emails.send, {**MAIL, "subject": "Another"}, options)


def batch():
    sent = resend.Batch.send([MAIL, {**MAIL, "subject": "Second"}])
    assert resend.Emails.get(sent["data"][1]["id"])["subject"] == "Second"
    mixed = resend.Batch.send([MAIL, {**MAIL, "to": ["nobody"]}], {"batch_validation": "permissive"})
    assert len(mixed["data"]) == 1 and mixed["errors"][0]["index"] == 1, mixed
    refused(422, "validation_error", resend.Batch.send, [MAIL, {**MAIL, "to": ["nobody"]}])


def api_keys():
    created = resend.ApiKeys.create({"name": "Python", "permission": "sending_access"})
    assert created["token"].startswith("re_")
    assert created["id"] in [key["id"] for key in resend.ApiKeys.list()["data"]]
    resend.ApiKeys.update({"id": created["id"], "name": "Renamed"})
    assert {"Renamed"} == {key["name"] for key in resend.ApiKeys.list()["data"] if key["id"] == created["id"]}
    own_key, resend.api_key = resend.api_key, created["token"]
    try:
        resend.Emails.send(MAIL)
        refused(401, "restricted_api_key", resend.Emails.list)
    finally:
        resend.api_key = own_key
    assert resend.ApiKeys.remove(created["id"])["deleted"] is True
    refused(404, "not_found", resend.ApiKeys.remove, created["id"])


def logs():
    sent = resend.Emails.send(MAIL)
    newest = resend.Logs.list({"limit": 1})["data"][0]
    assert (newest["endpoint"], newest["method"], newest["response_status"]) == ("/emails", "POST", 200), newest
    log = resend.Logs.get(newest["id"])
    assert log["response_body"]["id"] == sent["id"] and log["user_agent"].startswith("resend-python"), log


class Receiver(BaseHTTPRequestHandler):
    received = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        self.received.append((dict(self.headers.items()), body))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"taken")

    def log_message(self, *_):
        pass


def of(email_id):
    return [message for message in Receiver.received if email_id in message[1]]


def webhooks():
    receiver = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{receiver.server_port}/hook"
    created = resend.Webhooks.create({"endpoint": endpoint, "events": ["email.sent"]})
    webhook_id, secret = created["id"], created["signing_secret"]
    got = resend.Webhooks.get(webhook_id)
    assert (got["endpoint"], got["status"], got["signing_secret"]) == (endpoint, "enabled", secret), got
    assert webhook_id in [row["id"] for row in resend.Webhooks.list({"limit": 100})["data"]]

    sent = resend.Emails.send(MAIL)
    headers, body = eventually(lambda: of(sent["id"]))[0]
    verified = standardwebhooks.Webhook(secret).verify(body, headers)
    assert (verified["type"], verified["data"]["email_id"]) == ("email.sent", sent["id"]), verified
    by_name = {name.lower(): value for name, value in headers.items()}
    svix = {name: by_name[f"svix-{name}"] for name in ("id", "timestamp", "signature")}
    assert resend.Webhooks.verify({"payload": body, "headers": svix, "webhook_secret": secret}) == verified
    try:
        resend.Webhooks.verify({"payload": body + " ", "headers": svix, "webhook_secret": secret})
    except ValueError:
        pass
    else:
        raise AssertionError("another body was taken for the signed one")

    listed = eventually(lambda: resend.Webhooks.list_events(webhook_id, {"limit": 1})["data"])
    assert (listed[0]["id"], listed[0]["status"]) == (svix["id"], "success"), listed
    shown = resend.Webhooks.get_event(webhook_id, svix["id"])
    assert shown["payload"] == verified and shown["next_attempt_at"] is None, shown
    attempts = eventually(lambda: resend.Webhooks.list_event_attempts(webhook_id, svix["id"])["data"])
    assert (attempts[0]["http_status_code"], attempts[0]["response"]) == (200, "taken"), attempts
    assert resend.Webhooks.replay_event(webhook_id, svix["id"])["id"] == svix["id"]
    again = eventually(lambda: of(sent["id"])[1:])[0]
    assert {name.lower(): value for name, value in again[0].items()}["svix-id"] == svix["id"], again

    rotated = resend.Webhooks.rotate_signing_secret(webhook_id)["signing_secret"]
    assert rotated != secret and resend.Webhooks.get(webhook_id)["signing_secret"] == rotated
    resend.Webhooks.update({"webhook_id": webhook_id, "events": ["email.bounced"], "status": "disabled"})
    changed = resend.Webhooks.get(webhook_id)
    assert (changed["events"], changed["status"]) == (["email.bounced"], "disabled"), changed
    assert resend.Webhooks.remove(webhook_id)["deleted"] is True
    refused(404, "not_found", resend.Webhooks.get, webhook_id)
    receiver.shutdown()


def errors():
    refused(404, "not_found", resend.Emails.get, ABSENT)
    refused(422, "invalid_parameter", resend.Emails.get, "not-a-uuid")
    refused(422, "missing_required_field", resend.Emails.send, {key: MAIL[key] for key in ("from", "to", "html")})
    refused(422, "validation_error", resend.Emails.send, {**MAIL, "to": ["nobody"]})
    refused(403, "validation_error", resend.Emails.send, {**MAIL, "from": "me@example.com"})
    own_key, resend.api_key = resend.api_key, "re_unknown_0000000000000000000000"
    try:
        refused(401, "validation_error", resend.Emails.list)
    finally:
        resend.api_key = own_key


CHECKS = [
    send_and_get,
    list_pages,
    update_and_cancel,
    share,
    attachments,
    idempotency,
    batch,
    api_keys,
    logs,
    webhooks,
    errors,
    *audience.CHECKS,
    *templates.CHECKS,
    *broadcasts.CHECKS,
    *tracking.CHECKS,
    *receiving.CHECKS,
    # Last: it looks at what the others were answered.
    declared.declared_types,
]


def outcome(check):
    try:
        check()
    except Exception:
        return traceback.format_exc()
    return None


print(json.dumps({check.__name__: outcome(check) for check in CHECKS}))
