"""Holds what each method of the client answers against the type that it declares; `client.py` runs it with the calls."""

import functools
import inspect
import typing

import resend
from typing_extensions import NotRequired, Required, get_type_hints, is_typeddict

# Where the Python client declares a value, the Node client one or null: what has none of them says null.
NULLABLE = {
    "Broadcast": {"from", "subject", "preview_text", "scheduled_at", "sent_at"},
    "_ListBroadcast": {"scheduled_at", "sent_at"},
    "Template": {"reply_to"},
    # A received file may have no name, and its sender need not say how to show it.
    "AttachmentWithSignedUrl": {"filename", "content_disposition"},
    "EmailAttachmentDetails": {"filename", "content_disposition"},
}
# One type stands for each answer about a resource: a row of a list has less, and so has what an update is answered.
ELSEWHERE = {
    "Domain": {"deleted", "records"},
    "list Broadcast": {"from", "html", "object", "preview_text", "reply_to", "subject", "text", "topic_id"},
    "list Email": {"html", "text"},
    "list Webhook": {"object", "signing_secret"},
    "update Domain": {"created_at", "name", "region", "status"},
}

# What an answer lacks; of no type that a member can have.
NOTHING = type("Nothing", (), {"__repr__": lambda _: "nothing"})()

PROBLEMS = set()
WATCHED = set()


def problems(value, hint, path):
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is typing.Any or isinstance(hint, typing.TypeVar):
        return []
    if origin in (NotRequired, Required):
        return problems(value, arguments[0], path)
    wrong = [f"{path}: {getattr(hint, '__name__', hint)}, got {value!r}"]
    if origin is typing.Union:
        found = [problems(value, each, path) for each in arguments]
        return [] if [] in found else found[0]
    if origin is typing.Literal:
        return [] if value in arguments else wrong
    if origin is list:
        if not isinstance(value, list):
            return wrong
        return [each for item in value for each in problems(item, arguments[0], f"{path}[]")]
    if is_typeddict(hint):
        if not isinstance(value, dict):
            return wrong
        nullable = NULLABLE.get(hint.__name__, set())
        method = path.split("[")[0].split(".data")[0].rsplit(".", 1)[-1]
        elsewhere = ELSEWHERE.get(hint.__name__, set()) | ELSEWHERE.get(f"{method} {hint.__name__}", set())
        members = get_type_hints(hint, include_extras=True)
        return [
            each
            for name, member in members.items()
            if name in value or name in hint.__required_keys__ - elsewhere
            if not (name in nullable and value.get(name, "") is None)
            for each in problems(value.get(name, NOTHING), member, f"{path}.{name}")
        ]
    if origin is dict or hint is dict:
        return [] if isinstance(value, dict) else wrong
    if hint in (str, int, bool, float, type(None)):
        taken = (int, float) if hint is float else hint
        return [] if isinstance(value, taken) and (hint is bool or not isinstance(value, bool)) else wrong
    return []


def watched(name, function):
    declared = get_type_hints(function).get("return", typing.Any)

    @functools.wraps(function)
    def call(*arguments, **named):
        answer = function(*arguments, **named)
        WATCHED.add(name)
        PROBLEMS.update(problems(answer, declared, name))
        return answer

    return call


def watch(part, path):
    for name, member in list(vars(part).items()):
        if isinstance(member, classmethod) and not name.endswith("_async"):
            setattr(part, name, classmethod(watched(f"{path}.{name}", member.__func__)))
        elif inspect.isclass(member) and not is_typeddict(member) and not name.startswith("_"):
            watch(member, f"{path}.{name}")


for part_name, part in list(vars(resend).items()):
    if inspect.isclass(part) and not is_typeddict(part) and part.__module__.startswith("resend."):
        watch(part, part_name)


def declared_types():
    assert len(WATCHED) > 50, sorted(WATCHED)
    assert not PROBLEMS, "\n".join(sorted(PROBLEMS))
