"""What production refuses, and that no refusal quotes what was given."""

from typing import Any

import environ
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError
from django.test import override_settings

from config.data_folder import ensure_secret
from config.first_start import make_first_user
from config.production import check_database_password, check_hosts, check_secret_key, database_from_url

STRONG = "kX2-vegQ7.anr_Zs"


@pytest.mark.parametrize(
    "key",
    [
        "",
        "short but quite random 8Zk2",
        "a" * 80,
        "ab" * 40,
        "Zk28!qLw9x" * 6,
        "django-insecure-N8TEoGiaXXrWkoXtqqM1nwgwmz6MNkahpfoG2HMSpDteCQTvlV1QRP2vmUvpf3Cpw",
        "changeme-changeme-CHANGEME-Zk28!qLw9x-and-some-more-of-it",
        "this-is-an-example-key-of-more-than-fifty-characters-1283",
        "your-secret-key-goes-here-0qjw6vb8-it-must-be-long-enough",
    ],
)
def test_a_key_that_can_be_guessed_is_refused_without_being_quoted(key: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^SECRET_KEY is too weak for production \(") as refused:
        check_secret_key(key)
    assert not key or key not in str(refused.value)


def test_the_key_that_is_made_is_strong(tmp_path: Any) -> None:
    check_secret_key(ensure_secret(tmp_path / "secret_key"))


def database(**changed: Any) -> dict[str, Any]:
    return {"USER": "pyra", "NAME": "pyramids", "HOST": "db.example", "PASSWORD": STRONG, **changed}


@pytest.mark.parametrize("password", ["", "short", "aaaaaaaaaaaa", "postgres", "Postgres123", "pyramids", "changeme99"])
def test_a_database_password_that_others_would_try_is_refused_without_being_quoted(password: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="The password in DATABASE_URL is too weak") as refused:
        check_database_password(database(PASSWORD=password))
    assert not password or password not in str(refused.value)


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"HOST": "", "PASSWORD": ""},
        {"HOST": "/var/run/postgresql", "PASSWORD": ""},
        {"PASSWORD": "", "OPTIONS": {"sslcert": "me.crt"}},
        {"PASSWORD": "", "OPTIONS": {"passfile": "/etc/pgpass"}},
    ],
)
def test_a_strong_one_a_socket_a_certificate_or_a_password_file_will_do(changed: dict[str, Any]) -> None:
    check_database_password(database(**changed))


@pytest.mark.parametrize(
    "url",
    [
        "postgres://pyra:hun/ter2#x@db.example/pyramids",
        "postgres://pyra:p@hunter2:port/pyramids",
        "mysql://pyra:hunter2@db.example/pyramids",
        "sqlite:///hunter2.db",
        "hunter2",
    ],
)
def test_an_address_of_a_database_that_is_none_is_refused_without_being_quoted(url: str) -> None:
    env = environ.Env()
    env.ENVIRON = {"DATABASE_URL": url}
    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_URL is not understood") as refused:
        database_from_url(env)
    assert "ter2" not in str(refused.value)
    assert refused.value.__context__ is None


def test_a_socket_is_named_by_its_folder() -> None:
    env = environ.Env()
    env.ENVIRON = {"DATABASE_URL": "postgres://pyra@%2Fvar%2Frun%2Fpostgresql/pyramids"}
    found = database_from_url(env)
    assert (found["HOST"], found["NAME"], found["USER"]) == ("/var/run/postgresql", "pyramids", "pyra")
    check_database_password(found)
    with pytest.raises(ImproperlyConfigured):
        check_database_password({**found, "OPTIONS": {"host": "db.example"}})


@pytest.mark.parametrize(
    "hosts",
    [[], [""], ["*"], ["x.example", "*"], [".example"], ["https://x.example"], ["x.example:80"], ["a b"], ["a."]],
)
def test_hosts_are_whole_names(hosts: list[str]) -> None:
    with pytest.raises(ImproperlyConfigured, match="list the site's host names in PYRAMIDION_HOSTS"):
        check_hosts(hosts, debug=False)
    check_hosts(["x.example", "localhost", "127.0.0.1", "[::1]"], debug=False)


@pytest.mark.django_db
@pytest.mark.parametrize("password", ["tiny1", "password12345", "1029384756", "administrator"])
def test_the_first_user_has_no_password_that_nobody_else_may_have(password: str) -> None:
    with (
        override_settings(PRODUCTION=True),
        pytest.raises(CommandError, match="PYRAMIDION_PASSWORD cannot be a password: ") as refused,
    ):
        make_first_user("administrator", password, with_sample=False)
    assert password not in str(refused.value)
    # Any password will do outside of production.
    assert make_first_user("administrator", password, with_sample=False) == password
