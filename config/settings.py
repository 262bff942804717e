"""The one settings file; what differs between installations comes from the environment (docs/settings.md)."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config.data_folder import ensure_folder, ensure_secret
from config.production import check_database_password, check_hosts, check_secret_key, database_from_url
from config.version import VERSION

BASE_DIR = Path(__file__).resolve().parent.parent
env = ENVIRONMENT = environ.Env()  # upper-case, so that commands can read it from django.conf.settings

DEBUG = env.bool("PYRAMIDION_DEBUG", default=False)
PRODUCTION = env.bool("PYRAMIDION_PRODUCTION", default=False)
PROXIES = env.int("PYRAMIDION_PROXIES", default=0)  # how many reverse proxies are in front of the site
DATA_FOLDER = ensure_folder(Path(env.str("PYRAMIDION_DATA", default=str(BASE_DIR / "var"))))
SECRET_KEY = env.str("SECRET_KEY", default="") or ensure_secret(DATA_FOLDER / "secret_key")

ALLOWED_HOSTS = env.list("PYRAMIDION_HOSTS", default=[] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"])
if PRODUCTION:
    check_hosts(ALLOWED_HOSTS, debug=DEBUG)
    check_secret_key(SECRET_KEY)

# Applications

INSTALLED_APPS = [
    "config.apps.PyramidionConfig",
    "annotator.apps.AnnotatorConfig",
    "scoring.apps.ScoringConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "config.apps.SignInsConfig",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "config.middleware.requests_log.RequestsLog",
    "annotator.web.client_address.ClientAddress",
    "django.middleware.http.ConditionalGetMiddleware",
    "config.middleware.response_headers.ResponseHeaders",
    "config.middleware.response_headers.ContentSecurityPolicy",
    "config.health.HealthChecks",
    "django.middleware.security.SecurityMiddleware",
    "config.static_files.StaticServing",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.middleware.request_limits.RequestLimits",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Database: DATABASE_URL, else an embedded Postgres in the data folder

DATABASES: dict[str, dict[str, Any]]
if env.str("DATABASE_URL", default=""):
    DATABASES = {"default": database_from_url(env)}
    if PRODUCTION:
        check_database_password(DATABASES["default"])
elif PRODUCTION:
    raise ImproperlyConfigured(
        "In production set DATABASE_URL: the embedded Postgres is for trying out and development."
    )
else:
    DATABASES = {
        "default": {
            "ENGINE": "config.embedded_postgres",
            "NAME": "pyramidion",
            "EMBEDDED": {"folder": DATA_FOLDER},
        },
    }
DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
# Without these, a query to a server that has vanished would wait for minutes, as the kernel does by default.
# All are in seconds, except tcp_user_timeout (milliseconds) and keepalives_count.
TIMEOUTS = {"connect_timeout": 5, "keepalives_idle": 30, "keepalives_interval": 5, "keepalives_count": 3}
DATABASES["default"]["OPTIONS"] = {**TIMEOUTS, "tcp_user_timeout": 20_000, **DATABASES["default"].get("OPTIONS", {})}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Accounts and sessions

DAY = 24 * 60 * 60  # seconds
SESSION_ENGINE = "annotator.accounts.sign_ins"
SESSION_IDLE_AGE = 14 * DAY  # since the last request
SESSION_COOKIE_AGE = 90 * DAY  # since signing in
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "login"
_VALIDATORS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATORS}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{_VALIDATORS}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_VALIDATORS}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATORS}.NumericPasswordValidator"},
]

# Failed sign-ins (docs/adr/0121). axes records them; the limits that apply are in annotator/accounts/throttle.py.

AUTHENTICATION_BACKENDS = ["annotator.accounts.throttle.Backend", "django.contrib.auth.backends.ModelBackend"]
AXES_HANDLER = "annotator.accounts.throttle.Handler"
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_FAILURE_LIMIT = 1
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"], "ip_address", "username"]
AXES_LOCKOUT_CALLABLE = "annotator.accounts.throttle.locked_out"
AXES_CLIENT_IP_CALLABLE = "annotator.accounts.throttle.counted_address"
AXES_USERNAME_CALLABLE = "annotator.accounts.throttle.counted_name"
AXES_CLIENT_STR_CALLABLE = "annotator.accounts.throttle.client_for_log"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_ENABLE_ACCESS_FAILURE_LOG = True
AXES_ENABLE_ADMIN = False  # config/admin.py registers its own pages
AXES_VERBOSE = False

# Language and time

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = "config.formats"

# Static files: hashed names from a manifest. Django's own rewriting of module imports stays off: it breaks on import
# cycles, re-exports and commented-out imports. Instead, {% import_map %} gives browsers the hashed names.

STATIC_URL = "/static/"
STATIC_ROOT = DATA_FOLDER / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.static_files.StaticFiles",
    },
}
WHITENOISE_ALLOW_ALL_ORIGINS = False

# Browser security

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
        "frame-src": [NONE],
        "worker-src": [NONE],
        "require-trusted-types-for": ["'script'"],
        "trusted-types": ["inert-page"],  # the policy that static/js/elements/inert_page.js creates
    },
}
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = PRODUCTION
CSRF_COOKIE_SECURE = PRODUCTION
if PRODUCTION:  # browsers accept the prefix __Host- only over HTTPS, for this host and no subdomain
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_HSTS_SECONDS = 365 * DAY if PRODUCTION else 0
# HSTS for subdomains and browsers' preload lists would bind hosts that are not this site's.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Uploads: routes declare how large a body they take (annotator/web/costs.py), and forms check each file. Django does
# not even parse more than this:

DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000
DATA_UPLOAD_MAX_NUMBER_FILES = 500
FILE_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

PYRAMIDION_VERSION = VERSION
"""Written into results and exports; the apps read it here, because they do not import config."""

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "annotator.accounts.authentication.PersonalToken",
        "annotator.accounts.authentication.PageSession",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["annotator.web.serializers.JsonBody"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "annotator.api_schema.ApiSchema",
    "URL_FORMAT_OVERRIDE": None,
    "EXCEPTION_HANDLER": "annotator.web.errors.handle",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Pyramidion",
    "DESCRIPTION": "Everything that the pages do, for scripts. Guide: docs/api.md.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.IsAuthenticated"],
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "annotator.api_schema.complete"],
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "OverlapEnum": "annotator.projects.models.Project.Overlap",
        "WorkStateEnum": "annotator.work.visibility.WorkState",
        "InstrumentKindEnum": "annotator.judgments.models.Instrument.Kind",
        "InstrumentStateEnum": "annotator.judgments.models.Instrument.State",
        "SummaryKindEnum": "annotator.projects.models.Summary.Kind",
        "DirectionEnum": "annotator.projects.serializers.DIRECTIONS",
        "TurnEnum": "annotator.work.states.services.TRANSITIONS",
    },
}

# The log, on standard error (config/log_lines.py)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"private": {"()": "config.log_lines.RemovePrivateData"}},
    "formatters": {
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": ["asctime", "levelname", "name", "message", "request_id"],
            "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger", "exc_info": "traceback"},
            ".": {"default_time_format": "%Y-%m-%dT%H:%M:%S", "default_msec_format": "%s.%03dZ"},
        },
        "text": {"format": "{asctime} {levelname} {name} {request_id}: {message}", "style": "{"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if PRODUCTION else "text",
            "filters": ["private"],
        },
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "axes": {"level": "WARNING"},
        # Warnings of this logger would contain paths, and RequestsLog writes a line for each request anyway.
        "django.request": {"level": "ERROR"},
        "_granian": {"handlers": ["console"], "level": "WARNING", "propagate": False},
    },
}
