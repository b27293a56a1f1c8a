"""The received emails' part of the official Python client; `client.py` runs it with the others.

The server has received three: Plain, Picture and Files (`test/support/received-emails.ts`).
"""

import urllib.error
import urllib.request

import resend


def downloaded(url):
    with urllib.request.urlopen(url) as download:
        return download.read()


def receiving():
    listed = resend.Emails.Receiving.list({"limit": 2})
    assert [row["subject"] for row in listed["data"]] == ["Files", "Picture"] and listed["has_more"] is True, listed
    files, picture = listed["data"]
    rest = resend.Emails.Receiving.list({"after": picture["id"]})
    assert [row["subject"] for row in rest["data"]] == ["Plain"] and rest["has_more"] is False, rest
    newer = resend.Emails.Receiving.list({"before": picture["id"]})
    assert [row["id"] for row in newer["data"]] == [files["id"]], newer
    assert files["reply_to"] == ["help@example.net"] and files["message_id"] == "", files
    assert [row["filename"] for row in files["attachments"]] == ["a b.txt", None], files

    plain = resend.Emails.Receiving.get(rest["data"][0]["id"])
    assert (plain["from"], plain["to"]) == ("Ann <ann@example.net>", ["support@in.example.com"]), plain
    assert (plain["text"].strip(), plain["html"], plain["attachments"]) == ("Hello", None, []), plain
    assert plain["headers"]["message-id"] == plain["message_id"] == "<plain@example.net>", plain
    assert b"Subject: Plain\r\n" in downloaded(plain["raw"]["download_url"])

    got = resend.Emails.Receiving.get(picture["id"])
    assert "data:image/png;base64," in got["html"] and got["attachments"][0]["content_id"] == "logo", got
    got = resend.Emails.Receiving.get(picture["id"], {"html_format": "cid"})
    assert '<img src="cid:logo">' in got["html"], got


def received_attachments():
    files, picture = resend.Emails.Receiving.list({"limit": 2})["data"]
    attachments = resend.Emails.Receiving.Attachments
    first = attachments.list(files["id"], {"limit": 1})
    assert [row["filename"] for row in first["data"]] == ["a b.txt"] and first["has_more"] is True, first
    rest = attachments.list(files["id"], {"after": first["data"][0]["id"]})
    assert [row["content_type"] for row in rest["data"]] == ["application/pkcs7-signature"], rest
    got = attachments.get(files["id"], first["data"][0]["id"])
    assert downloaded(got["download_url"]).strip() == b"Order 42", got
    nameless = attachments.get(files["id"], rest["data"][0]["id"])
    assert downloaded(nameless["download_url"]).strip() == b"signed", nameless
    inline = attachments.list(picture["id"])["data"][0]
    assert (inline["content_id"], inline["content_disposition"]) == ("logo", "inline"), inline
    try:
        downloaded(got["download_url"][:-1] + "_")
    except urllib.error.HTTPError as error:
        assert error.code == 403, error.code
    else:
        raise AssertionError("a link that was changed opened the file")


CHECKS = [receiving, received_attachments]
