"""Calls every method of the official Python client that the server serves. Prints one JSON object: check -> what went wrong, or null.

usage: client.py <url of the server> <API key>
"""

import base64
import json
import sys
import traceback
import urllib.request
from datetime import datetime, timedelta, timezone

import resend
from resend.exceptions import ResendError

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


CHECKS = [send_and_get, list_pages, update_and_cancel, share, attachments, idempotency, batch, api_keys, logs, errors]


def outcome(check):
    try:
        check()
    except Exception:
        return traceback.format_exc()
    return None


print(json.dumps({check.__name__: outcome(check) for check in CHECKS}))
