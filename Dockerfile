# The site; DATABASE_URL names the database (docker-compose.yml brings one).
# Images are pinned by digest, so that each build is the same: docs/production.md says how to renew them.
FROM python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /srv/pyramidion

COPY requirements/run.txt requirements/run.txt
RUN pip install --require-hashes --no-deps -r requirements/run.txt

# `docker compose --profile cluster build` adds what studies on several machines need.
ARG CLUSTER=
COPY requirements/cluster.txt requirements/cluster.txt
RUN if [ -n "$CLUSTER" ]; then pip install --require-hashes --no-deps -r requirements/cluster.txt; fi

COPY manage.py pyproject.toml ./
COPY config config
COPY annotator annotator
COPY scoring scoring
COPY templates templates
COPY static static

# The user must be able to read the code, whatever modes the clone has.
RUN chmod -R u=rwX,go=rX . \
    && useradd --system --uid 10001 --no-create-home pyramidion \
    && install -d -o pyramidion -m 700 /var/lib/pyramidion
USER pyramidion
ENV PYRAMIDION_DATA=/var/lib/pyramidion PYRAMIDION_ADDRESS=0.0.0.0
VOLUME /var/lib/pyramidion
EXPOSE 8000

HEALTHCHECK --interval=10s --timeout=10s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/readyz', timeout=9)"]
CMD ["python", "manage.py", "serve"]
