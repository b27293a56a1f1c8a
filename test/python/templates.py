"""Calls of the templates' part of the official Python client; `client.py` runs them with the others."""

import resend
from resend.exceptions import ResendError

TEMPLATE = {
    "name": "Python",
    "alias": "python",
    "from": "Shop <onboarding@resend.dev>",
    "subject": "Order {{{ORDER}}}",
    "html": "<p>Hello {{{NAME|you}}}, order {{{ORDER}}}</p>",
    "variables": [{"key": "ORDER", "type": "number"}, {"key": "NAME", "type": "string", "fallback_value": "friend"}],
}


def templates():
    created = resend.Templates.create(TEMPLATE)
    assert resend.Templates.publish(created["id"])["id"] == created["id"]
    got = resend.Templates.get("python")
    assert (got["id"], got["status"], got["alias"], got["html"]) == (
        created["id"],
        "published",
        "python",
        TEMPLATE["html"],
    ), got
    assert [each["key"] for each in got["variables"]] == ["ORDER", "NAME"], got
    resend.Templates.update({"id": "python", "name": "Renamed"})
    rows = {row["id"]: row["name"] for row in resend.Templates.list({"limit": 100})["data"]}
    assert rows[created["id"]] == "Renamed", rows
    copy = resend.Templates.duplicate("python")
    assert resend.Templates.remove(copy["id"])["deleted"] is True


def templated_email():
    mail = {"to": ["delivered@resend.dev"], "template": {"id": "python", "variables": {"ORDER": 7, "NAME": "<Ann>"}}}
    sent = resend.Emails.send(mail)
    email = resend.Emails.get(sent["id"])
    assert (email["subject"], email["html"]) == ("Order 7", "<p>Hello &lt;Ann&gt;, order 7</p>"), email
    assert email["text"] == "Hello <Ann>, order 7", email
    batch = resend.Batch.send([{**mail, "template": {"id": "python", "variables": {"ORDER": 8}}}])
    assert "order 8" in resend.Emails.get(batch["data"][0]["id"])["html"]
    try:
        resend.Emails.send({**mail, "template": {"id": "python", "variables": {}}})
    except ResendError as error:
        assert int(error.code) == 422 and "ORDER" in str(error), error
    else:
        raise AssertionError("sent without a value that the template asks for")


CHECKS = [templates, templated_email]
